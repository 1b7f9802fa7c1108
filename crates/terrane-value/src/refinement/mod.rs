//! Unknown values and their refinements, such as the prefix of a string that is not known yet.

use std::sync::Arc;

use crate::number::Number;
use crate::text::Text;

mod admit;
mod build;
mod prefix;
mod resolve;

pub(crate) use prefix::safe as safe_prefix;

/// An unknown value, with an optional refinement. A refinement is a promise about the value, such as that it will not be null.
///
/// Hosts rely on the refinements in a plan, so the applied value must satisfy them.
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
    /// Whether the value will not be null.
    is_not_null: bool,
    range: Range,
}

/// The part of a refinement that depends on the type of the value.
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
    /// The value could not be expressed.
    Failed {
        cause: Text,
    },
}

/// A lower or upper bound of a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The number at the end of the range.
    pub number: Number,
    /// Whether the number itself belongs to the range.
    pub inclusive: bool,
}

impl Unknown {
    /// How many bytes a refinement takes, in addition to its text and digits.
    pub(crate) const REFINED_BYTES: usize = size_of::<Refinement>() + 2 * size_of::<usize>() + 48;

    /// Creates an unknown value without a refinement.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Creates an unknown value in place of one that cannot be expressed, such as NaN. The cause completes "the value cannot be encoded: ..".
    ///
    /// It never reaches a host: encoding it fails with the cause. So code that converts values cannot lose the reason why a value is missing.
    ///
    /// ```
    /// # use terrane_value::{Type, Unknown, Value, msgpack};
    /// let ratio = Value::Unknown(Unknown::failed("expected a number, found NaN"));
    /// let error = msgpack::encode(&ratio, &Type::Number).unwrap_err();
    /// assert_eq!(error.to_string(), "expected a number, found NaN");
    /// ```
    pub fn failed(cause: impl Into<Text>) -> Self {
        let range = Range::Failed {
            cause: cause.into(),
        };
        Self(Some(Arc::new(Refinement {
            is_not_null: false,
            range,
        })))
    }

    /// Returns why the value cannot be expressed, if this is the reason why it is unknown.
    pub fn failure(&self) -> Option<&Text> {
        if let Range::Failed { cause } = self.range() {
            Some(cause)
        } else {
            None
        }
    }

    /// Returns whether the value has a refinement.
    pub fn is_refined(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether the value will not be null.
    pub fn is_not_null(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|refinement| refinement.is_not_null)
    }

    /// Returns the prefix with which the string will start.
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

    /// Returns the smallest number of elements that the collection will have.
    pub fn length_lower(&self) -> u64 {
        if let Range::Length { lower, .. } = self.range() {
            *lower
        } else {
            0
        }
    }

    /// Returns the largest number of elements that the collection will have.
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
