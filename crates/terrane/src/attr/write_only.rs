//! Write-only values.

use std::fmt;

use terrane_value::Value;

use super::{Attr, DecodeError, Field, Presence};

/// A value that the provider gets when it creates or updates an object, and that is never stored.
///
/// It comes from the configuration, not from the plan, and is null in every plan and state. Without `#[tf(required)]` it is optional. It
/// is encoded as null, so a model can be returned with it.
///
/// # Changes
///
/// The state does not show whether the value has changed. `#[tf(counts(password))]` on a `Computed<i64>` of the same model counts its changes. The
/// count is 0 without a value, and 1 with the first value. It rises with each configured value that differs from the last value passed to the
/// provider. The plan shows the new number, so the host requests an update, and `update` can compare the number with the prior one. Only the
/// framework fills the count: a number that a call returns is ignored.
///
/// - A value that is unknown in a plan is counted during the apply: such a plan is an update, even if nothing changes in the end. So is every plan
///   with a value that is generated in each run. If it differs during the apply, the planned number stays.
/// - Removing the value from the configuration is no change, and neither is a change that `ignore_changes` hides.
/// - After an import, and for an object that a version without a count stored, no value counts as passed. A configured value is then passed with the
///   next update. Without a configured value, nothing changes.
/// - After a failure the next plan counts the same change again.
///
/// To notice a change, the framework stores a keyed hash (HMAC-SHA-256) of the value in the private state of the object, which users do not see. Its
/// key is stored there, too, and is random for each object. The hash reveals neither the value nor that two objects have the same value. But an
/// attacker with the state can test guesses at the speed of the hash. A random password withstands that, a password from a dictionary does not. If
/// that is a risk, use an ordinary `password_version: i64` in the configuration instead.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// A user of the zoo.
/// #[derive(Model)]
/// struct User {
///     /// The password, which is in no state.
///     #[tf(required)]
///     password: WriteOnly<Sensitive<String>>,
///     /// Counts the passwords.
///     #[tf(counts(password))]
///     password_version: Computed<i64>,
/// }
///
/// /// What an update sends.
/// fn new_password<'a>(plan: &'a User, prior: &UserDraft) -> Option<&'a str> {
///     let changed = prior.password_version.known() != plan.password_version.known();
///     Some(plan.password.get().filter(|_| changed)?.expose().as_str())
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct WriteOnly<T>(Option<T>);

impl<T> WriteOnly<T> {
    /// Creates a value that is not configured.
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

    /// An unknown value counts as not configured, because the plan precedes the value.
    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null | Value::Unknown(_) => Ok(Self(None)),
            Value::Known(data) => T::decode(data).map(Self::from),
        }
    }

    /// Always encodes null.
    fn take_value(&mut self) -> Value {
        Value::Null
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(Self::none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_only_value_is_read_and_never_written_or_shown() {
        let secret = <WriteOnly<String> as Field>::decode(&"s3cret".into()).unwrap();
        assert_eq!(secret.get().map(String::as_str), Some("s3cret"));
        assert_eq!(format!("{secret:?}"), "WriteOnly(..)");
        assert_eq!(Field::encode(secret), Value::Null);
        assert_eq!(
            <WriteOnly<String> as Field>::decode(&Value::Null).unwrap(),
            WriteOnly::none()
        );
    }
}
