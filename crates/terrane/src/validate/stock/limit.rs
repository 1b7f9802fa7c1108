//! Lengths and ranges.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};

use super::form::Form;
use crate::attr::Set;
use crate::messages;
use crate::schema::{Constraint, Violation};
use crate::validate::Check;

/// Limits the length of a string (in characters) or the number of elements of a collection.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, len};
///
/// assert!(len(1..=3).check("abc").is_ok());
/// assert!(len(1..=3).check(&[1, 2, 3, 4][..]).is_err());
/// ```
pub fn len(range: impl RangeBounds<usize>) -> Len {
    Len {
        start: range.start_bound().cloned(),
        end: range.end_bound().cloned(),
    }
}

/// The validator of [`len`].
#[derive(Debug)]
pub struct Len {
    start: Bound<usize>,
    end: Bound<usize>,
}

impl Len {
    fn check(&self, len: usize, unit: &str) -> Result<(), Violation> {
        if (self.start, self.end).contains(&len) {
            return Ok(());
        }
        let bounds = bounds(&self.start, &self.end);
        Err(messages::wrong_length(&bounds, unit, len))
    }

    fn constraint(&self, of: fn(Option<u64>, Option<u64>) -> Constraint) -> Constraint {
        // A limit that no length satisfies has no form as data.
        let number = |limit: Option<usize>| limit.and_then(|it| u64::try_from(it).ok());
        let minimum = match self.start {
            Bound::Included(start) => number(Some(start)),
            Bound::Excluded(start) => number(start.checked_add(1)),
            Bound::Unbounded => None,
        };
        let maximum = match self.end {
            Bound::Included(end) => number(Some(end)),
            Bound::Excluded(end) => number(end.checked_sub(1)),
            Bound::Unbounded => None,
        };
        of(minimum, maximum)
    }
}

impl Check<str> for Len {
    fn describe(&self) -> String {
        format!("{} characters", bounds(&self.start, &self.end))
    }

    fn constraint(&self) -> Option<Constraint> {
        Some(Len::constraint(self, Constraint::characters))
    }

    fn check(&self, value: &str) -> Result<(), Violation> {
        Len::check(self, value.chars().count(), "characters")
    }
}

/// Limits the length of a string in bytes.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, bytes};
///
/// assert!(bytes(..=63).check("zoo").is_ok());
/// assert!(bytes(..=3).check("häß").is_err());
/// ```
pub fn bytes(range: impl RangeBounds<usize>) -> Form<str> {
    let len = len(range);
    let constraint = Len::constraint(&len, Constraint::bytes);
    let description = format!("{} bytes", bounds(&len.start, &len.end));
    let form = Form::new(description, move |value: &str, _| {
        Len::check(&len, value.len(), "bytes")
    });
    form.with_constraint(constraint)
}

macro_rules! elements {
    ($($ty:ty),*) => {$(
        impl<T> Check<$ty> for Len {
            fn describe(&self) -> String {
                format!("{} elements", bounds(&self.start, &self.end))
            }

            fn constraint(&self) -> Option<Constraint> {
                Some(Len::constraint(self, Constraint::elements))
            }

            fn check(&self, value: &$ty) -> Result<(), Violation> {
                Len::check(self, value.len(), "elements")
            }
        }
    )*};
}

elements!([T], Set<T>, BTreeMap<String, T>);

/// Limits a number.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, range};
///
/// assert!(range(0..=1000).check(&4i64).is_ok());
/// assert!(range(0.5..).check(&0.25f64).is_err());
/// ```
pub fn range<N>(range: impl RangeBounds<N>) -> Form<N>
where
    N: Clone + PartialOrd + Display + Send + Sync + 'static,
{
    let (start, end) = (range.start_bound().cloned(), range.end_bound().cloned());
    let text = |bound: &Bound<N>| bound.as_ref().map(N::to_string);
    let constraint = Constraint::range(text(&start), text(&end));
    let bounds = bounds(&start, &end);
    let form = Form::new(bounds.clone(), move |value: &N, _| {
        if (start.as_ref(), end.as_ref()).contains(value) {
            return Ok(());
        }
        Err(messages::not_in_range(&bounds, value))
    });
    form.with_constraint(constraint)
}

/// Requires that a whole number is a multiple of another one.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, multiple_of};
///
/// assert!(multiple_of(8).check(&64i64).is_ok());
/// assert!(multiple_of(8).check(&63i64).is_err());
/// ```
pub fn multiple_of<N>(divisor: N) -> Form<N>
where
    N: Copy + Display + Into<i128> + Send + Sync + 'static,
{
    let constraint = Constraint::multiple_of(divisor.to_string());
    let expected = format!("a multiple of {divisor}");
    let form = Form::new(expected.clone(), move |value: &N, _| {
        let (number, divisor): (i128, i128) = ((*value).into(), divisor.into());
        // Zero is the only multiple of zero.
        let is_multiple = match divisor {
            0 => number == 0,
            divisor => number.wrapping_rem(divisor) == 0,
        };
        if is_multiple {
            return Ok(());
        }
        Err(messages::unexpected_value(&expected, value))
    });
    form.with_constraint(constraint)
}

/// Formats a range: "between 1 and 64", "at least 1".
fn bounds<N: Display>(start: &Bound<N>, end: &Bound<N>) -> String {
    let start = match start {
        Bound::Included(start) => Some(format!("at least {start}")),
        Bound::Excluded(start) => Some(format!("above {start}")),
        Bound::Unbounded => None,
    };
    let end = match end {
        Bound::Included(end) => Some(format!("at most {end}")),
        Bound::Excluded(end) => Some(format!("below {end}")),
        Bound::Unbounded => None,
    };
    match (start, end) {
        (Some(start), Some(end)) => format!("{start} and {end}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "any number of".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_expectation_and_finding() {
        let message = |violation: Result<(), Violation>| violation.unwrap_err().detail().to_owned();
        assert_eq!(
            message(Check::check(&len(1..=3), "abcd")),
            "expected at least 1 and at most 3 characters, found 4"
        );
        assert_eq!(
            message(range(..10).check(&10i64)),
            "expected a number below 10, found 10"
        );
        assert_eq!(
            message(bytes(..=3).check("häß")),
            "expected at most 3 bytes, found 5"
        );
        assert_eq!(
            message(multiple_of(8).check(&-12i64)),
            "expected a multiple of 8, found -12"
        );
    }

    #[test]
    fn multiples_have_any_sign_and_include_zero() {
        for number in [-16i64, 0, 8] {
            assert_eq!(multiple_of(8).check(&number), Ok(()), "{number}");
        }
        assert_eq!(multiple_of(0u8).check(&0), Ok(()));
        assert!(multiple_of(0u8).check(&1).is_err());
        assert_eq!(multiple_of(-1).check(&i64::MIN), Ok(()));
    }
}
