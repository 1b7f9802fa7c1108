use super::{Bound, Range, Unknown};
use crate::data::Data;
use crate::value::Value;

impl Unknown {
    /// Returns whether this unknown value may become the given value.
    ///
    /// Another unknown value is admitted if both may become the same value.
    pub fn admits(&self, value: &Value) -> bool {
        match value {
            Value::Null => !self.is_not_null(),
            Value::Unknown(other) => {
                let null = !self.is_not_null() && !other.is_not_null();
                null || self.meets(other)
            }
            Value::Known(Data::Dynamic(typed)) => self.admits(&typed.value),
            Value::Known(data) => self.range().holds(data),
        }
    }

    /// Returns whether both may become the same value other than null.
    fn meets(&self, other: &Self) -> bool {
        match (self.range(), other.range()) {
            (Range::Any | Range::Failed { .. }, _) | (_, Range::Any | Range::Failed { .. }) => true,
            (Range::String { prefix: a }, Range::String { prefix: b }) => {
                a.starts_with(b.as_str()) || b.starts_with(a.as_str())
            }
            (Range::Number { lower: a, upper: b }, Range::Number { lower: c, upper: d }) => {
                order(a.as_ref(), d.as_ref()) && order(c.as_ref(), b.as_ref())
            }
            (Range::Length { lower: a, upper: b }, Range::Length { lower: c, upper: d }) => {
                d.is_none_or(|d| *a <= d) && b.is_none_or(|b| *c <= b)
            }
            _ => false,
        }
    }
}

/// Returns whether any number lies between the bounds.
fn order(lower: Option<&Bound>, upper: Option<&Bound>) -> bool {
    match (lower, upper) {
        (Some(lower), Some(upper)) => {
            lower.number < upper.number
                || lower.number == upper.number && lower.inclusive && upper.inclusive
        }
        _ => true,
    }
}

impl Range {
    fn holds(&self, data: &Data) -> bool {
        match (self, data) {
            (Self::Any | Self::Failed { .. }, _) => true,
            (Self::String { prefix }, Data::String(text)) => text.starts_with(prefix.as_str()),
            (Self::Number { lower, upper }, Data::Number(number)) => {
                let exactly = Bound {
                    number: number.clone(),
                    inclusive: true,
                };
                order(lower.as_ref(), Some(&exactly)) && order(Some(&exactly), upper.as_ref())
            }
            (Self::Length { lower, upper }, data) => lengths(data).is_some_and(|(fewest, most)| {
                most >= *lower && upper.is_none_or(|upper| fewest <= upper)
            }),
            _ => false,
        }
    }
}

/// Returns the smallest and largest number of elements that a collection may have once it is known. Unknown elements of a set may become equal.
fn lengths(data: &Data) -> Option<(u64, u64)> {
    let (fewest, most) = match data {
        Data::List(elements) => (elements.len(), elements.len()),
        Data::Map(elements) => (elements.len(), elements.len()),
        Data::Set(elements) => {
            let known = elements
                .iter()
                .filter(|element| element.is_wholly_known())
                .count();
            (known.max(elements.len().min(1)), elements.len())
        }
        Data::Bool(_)
        | Data::Number(_)
        | Data::String(_)
        | Data::Object(_)
        | Data::Tuple(_)
        | Data::Dynamic(_) => {
            return None;
        }
    };
    Some((fewest.try_into().ok()?, most.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::ty::Type;

    #[test]
    fn sets_may_shrink_while_they_are_unknown() {
        let at_most_one = Unknown::new().with_length_upper(1).unwrap();
        assert!(at_most_one.admits(&Value::set([Value::unknown(), Value::unknown()])));
        assert!(!at_most_one.admits(&Value::set([1, 2])));
        assert!(!at_most_one.admits(&Value::list([Value::unknown(), Value::unknown()])));
        assert!(
            !Unknown::new()
                .with_length_lower(3)
                .unwrap()
                .admits(&Value::set([Value::unknown(), Value::unknown()]))
        );
    }

    #[test]
    fn unknown_values_are_admitted_while_they_overlap() {
        let number = |lower, upper| {
            Unknown::new()
                .with_number_lower(lower, true)
                .unwrap()
                .with_number_upper(upper, true)
                .unwrap()
                .not_null()
        };
        assert!(number(1, 5).admits(&Value::Unknown(number(5, 9))));
        assert!(!number(1, 4).admits(&Value::Unknown(number(5, 9))));
        let null_too = Unknown::new().with_number_lower(7, true).unwrap();
        assert!(!number(1, 4).admits(&Value::Unknown(null_too.clone())));
        assert!(
            Unknown::new()
                .with_number_upper(4, true)
                .unwrap()
                .admits(&Value::Unknown(null_too)),
            "both may be null"
        );
        let prefix = |text: &str| {
            Unknown::new()
                .not_null()
                .with_full_string_prefix(text)
                .unwrap()
        };
        assert!(prefix("ab").admits(&Value::Unknown(prefix("a"))));
        assert!(!prefix("ab").admits(&Value::Unknown(prefix("ac"))));
        assert!(!prefix("a").admits(&1.into()));
    }

    #[test]
    fn a_dynamic_place_is_inspected() {
        let typed = crate::Typed {
            ty: Type::String,
            value: Value::Null,
        };
        assert!(!Unknown::new().not_null().admits(&typed.into()));
    }
}
