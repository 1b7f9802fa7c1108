//! Values that are in the configuration only.

use std::fmt;

use terrane_value::Value;

use super::{Attr, DecodeError, Field, Presence};

/// A value that the provider sees while it creates or updates an object, and that is stored nowhere.
///
/// It comes from the configuration, not from the plan, and is null in every plan and state. So nobody can tell from the state whether
/// it has changed: pair it with an ordinary attribute, such as a version, that the configuration changes along with it, and look at
/// the value where that one has changed. Without `#[tf(required)]` it may be left out.
///
/// It becomes null wherever it is written, so a model that holds one can be returned as it is.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// A user of the zoo.
/// #[derive(Schema)]
/// struct User {
///     /// The password, which is in no state.
///     #[tf(required)]
///     password: WriteOnly<Sensitive<String>>,
///     /// Change it to set the password anew.
///     password_version: i64,
/// }
///
/// fn new_password<'a>(plan: &'a User, prior: &UserDraft) -> Option<&'a str> {
///     let changed = prior.password_version.known() != Some(&plan.password_version);
///     Some(plan.password.get().filter(|_| changed)?.expose().as_str())
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct WriteOnly<T>(Option<T>);

impl<T> WriteOnly<T> {
    /// Makes a value that is not configured.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Returns the value if it is configured.
    #[must_use]
    pub const fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// Takes the value if it is configured.
    #[must_use]
    pub fn into_inner(self) -> Option<T> {
        self.0
    }
}

impl<T> WriteOnly<T> {
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> WriteOnly<U> {
        WriteOnly(self.0.map(change))
    }
}

impl<T> Default for WriteOnly<T> {
    fn default() -> Self {
        Self::none()
    }
}

impl<T> From<T> for WriteOnly<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T> fmt::Debug for WriteOnly<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WriteOnly(..)")
    }
}

impl<T: Attr> Field for WriteOnly<T> {
    type Attr = T;
    const PRESENCE: Presence = Presence::Optional;
    const NULLABLE: bool = true;
    const WRITE_ONLY: bool = true;

    /// What is not known yet is not configured: a plan comes before the value does.
    fn decode(value: Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null | Value::Unknown(_) => Ok(Self(None)),
            Value::Known(data) => T::decode(data).map(Self::from),
        }
    }

    /// Null, always.
    fn encode(self) -> Value {
        Value::Null
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_only_value_is_read_and_never_written_or_shown() {
        let secret = <WriteOnly<String> as Field>::decode("s3cret".into()).unwrap();
        assert_eq!(secret.get().map(String::as_str), Some("s3cret"));
        assert_eq!(format!("{secret:?}"), "WriteOnly(..)");
        assert_eq!(Field::encode(secret), Value::Null);
        assert_eq!(
            <WriteOnly<String> as Field>::decode(Value::Null).unwrap(),
            WriteOnly::none()
        );
    }
}
