//! Building the refinement of an unknown value, and detecting contradictions.

use std::sync::{Arc, LazyLock};

use super::{Bound, Range, Refinement, Unknown, safe_prefix};
use crate::error::{Error, ErrorKind};
use crate::number::Number;
use crate::text::Text;

/// The most common refinement: the value is not null.
static NOT_NULL: LazyLock<Arc<Refinement>> = LazyLock::new(|| {
    Arc::new(Refinement {
        is_not_null: true,
        range: Range::Any,
    })
});

impl Unknown {
    /// Promises that the value will not be null.
    #[must_use]
    pub fn not_null(mut self) -> Self {
        match &mut self.0 {
            Some(refinement) => Arc::make_mut(refinement).is_not_null = true,
            None => self.0 = Some(Arc::clone(&NOT_NULL)),
        }
        self
    }

    /// Promises that the string will start with a prefix. Characters at the end of the prefix that may combine with the following characters are left
    /// out.
    ///
    /// # Errors
    ///
    /// Fails if the prefix contradicts an earlier prefix, or if the value already has a refinement for another type than a string.
    pub fn with_string_prefix(self, prefix: impl Into<Text>) -> Result<Self, Error> {
        self.with_full_string_prefix(safe_prefix(&prefix.into()))
    }

    /// Promises that the string will start with the whole prefix. The caller must make sure that the following characters cannot combine with the
    /// last character of the prefix.
    ///
    /// # Errors
    ///
    /// Fails if the prefix contradicts an earlier prefix, or if the value already has a refinement for another type than a string.
    pub fn with_full_string_prefix(self, prefix: impl Into<Text>) -> Result<Self, Error> {
        let new = prefix.into();
        if new.is_empty() {
            return Ok(self);
        }
        self.refine(|range| match range {
            Range::Any => Ok(Range::String { prefix: new }),
            Range::String { prefix } if new.starts_with(&*prefix) => {
                Ok(Range::String { prefix: new })
            }
            Range::String { prefix } if prefix.starts_with(&*new) => Ok(Range::String { prefix }),
            Range::String { prefix } => Err(contradiction(format!(
                "the prefixes {prefix:?} and {new:?} contradict each other"
            ))),
            failed @ Range::Failed { .. } => Ok(failed),
            Range::Number { .. } | Range::Length { .. } => Err(other_kind("a string")),
        })
    }

    /// Promises that the number will not be below this bound.
    ///
    /// # Errors
    ///
    /// Fails if no number is between the bounds, or if the value already has a refinement for another type than a number.
    pub fn with_number_lower(
        self,
        number: impl Into<Number>,
        inclusive: bool,
    ) -> Result<Self, Error> {
        let new = Bound {
            number: number.into(),
            inclusive,
        };
        if new.number == Number::NEGATIVE_INFINITY {
            return Ok(self);
        }
        self.refine_number(|lower, upper| (Some(tighter(lower, new, Bound::is_above)), upper))
    }

    /// Promises that the number will not be above this bound.
    ///
    /// # Errors
    ///
    /// Fails if no number is between the bounds, or if the value already has a refinement for another type than a number.
    pub fn with_number_upper(
        self,
        number: impl Into<Number>,
        inclusive: bool,
    ) -> Result<Self, Error> {
        let new = Bound {
            number: number.into(),
            inclusive,
        };
        if new.number == Number::INFINITY {
            return Ok(self);
        }
        self.refine_number(|lower, upper| (lower, Some(tighter(upper, new, |a, b| b.is_above(a)))))
    }

    /// Promises that the collection will have at least `length` elements.
    ///
    /// # Errors
    ///
    /// Fails if the length is above the upper bound, or if the value already has a refinement for another type than a collection.
    pub fn with_length_lower(self, length: u64) -> Result<Self, Error> {
        if length == 0 {
            return Ok(self);
        }
        self.refine_length(|lower, upper| (lower.max(length), upper))
    }

    /// Promises that the collection will have at most `length` elements.
    ///
    /// # Errors
    ///
    /// Fails if the length is below the lower bound, or if the value already has a refinement for another type than a collection.
    pub fn with_length_upper(self, length: u64) -> Result<Self, Error> {
        self.refine_length(|lower, upper| {
            (lower, Some(upper.map_or(length, |upper| upper.min(length))))
        })
    }

    fn refine_number(
        self,
        change: impl FnOnce(Option<Bound>, Option<Bound>) -> (Option<Bound>, Option<Bound>),
    ) -> Result<Self, Error> {
        self.refine(|range| {
            let (lower, upper) = match range {
                Range::Any => change(None, None),
                Range::Number { lower, upper } => change(lower, upper),
                failed @ Range::Failed { .. } => return Ok(failed),
                Range::String { .. } | Range::Length { .. } => return Err(other_kind("a number")),
            };
            if let (Some(lower), Some(upper)) = (&lower, &upper)
                && (lower.number > upper.number
                    || lower.number == upper.number && !(lower.inclusive && upper.inclusive))
            {
                let (lower, upper) = (&lower.number, &upper.number);
                return Err(contradiction(format!(
                    "no number is between the bounds {lower} and {upper}"
                )));
            }
            Ok(Range::Number { lower, upper })
        })
    }

    fn refine_length(
        self,
        change: impl FnOnce(u64, Option<u64>) -> (u64, Option<u64>),
    ) -> Result<Self, Error> {
        self.refine(|range| {
            let (lower, upper) = match range {
                Range::Any => change(0, None),
                Range::Length { lower, upper } => change(lower, upper),
                failed @ Range::Failed { .. } => return Ok(failed),
                Range::String { .. } | Range::Number { .. } => {
                    return Err(other_kind("a collection"));
                }
            };
            match upper {
                Some(upper) if upper < lower => Err(contradiction(format!(
                    "no length is between the bounds {lower} and {upper}"
                ))),
                _ => Ok(Range::Length { lower, upper }),
            }
        })
    }

    fn refine(mut self, change: impl FnOnce(Range) -> Result<Range, Error>) -> Result<Self, Error> {
        let refinement = Arc::make_mut(self.0.get_or_insert_default());
        refinement.range = change(std::mem::take(&mut refinement.range))?;
        Ok(self)
    }
}

impl Bound {
    /// Returns whether this bound, as a lower bound, admits fewer numbers than the other bound.
    fn is_above(&self, other: &Self) -> bool {
        self.number > other.number
            || self.number == other.number && !self.inclusive && other.inclusive
    }
}

fn tighter(old: Option<Bound>, new: Bound, tightens: impl FnOnce(&Bound, &Bound) -> bool) -> Bound {
    match old {
        Some(old) if !tightens(&new, &old) => old,
        _ => new,
    }
}

fn contradiction(message: String) -> Error {
    Error::new(ErrorKind::Refinement, message)
}

fn other_kind(kind: &str) -> Error {
    contradiction(format!(
        "what is refined as something else cannot be refined as {kind}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::ty::Type;
    use crate::value::Value;

    #[test]
    fn keeps_the_tighter_bound() {
        let unknown = Unknown::new()
            .with_number_lower(1, true)
            .unwrap()
            .with_number_lower(1, false)
            .unwrap();
        assert_eq!(
            unknown.number_lower(),
            Some(&Bound {
                number: 1.into(),
                inclusive: false
            })
        );
        let unknown = unknown
            .with_number_lower(0, true)
            .unwrap()
            .with_number_upper(5, true)
            .unwrap();
        assert_eq!(unknown.number_lower().unwrap().number, 1.into());
        let unknown = unknown
            .with_number_upper(9, true)
            .unwrap()
            .with_number_upper(4, true)
            .unwrap();
        assert_eq!(unknown.number_upper().unwrap().number, 4.into());
        let unknown = Unknown::new()
            .with_length_lower(2)
            .unwrap()
            .with_length_lower(1)
            .unwrap();
        assert_eq!((unknown.length_lower(), unknown.length_upper()), (2, None));
        let unknown = Unknown::new()
            .with_string_prefix("a-b-")
            .unwrap()
            .with_string_prefix("a-")
            .unwrap();
        assert_eq!(unknown.string_prefix().unwrap(), "a-b-");
    }

    #[test]
    fn refuses_contradictions() {
        for (refused, message) in [
            (
                Unknown::new()
                    .with_number_lower(1, true)
                    .unwrap()
                    .with_number_upper(1, false),
                "no number is between the bounds 1 and 1",
            ),
            (
                Unknown::new()
                    .with_length_upper(1)
                    .unwrap()
                    .with_length_lower(2),
                "no length is between the bounds 2 and 1",
            ),
            (
                Unknown::new()
                    .with_string_prefix("a-")
                    .unwrap()
                    .with_string_prefix("b-"),
                "the prefixes \"a-\" and \"b-\" contradict each other",
            ),
            (
                Unknown::new()
                    .with_string_prefix("a-")
                    .unwrap()
                    .with_length_lower(2),
                "what is refined as something else cannot be refined as a collection",
            ),
            (
                Unknown::new()
                    .with_length_lower(2)
                    .unwrap()
                    .with_number_lower(2, true),
                "what is refined as something else cannot be refined as a number",
            ),
        ] {
            let error = refused.unwrap_err();
            assert_eq!(
                (error.kind(), error.message()),
                (ErrorKind::Refinement, message)
            );
        }
    }

    #[test]
    fn an_empty_refinement_refines_nothing() {
        let unknown = Unknown::new()
            .with_length_lower(0)
            .unwrap()
            .with_full_string_prefix("")
            .unwrap()
            .with_number_lower(Number::NEGATIVE_INFINITY, true)
            .unwrap();
        assert!(
            !unknown
                .with_number_upper(Number::INFINITY, true)
                .unwrap()
                .is_refined()
        );
    }

    #[test]
    fn one_value_left_is_that_value() {
        let one = Unknown::new()
            .with_number_lower(1, true)
            .unwrap()
            .with_number_upper(1, true)
            .unwrap();
        assert!(
            one.clone().resolve(&Type::Number).is_unknown(),
            "it may be null"
        );
        assert_eq!(one.not_null().resolve(&Type::Number), 1.into());
        let none = Unknown::new().not_null().with_length_upper(0).unwrap();
        assert_eq!(
            none.clone().resolve(&Type::map(Type::Bool)),
            Value::mapping::<&str, bool>([])
        );
        assert_eq!(none.resolve(&Type::set(Type::Bool)), Value::set::<bool>([]));
        let two = Unknown::new()
            .not_null()
            .with_length_lower(2)
            .unwrap()
            .with_length_upper(2)
            .unwrap();
        assert!(two.clone().resolve(&Type::set(Type::Bool)).is_unknown());
        assert_eq!(
            two.resolve(&Type::list(Type::Bool)),
            Value::list([Value::unknown(), Value::unknown()])
        );
    }

    #[test]
    fn is_one_word_wide() {
        assert_eq!(size_of::<Unknown>(), size_of::<usize>());
    }
}
