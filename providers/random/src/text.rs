//! Random texts: their options, and their plan.

use terrane::prelude::*;
use terrane::schema::Violation;

use crate::keepers::{self, Keepers};
use crate::past::Old;
use crate::recipe::{Class, Recipe, special};

/// The options for the characters of a text.
#[derive(Model)]
pub(crate) struct Wanted {
    /// The number of characters.
    #[tf(replace, validate(at_least_one))]
    pub(crate) length: i64,
    /// Whether the text contains special characters.
    #[tf(replace, default = true)]
    pub(crate) special: bool,
    /// Whether the text contains upper-case letters.
    #[tf(replace, default = true)]
    pub(crate) upper: bool,
    /// Whether the text contains lower-case letters.
    #[tf(replace, default = true)]
    pub(crate) lower: bool,
    /// The minimum number of digits. It also applies if `numeric` is false.
    #[tf(replace, default = 0, validate(range(0..)))]
    pub(crate) min_numeric: i64,
    /// The minimum number of upper-case letters. It also applies if `upper` is false.
    #[tf(replace, default = 0, validate(range(0..)))]
    pub(crate) min_upper: i64,
    /// The minimum number of lower-case letters. It also applies if `lower` is false.
    #[tf(replace, default = 0, validate(range(0..)))]
    pub(crate) min_lower: i64,
    /// The minimum number of special characters. It also applies if `special` is false.
    #[tf(replace, default = 0, validate(range(0..)))]
    pub(crate) min_special: i64,
    /// The special characters to use instead of the default ones.
    #[tf(replace(if = needs_new_text))]
    pub(crate) override_special: Option<String>,
}

impl Wanted {
    /// Returns the recipe of a text, with or without digits.
    pub(crate) fn recipe(&self, digits: bool) -> Recipe {
        let class = |alphabet: Vec<char>, anywhere, least| Class {
            alphabet,
            anywhere,
            least,
        };
        let special = special(self.override_special.as_deref());
        Recipe {
            length: self.length,
            classes: [
                class(special, self.special, self.min_special),
                class(('A'..='Z').collect(), self.upper, self.min_upper),
                class(('a'..='z').collect(), self.lower, self.min_lower),
                class(('0'..='9').collect(), digits, self.min_numeric),
            ],
        }
    }
}

impl WantedDraft {
    /// Validates relations between attributes. `digits` are the attributes that enable digits.
    pub(crate) fn check(&self, digits: &[(&'static str, &Value<bool>)], cx: &mut ValidateContext) {
        let least = [
            &self.min_upper,
            &self.min_lower,
            &self.min_numeric,
            &self.min_special,
        ];
        if let Some(detail) = is_too_short(&self.length, least) {
            cx.error_with(path!(Wanted, length), "Invalid Attribute Value", detail);
        }
        for (name, digits) in digits {
            if are_all_false([&self.special, &self.upper, &self.lower, digits]) {
                let detail = format!(
                    "At least one attribute out of [special,upper,lower,{name}] must be specified as true"
                );
                let path = terrane::Path::root().attribute(*name);
                cx.error_with(path, "Invalid Attribute Combination", detail);
            }
        }
    }
}

/// The attributes of a text that is stored.
#[derive(Model)]
pub(crate) struct Asked {
    #[tf(flatten)]
    wanted: Wanted,
    /// Whether the text contains digits.
    #[tf(optional)]
    numeric: Computed<bool>,
    /// The old name of `numeric`.
    #[tf(optional, deprecated = "This is deprecated, use `numeric` instead")]
    number: Computed<bool>,
    /// Arbitrary values. Changing them draws a new text.
    #[tf(replace(if = keepers::ask))]
    keepers: Option<Keepers>,
}

impl Asked {
    /// Draws a text, and returns it with the other computed values.
    pub(crate) fn draw(&self) -> Result<(Sensitive<String>, AskedComputed)> {
        let digits = *self.numeric.require()?;
        let text = self.wanted.recipe(digits).draw()?;
        let computed = AskedComputed {
            numeric: digits,
            number: digits,
        };
        Ok((text, computed))
    }

    /// Converts a state of an older version or of an import, and sets missing values.
    pub(crate) fn of(old: Old) -> Result<Self> {
        let length = old.text()?.expose().len();
        let digits = old.number.unwrap_or(true);
        Ok(Self {
            wanted: Wanted {
                length: old.length.map_or_else(|| length.try_into(), Ok)?,
                special: old.special.unwrap_or(true),
                upper: old.upper.unwrap_or(true),
                lower: old.lower.unwrap_or(true),
                min_numeric: old.min_numeric.unwrap_or_default(),
                min_upper: old.min_upper.unwrap_or_default(),
                min_lower: old.min_lower.unwrap_or_default(),
                min_special: old.min_special.unwrap_or_default(),
                override_special: old.override_special,
            },
            numeric: digits.into(),
            number: digits.into(),
            keepers: old.keepers,
        })
    }
}

impl AskedDraft {
    /// Validates relations between attributes.
    pub(crate) fn check(&self, cx: &mut ValidateContext) {
        let digits = [("numeric", &self.numeric), ("number", &self.number)];
        self.wanted.check(&digits, cx);
    }

    /// Plans `number` and `numeric` by their configuration, and reports which of them require a new text.
    pub(crate) fn plan(&mut self, config: Self, prior: Option<Self>) -> Result<Vec<terrane::Path>> {
        [self.number, self.numeric] = digits(config.number, config.numeric)?;
        let Some(prior) = prior else {
            return Ok(Vec::new());
        };
        let needs_new_text = |prior: &Value<bool>, planned| !prior.is_null() && prior != planned;
        let number = needs_new_text(&prior.number, &self.number).then(|| path!(Asked, number));
        let numeric = needs_new_text(&prior.numeric, &self.numeric).then(|| path!(Asked, numeric));
        Ok(number.into_iter().chain(numeric).collect())
    }
}

/// Validates the length of a text that must not be empty.
pub(crate) fn at_least_one(length: &i64) -> Result<(), Violation> {
    if *length >= 1 {
        return Ok(());
    }
    let detail = format!("Attribute length value must be at least 1, got: {length}");
    Err(Violation::new(detail).summary("Invalid Attribute Value"))
}

/// Returns the error for a length below the sum of the minima.
fn is_too_short(length: &Value<i64>, least: [&Value<i64>; 4]) -> Option<String> {
    let length = *length.known()?;
    if least.iter().any(|least| least.is_unknown()) {
        return None;
    }
    let needed = least
        .into_iter()
        .filter_map(Value::known)
        .fold(0_i64, |sum, least| sum.saturating_add(*least));
    (length < needed).then(|| {
        format!("Attribute length value must be at least sum of min_upper + min_lower + min_numeric + min_special, got: {length}")
    })
}

/// Whether all classes of characters are disabled.
fn are_all_false(classes: [&Value<bool>; 4]) -> bool {
    classes
        .into_iter()
        .all(|class| class.known() == Some(&false))
}

/// Returns the planned value of `number` and `numeric`, which are equal.
fn digits(number: Value<bool>, numeric: Value<bool>) -> Result<[Value<bool>; 2]> {
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

/// Whether a change of the special characters requires a new text. Null and an empty text are equal.
fn needs_new_text(prior: &Value<String>, planned: &Value<String>) -> bool {
    match planned {
        Value::Unknown(_) => false,
        Value::Known(_) => true,
        Value::Null => prior.known().is_none_or(|prior| !prior.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
