//! `random_integer`.

use terrane::prelude::*;

use crate::draw::Numbers;
use crate::keepers::{self, Keepers};
use crate::provider::Random;

/// A random whole number.
#[derive(Model)]
pub(crate) struct Integer {
    /// The smallest possible number.
    #[tf(replace)]
    min: i64,
    /// The largest possible number.
    #[tf(replace)]
    max: i64,
    /// The seed. The same seed always gives the same number.
    #[tf(replace)]
    seed: Option<String>,
    /// Arbitrary values. Changing them draws a new number.
    #[tf(replace(if = keepers::ask))]
    keepers: Option<Keepers>,
    /// The number.
    #[tf(keep)]
    result: Computed<i64>,
    /// The number as text.
    #[tf(keep)]
    id: Computed<String>,
}

impl StateOnly for Integer {
    type Provider = Random;

    const IMPORT_IDS: &'static [&'static str] = &["RESULT,MIN,MAX", "RESULT,MIN,MAX,SEED"];

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let result = draw(plan.min, plan.max, plan.seed.as_deref())?;
        let id = result.to_string();
        Ok(plan.with_computed(IntegerComputed { result, id }))
    }

    async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let parts: Vec<&str> = id.split(',').collect();
        let (result, min, max, seed) = match parts[..] {
            [result, min, max] => (result, min, max, None),
            [result, min, max, seed] => (result, min, max, Some(seed.to_owned())),
            _ => return Err(Error::new(IMPORT_ERROR, USAGE)),
        };
        Ok(Some(IntegerDraft {
            min: parse("min", min)?.into(),
            max: parse("max", max)?.into(),
            seed: seed.into(),
            result: parse("result", result)?.into(),
            id: result.to_owned().into(),
            ..IntegerDraft::default()
        }))
    }
}

const IMPORT_ERROR: &str = "Import Random Integer Error";
const USAGE: &str =
    "Invalid import usage: expecting {result},{min},{max} or {result},{min},{max},{seed}";

fn parse(what: &str, text: &str) -> Result<i64> {
    text.parse().map_err(|error| {
        let detail = format!(
            "The {what} `{text}` could not be parsed as an integer.\n\nOriginal Error: {error}"
        );
        Error::new(IMPORT_ERROR, detail)
    })
}

fn draw(min: i64, max: i64, seed: Option<&str>) -> Result<i64> {
    if max < min {
        let detail = format!(
            "min, which is {min}, needs to be smaller than or equal to max, which is {max}."
        );
        return Err(Error::new("Create Random Integer Error", detail));
    }
    let above = Numbers::of(seed)?.up_to(max.wrapping_sub(min).cast_unsigned());
    Ok(min.wrapping_add(above.cast_signed()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_result() {
        let far = 1_000_000_000_000;
        let ranges = [
            (1, 100),
            (-5, 5),
            (1, 50_000),
            (0, 4_294_967_296),
            (-far, far),
        ];
        for (seed, expected) in [
            ("a", [83, 5, 35_583, 3_939_979_788, -290_308_312_744]),
            ("12345", [44, -4, 22_644, 3_194_117_195, -264_170_197_830]),
            ("terrane", [59, -2, 10_559, 3_121_042_509, -739_356_278_437]),
            ("seed value", [15, -2, 30_615, 421_759_381, 315_116_741_262]),
            ("é", [34, 3, 28_034, 3_431_088_957, -392_146_386_262]),
        ] {
            let drawn = ranges.map(|(min, max)| draw(min, max, Some(seed)).unwrap());
            assert_eq!(drawn, expected, "{seed}");
        }
    }

    #[test]
    fn the_largest_range_has_numbers_of_both_signs() {
        let drawn = |seed: usize| draw(i64::MIN, i64::MAX, Some(&seed.to_string())).unwrap();
        let negative = (0..64).filter(|seed| drawn(*seed) < 0).count();
        assert!((8..56).contains(&negative), "{negative}");
    }

    #[test]
    fn a_range_without_numbers_is_refused() {
        let error = draw(2, 1, None).unwrap_err().to_string();
        assert!(
            error.contains("needs to be smaller than or equal to"),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn numbers_are_in_their_range(a: i64, b: i64, seed in proptest::option::of(".{0,3}")) {
            let (min, max) = (a.min(b), a.max(b));
            let seed = seed.as_deref();
            let number = draw(min, max, seed).unwrap();
            prop_assert!((min..=max).contains(&number));
            if seed.is_some_and(|seed| !seed.is_empty()) {
                prop_assert_eq!(draw(min, max, seed).unwrap(), number);
            }
            prop_assert_eq!(draw(a, a, seed).unwrap(), a);
        }
    }
}
