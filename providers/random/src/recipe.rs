//! Draws random texts from characters of several classes.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{CryptoRng, RngExt};
use terrane::{Result, Sensitive};

use crate::draw::{READ_ERROR, failed, generator};

/// The length and the characters of a random text.
pub(crate) struct Recipe {
    /// The number of characters of the text.
    pub(crate) length: i64,
    /// The classes of characters in the text.
    pub(crate) classes: [Class; 4],
}

/// A class of characters.
pub(crate) struct Class {
    /// The characters.
    pub(crate) alphabet: Vec<char>,
    /// Whether the text may have more characters of this class than the minimum.
    pub(crate) anywhere: bool,
    /// The minimum number of characters of this class.
    pub(crate) least: i64,
}

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
        let anywhere: Vec<char> = self
            .classes
            .iter()
            .filter(|class| class.anywhere)
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

/// Adds a number of characters of an alphabet.
fn fill(text: &mut Vec<char>, alphabet: &[char], count: i64, rng: &mut impl RngExt) -> Result<()> {
    let count = usize::try_from(count).map_err(|error| failed(READ_ERROR, error))?;
    let room = text.try_reserve_exact(count);
    room.map_err(|error| failed(READ_ERROR, error))?;
    text.extend((0..count).filter_map(|_| alphabet.choose(rng)));
    Ok(())
}

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

    /// Creates the recipe for options.
    fn recipe(wanted: &Wanted<'_>) -> Recipe {
        let [special, upper, lower, numeric] = wanted.flags;
        let [min_special, min_upper, min_lower, min_numeric] = wanted.least;
        let wanted = crate::text::Wanted {
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
        wanted.recipe(numeric)
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
    fn a_text_shorter_than_its_minima_is_refused() {
        let wanted = Wanted {
            length: i64::MAX,
            override_special: None,
            flags: [true; 4],
            least: [0; 4],
        };
        recipe(&wanted).draw().unwrap_err();
    }

    #[test]
    fn every_character_can_be_at_every_position() {
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
}
