//! `random_shuffle`.

use terrane::prelude::*;

use crate::draw::{Numbers, READ_ERROR, failed};
use crate::keepers::{self, Keepers};
use crate::provider::Random;

/// A list in random order.
#[derive(Model)]
pub(crate) struct Shuffle {
    /// The elements of the list.
    #[tf(replace)]
    input: Vec<Option<String>>,
    /// The number of elements of the result. The default is the number of elements of the input. A larger result repeats elements after all of them have been used.
    #[tf(replace, validate(range(0..)))]
    result_count: Option<i64>,
    /// The seed. The same seed always gives the same order.
    #[tf(replace)]
    seed: Option<String>,
    /// Arbitrary values. Changing them draws a new order.
    #[tf(replace(if = keepers::ask))]
    keepers: Option<Keepers>,
    /// The elements in random order.
    #[tf(keep)]
    result: Computed<Vec<Option<String>>>,
    /// Always `-`.
    #[tf(keep)]
    id: Computed<String>,
}

impl StateOnly for Shuffle {
    type Provider = Random;

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let numbers = Numbers::of(plan.seed.as_deref())?;
        let result = shuffled(&plan.input, plan.result_count, numbers)?;
        let id = "-".to_owned();
        Ok(plan.with_computed(ShuffleComputed { result, id }))
    }
}

fn shuffled<T: Clone>(input: &[T], count: Option<i64>, mut numbers: Numbers) -> Result<Vec<T>> {
    let count = count
        .map_or(Ok(input.len()), usize::try_from)
        .map_err(|error| failed(READ_ERROR, error))?;
    let mut result = Vec::new();
    if input.is_empty() {
        return Ok(result);
    }
    let room = result.try_reserve_exact(count);
    room.map_err(|error| failed(READ_ERROR, error))?;
    while result.len() < count {
        let order = numbers.permutation(input.len());
        let left = count - result.len();
        result.extend(order.into_iter().take(left).map(|at| input[at].clone()));
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(input: &str, count: Option<i64>, seed: Option<&str>) -> String {
        let input: Vec<char> = input.chars().collect();
        let result = shuffled(&input, count, Numbers::of(seed).unwrap());
        result.unwrap().into_iter().collect()
    }

    #[test]
    fn a_seed_always_gives_the_same_result() {
        for (seed, once, longer) in [
            ("a", "ebadc", "ebadcdbeacdc"),
            ("12345", "ecabd", "ecabdabedcda"),
            ("terrane", "caebd", "caebdcbeadce"),
            ("seed value", "dabce", "dabceebcdabc"),
            ("é", "cdeba", "cdebacbaedab"),
        ] {
            let seed = Some(seed);
            assert_eq!(text("abcde", None, seed), once);
            assert_eq!(text("abcde", Some(12), seed), longer);
            assert_eq!(text("abcde", Some(3), seed), once[..3]);
        }
    }

    #[test]
    fn an_empty_text_or_a_limit_of_zero_gives_no_elements() {
        assert_eq!(text("", None, None), "");
        assert_eq!(text("", Some(3), Some("a")), "");
        assert_eq!(text("abc", Some(0), None), "");
    }

    #[test]
    fn a_result_longer_than_its_limit_is_an_error() {
        let numbers = Numbers::of(None).unwrap();
        shuffled(&["a"], Some(i64::MAX), numbers).unwrap_err();
    }

    proptest! {
        #[test]
        fn each_round_has_every_element_once(input in "[a-z]{1,9}", count in 0..40_i64, seeded: bool) {
            let result = text(&input, Some(count), seeded.then_some("seed"));
            prop_assert_eq!(result.len(), usize::try_from(count).unwrap());
            let sorted = |bytes: &[u8]| { let mut bytes = bytes.to_vec(); bytes.sort_unstable(); bytes };
            for round in result.as_bytes().chunks_exact(input.len()) {
                prop_assert_eq!(sorted(round), sorted(input.as_bytes()));
            }
        }
    }
}
