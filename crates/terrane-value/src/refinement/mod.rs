//! What is known about unknown values.

use std::sync::Arc;

use crate::number::Number;
use crate::text::Text;

mod admit;
mod build;
mod prefix;
mod resolve;

pub(crate) use prefix::safe as safe_prefix;

/// Is an unknown value's knowledge about itself: usually nothing, at times a refinement.
///
/// A host may rely on a refinement that was planned, so it has to hold for the value that is applied.
///
/// ```
/// # use terrane_value::{Unknown, Value};
/// let arn = Unknown::new().not_null().with_string_prefix("arn:aws:")?;
/// assert!(arn.admits(&"arn:aws:iam".into()));
/// assert!(!arn.admits(&Value::Null));
/// # Ok::<(), terrane_value::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unknown(Option<Arc<Refinement>>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Refinement {
    nullness: Nullness,
    range: Range,
}

/// Refines by kind of type; a value has one kind, so its refinement has one at most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
enum Range {
    #[default]
    Any,
    String {
        prefix: Text,
    },
    Number {
        lower: Option<Bound>,
        upper: Option<Bound>,
    },
    Length {
        lower: u64,
        upper: Option<u64>,
    },
}

/// Returns whether an unknown value may turn out null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nullness {
    /// It may be null.
    #[default]
    Maybe,
    /// It will not be null.
    NotNull,
}

/// Ends a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Where the range ends.
    pub number: Number,
    /// Whether the number itself belongs to it.
    pub inclusive: bool,
}

impl Unknown {
    /// How many bytes a refinement takes, besides the text and the digits in it.
    pub(crate) const REFINED_BYTES: usize = size_of::<Refinement>() + 2 * size_of::<usize>() + 48;

    /// Creates an unknown value of which nothing is known.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Returns whether anything is known.
    pub fn is_refined(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether it may turn out null.
    pub fn nullness(&self) -> Nullness {
        self.0
            .as_ref()
            .map_or(Nullness::Maybe, |refinement| refinement.nullness)
    }

    /// Returns what the string will begin with.
    pub fn string_prefix(&self) -> Option<&Text> {
        if let Range::String { prefix } = self.range() {
            Some(prefix)
        } else {
            None
        }
    }

    /// Returns the lower end of the number's range.
    pub fn number_lower(&self) -> Option<&Bound> {
        if let Range::Number { lower, .. } = self.range() {
            lower.as_ref()
        } else {
            None
        }
    }

    /// Returns the upper end of the number's range.
    pub fn number_upper(&self) -> Option<&Bound> {
        if let Range::Number { upper, .. } = self.range() {
            upper.as_ref()
        } else {
            None
        }
    }

    /// Returns how many elements the collection will have at least.
    pub fn length_lower(&self) -> u64 {
        if let Range::Length { lower, .. } = self.range() {
            *lower
        } else {
            0
        }
    }

    /// Returns how many elements the collection will have at most.
    pub fn length_upper(&self) -> Option<u64> {
        if let Range::Length { upper, .. } = self.range() {
            *upper
        } else {
            None
        }
    }

    fn range(&self) -> &Range {
        self.0
            .as_ref()
            .map_or(&Range::Any, |refinement| &refinement.range)
    }
}
