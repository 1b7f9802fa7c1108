//! Random text of classes of characters: what may be asked for, and how it is drawn.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{CryptoRng, RngExt};
use terrane::schema::Violation;
use terrane::{Error, Result, Sensitive, Value};

use crate::draw::{READ_ERROR, failed, generator};

/// What a random text is made of.
pub(crate) struct Recipe {
    /// How many characters it has.
    pub(crate) length: i64,
    /// The classes of its characters.
    pub(crate) classes: [Class; 4],
}

/// A class of characters.
pub(crate) struct Class {
    /// The characters.
    pub(crate) alphabet: Vec<char>,
    /// Whether they may stand anywhere, beyond those that must.
    pub(crate) anywhere: bool,
    /// How many of them must be there.
    pub(crate) least: i64,
}

/// Takes a recipe out of a model: all of them name its parts alike, but not what says whether there are digits.
macro_rules! recipe {
    ($model:expr, digits $digits:expr) => {{
        use $crate::text::{Class, Recipe, special};
        let class = |alphabet: Vec<char>, anywhere, least| Class {
            alphabet,
            anywhere,
            least,
        };
        Recipe {
            length: $model.length,
            classes: [
                class(
                    special($model.override_special.as_deref()),
                    $model.special,
                    $model.min_special,
                ),
                class(('A'..='Z').collect(), $model.upper, $model.min_upper),
                class(('a'..='z').collect(), $model.lower, $model.min_lower),
                class(('0'..='9').collect(), $digits, $model.min_numeric),
            ],
        }
    }};
}
pub(crate) use recipe;

/// The special characters, unless others are configured.
pub(crate) fn special(others: Option<&str>) -> Vec<char> {
    let others = others.filter(|others| !others.is_empty());
    others.unwrap_or("!@#$%&*()-_=+[]{}<>:?").chars().collect()
}

impl Recipe {
    /// Draws a text.
    pub(crate) fn draw(&self) -> Result<Sensitive<String>> {
        self.draw_with(&mut generator()?)
    }

    fn draw_with(&self, rng: &mut (impl CryptoRng + RngExt)) -> Result<Sensitive<String>> {
        let anywhere = self.classes.iter().filter(|class| class.anywhere);
        let anywhere: Vec<char> = anywhere
            .flat_map(|class| &class.alphabet)
            .copied()
            .collect();
        if anywhere.is_empty() {
            return Err(failed(READ_ERROR, "the character set specified is empty"));
        }
        let mut text = Vec::new();
        for class in &self.classes {
            fill(&mut text, &class.alphabet, class.least, rng)?;
        }
        let rest = self
            .length
            .saturating_sub(i64::try_from(text.len())?)
            .max(0);
        fill(&mut text, &anywhere, rest, rng)?;
        text.shuffle(rng);
        Ok(Sensitive::new(text.into_iter().collect()))
    }
}

/// Adds so many characters of an alphabet.
fn fill(text: &mut Vec<char>, alphabet: &[char], count: i64, rng: &mut impl RngExt) -> Result<()> {
    let count = usize::try_from(count).map_err(|error| failed(READ_ERROR, error))?;
    let room = text.try_reserve_exact(count);
    room.map_err(|error| failed(READ_ERROR, error))?;
    text.extend((0..count).filter_map(|_| alphabet.choose(rng)));
    Ok(())
}

/// Checks the length of something that cannot be empty.
pub(crate) fn at_least_one(length: &i64) -> Result<(), Violation> {
    if *length >= 1 {
        return Ok(());
    }
    let detail = format!("Attribute length value must be at least 1, got: {length}");
    Err(Violation::new(detail).summary("Invalid Attribute Value"))
}

/// Checks what attributes demand of each other; the last ones say whether there are digits.
macro_rules! check {
    ($config:ident, $cx:ident, digits $($digits:ident),+) => {{
        use $crate::text::{are_all_false, is_too_short};
        let least = [&$config.min_upper, &$config.min_lower, &$config.min_numeric, &$config.min_special];
        if let Some(detail) = is_too_short(&$config.length, least) {
            $cx.error_with(path!(Self, length), "Invalid Attribute Value", detail);
        }
        $(
            if are_all_false([&$config.special, &$config.upper, &$config.lower, &$config.$digits]) {
                let detail = concat!(
                    "At least one attribute out of [special,upper,lower,", stringify!($digits), "] must be specified as true"
                );
                $cx.error_with(path!(Self, $digits), "Invalid Attribute Combination", detail);
            }
        )+
        Ok(())
    }};
}
pub(crate) use check;

/// Says that a length has no room for the characters that must be there.
pub(crate) fn is_too_short(length: &Value<i64>, least: [&Value<i64>; 4]) -> Option<String> {
    let length = *length.known()?;
    if least.iter().any(|least| least.is_unknown()) {
        return None;
    }
    let needed = least.into_iter().filter_map(Value::known);
    let needed = needed.fold(0_i64, |sum, least| sum.saturating_add(*least));
    (length < needed).then(|| {
        format!("Attribute length value must be at least sum of min_upper + min_lower + min_numeric + min_special, got: {length}")
    })
}

/// Whether a text may have no characters at all.
pub(crate) fn are_all_false(classes: [&Value<bool>; 4]) -> bool {
    classes
        .into_iter()
        .all(|class| class.known() == Some(&false))
}

/// What `number` and `numeric`, which are the same, are planned to be.
pub(crate) fn digits(number: Value<bool>, numeric: Value<bool>) -> Result<[Value<bool>; 2]> {
    match (number, numeric) {
        (Value::Null, Value::Null) => Ok([Value::Known(true), Value::Known(true)]),
        (Value::Null, one) | (one, Value::Null) => Ok([one.clone(), one]),
        (Value::Known(number), Value::Known(numeric)) if number != numeric => Err(Error::new(
            "Number and numeric are both configured with different values",
            "`number` is the old name of `numeric`: remove it.",
        )),
        (number, numeric) => Ok([number, numeric]),
    }
}

/// Whether other special characters ask for a new text: none at all, written in two ways, are the same.
pub(crate) fn asks(prior: &Value<String>, planned: &Value<String>) -> bool {
    match planned {
        Value::Unknown(_) => false,
        Value::Known(_) => true,
        Value::Null => prior.known().is_none_or(|prior| !prior.is_empty()),
    }
}

/// Declares a resource: they differ in what is a secret, and in what else they tell.
macro_rules! text {
    (
        $(#[$meta:meta])*
        $name:ident, $computed:ident, result $result:ty;
        $($(#[$more_meta:meta])* $more:ident: Computed<$inner:ty>)?
    ) => {
        #[derive(Schema)]
        $(#[$meta])*
        pub(crate) struct $name {
            /// The number of characters.
            #[tf(replace, validate(crate::text::at_least_one))]
            pub(crate) length: i64,
            /// Whether there are special characters.
            #[tf(replace, default = true)]
            pub(crate) special: bool,
            /// Whether there are upper-case letters.
            #[tf(replace, default = true)]
            pub(crate) upper: bool,
            /// Whether there are lower-case letters.
            #[tf(replace, default = true)]
            pub(crate) lower: bool,
            /// Whether there are digits.
            #[tf(optional)]
            pub(crate) numeric: Computed<bool>,
            /// The old name of `numeric`.
            #[tf(optional, deprecated = "This is deprecated, use `numeric` instead")]
            pub(crate) number: Computed<bool>,
            /// How many digits there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_numeric: i64,
            /// How many upper-case letters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_upper: i64,
            /// How many lower-case letters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_lower: i64,
            /// How many special characters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_special: i64,
            /// The special characters to use in place of the usual ones.
            #[tf(replace(if = crate::text::asks))]
            pub(crate) override_special: Option<String>,
            /// Arbitrary values: when they change, the text is drawn anew.
            #[tf(replace(if = crate::keepers::ask))]
            pub(crate) keepers: Option<crate::keepers::Keepers>,
            /// The text.
            #[tf(keep)]
            pub(crate) result: Computed<$result>,
            $($(#[$more_meta])* pub(crate) $more: Computed<$inner>,)?
            /// What hosts of old wanted every object to have.
            #[tf(keep)]
            pub(crate) id: Computed<String>,
        }

        impl Resource for $name {
            crate::once::only_in_state!();

            fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
                crate::text::check!(config, cx, digits numeric, number)
            }

            async fn plan(change: &mut Change<Self>, _: Option<&Random>) -> Result<()> {
                let (Some(config), Some(mut planned)) = (change.config()?, change.planned()?) else {
                    return Ok(());
                };
                let [number, numeric] = crate::text::digits(config.number, config.numeric)?;
                planned.number = number.clone();
                planned.numeric = numeric.clone();
                change.set_planned(planned)?;
                if let Some(prior) = change.prior()? {
                    if !prior.number.is_null() && prior.number != number {
                        change.replace(path!(Self, number));
                    }
                    if !prior.numeric.is_null() && prior.numeric != numeric {
                        change.replace(path!(Self, numeric));
                    }
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Random, _: &mut Create) -> Result<Self> {
                let digits = *plan.numeric.known()?;
                let text = crate::text::recipe!(plan, digits digits).draw()?;
                Ok(plan.with_computed(Self::computed(text, digits)?))
            }

            async fn import(id: String, _: &Random, _: &mut Import) -> Result<Option<Draft<Self>>> {
                let old = crate::past::Old::of(id);
                let computed = Self::computed(old.text()?, true)?;
                let now = Self::upgraded(old, computed)?;
                Ok(Some(terrane::Model::into_draft(now)?))
            }
        }

        impl $name {
            /// Fills in what an older version, or an import, did not store.
            fn upgraded(old: crate::past::Old, computed: $computed) -> Result<Self> {
                let length = old.text()?.expose().len();
                let now = Self {
                    length: old.length.map_or_else(|| length.try_into(), Ok)?,
                    special: old.special.unwrap_or(true),
                    upper: old.upper.unwrap_or(true),
                    lower: old.lower.unwrap_or(true),
                    numeric: Computed::unknown(),
                    number: Computed::unknown(),
                    min_numeric: old.min_numeric.unwrap_or_default(),
                    min_upper: old.min_upper.unwrap_or_default(),
                    min_lower: old.min_lower.unwrap_or_default(),
                    min_special: old.min_special.unwrap_or_default(),
                    override_special: old.override_special,
                    keepers: old.keepers,
                    result: Computed::unknown(),
                    $($more: Computed::unknown(),)?
                    id: Computed::unknown(),
                };
                Ok(now.with_computed(computed))
            }
        }
    };
}
pub(crate) use text;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Wanted<'a> {
        length: i64,
        override_special: Option<&'a str>,
        flags: [bool; 4],
        least: [i64; 4],
    }

    /// A recipe as models make it.
    fn recipe(wanted: &Wanted<'_>) -> Recipe {
        struct Model {
            length: i64,
            override_special: Option<String>,
            special: bool,
            upper: bool,
            lower: bool,
            min_special: i64,
            min_upper: i64,
            min_lower: i64,
            min_numeric: i64,
        }
        let [special, upper, lower, numeric] = wanted.flags;
        let [min_special, min_upper, min_lower, min_numeric] = wanted.least;
        let model = Model {
            length: wanted.length,
            override_special: wanted.override_special.map(str::to_owned),
            special,
            upper,
            lower,
            min_special,
            min_upper,
            min_lower,
            min_numeric,
        };
        recipe!(model, digits numeric)
    }

    fn drawn(wanted: &Wanted<'_>) -> String {
        recipe(wanted).draw().unwrap().into_exposed()
    }

    #[test]
    fn a_text_of_no_characters_is_refused() {
        let wanted = Wanted {
            length: 4,
            override_special: None,
            flags: [false; 4],
            least: [1; 4],
        };
        let error = recipe(&wanted).draw().unwrap_err().to_string();
        assert!(
            error.contains("the character set specified is empty"),
            "{error}"
        );
    }

    #[test]
    fn a_text_for_which_there_is_no_room_is_refused() {
        let wanted = Wanted {
            length: i64::MAX,
            override_special: None,
            flags: [true; 4],
            least: [0; 4],
        };
        recipe(&wanted).draw().unwrap_err();
    }

    #[test]
    fn every_character_can_stand_everywhere() {
        let wanted = |length| Wanted {
            length,
            override_special: Some(""),
            flags: [true; 4],
            least: [0, 0, 0, 1],
        };
        let all: std::collections::BTreeSet<char> = drawn(&wanted(5000)).chars().collect();
        assert_eq!(all.len(), 21 + 26 + 26 + 10);
        let mut digit_at = [0; 2];
        for _ in 0..200 {
            let text = drawn(&Wanted {
                flags: [false, true, false, false],
                ..wanted(2)
            });
            digit_at[text.find(|c: char| c.is_ascii_digit()).unwrap()] += 1;
        }
        assert!(digit_at.iter().all(|times| *times > 50), "{digit_at:?}");
    }

    proptest! {
        #[test]
        fn texts_have_their_length_and_their_least(
            flags: [bool; 4], least in proptest::array::uniform4(0..4_i64), more in 0..20_i64, own in proptest::option::of("[é_]{1,2}"),
        ) {
            prop_assume!(flags.contains(&true));
            let wanted = Wanted { length: least.iter().sum::<i64>() + more, override_special: own.as_deref(), flags, least };
            let text = drawn(&wanted);
            prop_assert_eq!(text.chars().count(), usize::try_from(wanted.length).unwrap());
            let specials = special(own.as_deref());
            let classes: [&dyn Fn(char) -> bool; 4] = [
                &|c| specials.contains(&c), &|c| c.is_ascii_uppercase(), &|c| c.is_ascii_lowercase(), &|c| c.is_ascii_digit(),
            ];
            for (at, class) in classes.into_iter().enumerate() {
                let count = text.chars().filter(|c| class(*c)).count();
                let least = usize::try_from(least[at]).unwrap();
                prop_assert!(if flags[at] { count >= least } else { count == least }, "{}", text);
            }
        }
    }

    #[test]
    fn lengths_are_checked_once_all_of_it_is_known() {
        let (known, late) = (Value::Known, Value::unknown);
        let three = [&known(1), &known(1), &known(1), &Value::Null];
        assert_eq!(is_too_short(&known(3), three), None);
        assert!(is_too_short(&known(2), three).is_some_and(|detail| detail.ends_with("got: 2")));
        assert_eq!(is_too_short(&late(), three), None);
        assert_eq!(
            is_too_short(&known(0), [&known(9), &late(), &Value::Null, &Value::Null]),
            None
        );
        assert!(is_too_short(&known(1), [&known(i64::MAX); 4]).is_some());
    }

    #[test]
    fn old_and_new_name_of_digits_are_kept_in_step() {
        let (yes, no, null) = (Value::Known(true), Value::Known(false), Value::Null);
        for (number, numeric, expected) in [
            (&null, &null, [&yes, &yes]),
            (&no, &null, [&no, &no]),
            (&null, &no, [&no, &no]),
            (&yes, &yes, [&yes, &yes]),
            (
                &Value::unknown(),
                &null,
                [&Value::unknown(), &Value::unknown()],
            ),
            (&Value::unknown(), &no, [&Value::unknown(), &no]),
        ] {
            let [a, b] = digits(number.clone(), numeric.clone()).unwrap();
            assert_eq!([&a, &b], expected, "{number:?} {numeric:?}");
        }
        digits(yes, no).unwrap_err();
    }
}
