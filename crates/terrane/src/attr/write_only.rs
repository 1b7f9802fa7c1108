//! Values that are in the configuration only.

use std::fmt;

use terrane_value::Value;

use super::{Attr, DecodeError, Field, Presence};

/// A value that the provider sees while it creates or updates an object, and that is stored nowhere.
///
/// It comes from the configuration, not from the plan, and is null in every plan and state. Without `#[tf(required)]` it may be left out. It
/// becomes null wherever it is written, so a model that holds one can be returned as it is.
///
/// # Changes
///
/// Nobody can tell from the state whether it has changed. `#[tf(counts(password))]` on a `Computed<i64>` of the same model counts that: 1 with
/// the first value, 0 before there was one, and one more whenever another value is configured than was handed over last. The plan shows the new
/// number, so the host asks for an update, and `update` sees that it is not the prior one. The framework alone fills it: what a call returns
/// there does not matter.
///
/// - What is not known in a plan is counted when it is applied: such a plan is an update, also if nothing changes in the end. So is every plan
///   with a value that is made anew in each run. If it is another one when it is applied, the planned number stays.
/// - Taking the value out of the configuration is no change, and neither is one that `ignore_changes` hides: what was handed over stays.
/// - After an import, and for objects from before there was a count, nothing has been handed over: a configured value is sent with the next
///   update, and without one nothing changes.
/// - After a failure the next plan counts the same change again.
///
/// To notice a change, a keyed hash (HMAC-SHA-256) of the value is stored with the object where no user sees it, in its private state, and
/// the key, which is random and another one for each object, beside it. That shows neither the value nor that two objects have the same one.
/// But who has the state can try guesses, as fast as their machine hashes: a random password withstands that, one from a dictionary does
/// not. Where that is too little, let the configuration count, with an ordinary `password_version: i64`.
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
///     /// Counts the passwords.
///     #[tf(counts(password))]
///     password_version: Computed<i64>,
/// }
///
/// /// What an update sends.
/// fn new_password<'a>(plan: &'a User, prior: &UserDraft) -> Option<&'a str> {
///     let changed = prior.password_version.known() != plan.password_version.get();
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
    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null | Value::Unknown(_) => Ok(Self(None)),
            Value::Known(data) => T::decode(data).map(Self::from),
        }
    }

    /// Null, always.
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
