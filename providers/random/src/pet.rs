//! `random_pet`.

use rand::Rng;
use rand::seq::IteratorRandom as _;
use terrane::prelude::*;

use crate::draw;
use crate::keepers::{self, Keepers};
use crate::provider::Random;

/// A random name that consists of adverbs, an adjective and an animal.
#[derive(Model)]
pub(crate) struct Pet {
    /// The number of words.
    #[tf(replace, default = 2)]
    length: i64,
    /// The separator between the words.
    #[tf(replace, default = "-")]
    separator: String,
    /// A prefix, which is followed by the separator.
    #[tf(replace)]
    prefix: Option<String>,
    /// Arbitrary values. Changing them draws a new name.
    #[tf(replace(if = keepers::ask))]
    keepers: Option<Keepers>,
    /// The name.
    #[tf(keep)]
    id: Computed<String>,
}

impl StateOnly for Pet {
    type Provider = Random;

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let words = words(plan.length, &mut draw::generator()?).join(&plan.separator);
        let id = match plan.prefix.as_deref() {
            None | Some("") => words.to_lowercase(),
            Some(prefix) => format!("{prefix}{}{}", plan.separator, words.to_lowercase()),
        };
        Ok(plan.with_computed(PetComputed { id }))
    }
}

const ADVERBS: &str = include_str!("words/adverbs.txt");
const ADJECTIVES: &str = include_str!("words/adjectives.txt");
const ANIMALS: &str = include_str!("words/animals.txt");

/// A single word is an animal. A number of words below one means the default number.
fn words(count: i64, rng: &mut impl Rng) -> Vec<&'static str> {
    let adverbs = (2..count).map(|_| ADVERBS);
    let adjective = (count != 1).then_some(ADJECTIVES);
    let lists = adverbs.chain(adjective).chain([ANIMALS]);
    lists
        .filter_map(|list| list.split_whitespace().choose(rng))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_words_in_order() {
        let mut rng = draw::generator().unwrap();
        let (adverb, adjective, animal) = (ADVERBS, ADJECTIVES, ANIMALS);
        for (count, expected) in [
            (1, vec![animal]),
            (2, vec![adjective, animal]),
            (4, vec![adverb, adverb, adjective, animal]),
            (0, vec![adjective, animal]),
            (-3, vec![adjective, animal]),
        ] {
            let words = words(count, &mut rng);
            assert_eq!(words.len(), expected.len());
            assert!(
                words
                    .iter()
                    .zip(expected)
                    .all(|(word, list)| list.split_whitespace().any(|it| it == *word)),
                "{words:?}"
            );
        }
    }
}
