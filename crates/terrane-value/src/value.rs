use crate::data::Data;
use crate::refinement::Unknown;

/// A value that is null, unknown or known. Every value in Terraform has one of these three states.
///
/// `Value` without a type parameter holds data of any type. `Value<i64>`, for example, holds a number in a struct of a provider's author.
///
/// ```
/// # use terrane_value::Value;
/// let legs: Value<i64> = 4.into();
/// assert_eq!(legs.map(|legs| legs * 2), Value::Known(8));
/// assert!(Value::<i64>::unknown().is_unknown());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value<T = Data> {
    /// The value is not set.
    #[default]
    Null,
    /// The value is not known yet. It may have a refinement.
    Unknown(Unknown),
    /// The value is set and known.
    Known(T),
}

impl<T> Value<T> {
    /// Creates an unknown value without a refinement.
    pub const fn unknown() -> Self {
        Self::Unknown(Unknown::new())
    }

    /// Returns whether the value is null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns whether the value is unknown. A known collection may still contain unknown values.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Returns whether the value is known and not null.
    pub const fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// Returns a reference to the data, if the value is known and not null.
    pub fn known(&self) -> Option<&T> {
        self.as_ref().into_known()
    }

    /// Returns a mutable reference to the data, if the value is known and not null.
    pub fn known_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Known(data) => Some(data),
            Self::Null | Self::Unknown(_) => None,
        }
    }

    /// Converts the value into its data, if it is known and not null.
    pub fn into_known(self) -> Option<T> {
        match self {
            Self::Known(data) => Some(data),
            Self::Null | Self::Unknown(_) => None,
        }
    }

    /// Converts a reference to a value into a value of a reference to its data.
    pub fn as_ref(&self) -> Value<&T> {
        match self {
            Self::Null => Value::Null,
            Self::Unknown(unknown) => Value::Unknown(unknown.clone()),
            Self::Known(data) => Value::Known(data),
        }
    }

    /// Applies a function to the data of a known value.
    pub fn map<U>(self, function: impl FnOnce(T) -> U) -> Value<U> {
        match self {
            Self::Null => Value::Null,
            Self::Unknown(unknown) => Value::Unknown(unknown),
            Self::Known(data) => Value::Known(function(data)),
        }
    }

    /// Applies a fallible function to the data of a known value.
    ///
    /// # Errors
    ///
    /// Fails if the function fails.
    pub fn try_map<U, E>(self, function: impl FnOnce(T) -> Result<U, E>) -> Result<Value<U>, E> {
        Ok(match self {
            Self::Null => Value::Null,
            Self::Unknown(unknown) => Value::Unknown(unknown),
            Self::Known(data) => Value::Known(function(data)?),
        })
    }
}

impl<T> From<T> for Value<T> {
    fn from(data: T) -> Self {
        Self::Known(data)
    }
}

impl<T> From<Option<T>> for Value<T> {
    fn from(data: Option<T>) -> Self {
        data.map_or(Self::Null, Self::Known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_small() {
        assert!(size_of::<Value>() <= 48, "{}", size_of::<Value>());
    }

    #[test]
    fn crosses_threads_and_needs_no_default_inside() {
        fn check<T: Send + Sync + Default>() {}
        struct Plain;
        check::<Value>();
        check::<Value<Plain>>();
    }

    #[test]
    fn maps_only_known_values() {
        assert_eq!(Value::<i64>::Null.map(|n| n + 1), Value::Null);
        assert_eq!(Value::<i64>::unknown().map(|n| n + 1), Value::unknown());
        assert_eq!(Value::Known(1).try_map(|_| Err::<i64, _>("no")), Err("no"));
        assert_eq!(
            Value::<i64>::Null.try_map(|_| Err::<i64, _>("no")),
            Ok(Value::Null)
        );
        assert_eq!(Value::<i64>::from(None), Value::Null);
        assert_eq!(Value::<i64>::from(Some(1)), Value::Known(1));
    }
}
