//! Attribute types that an author defines over other types.

use super::Attr;
use crate::schema::Equality;

/// A type with its own equality: values that are written differently may mean the same.
///
/// `#[tf(equal)]` on a struct with `#[derive(Attr)]` requires it. If the provider returns a value that is equal to the prior value, the state keeps the prior
/// value. If the configured value is equal to the value in the state, the plan keeps the value of the state. So another spelling of the same value is
/// no change.
///
/// # Examples
///
/// ```
/// use terrane::Equal;
/// use terrane::prelude::*;
///
/// /// A host's name, in which case does not matter.
/// #[derive(Attr)]
/// #[tf(equal, validate(len(1..=253)))]
/// struct HostName(String);
///
/// impl Equal for HostName {
///     fn equal(&self, prior: &Self) -> bool {
///         self.0.eq_ignore_ascii_case(&prior.0)
///     }
/// }
///
/// /// A server.
/// #[derive(Model)]
/// struct Server {
///     /// The name.
///     host: HostName,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Equal`",
    label = "no `Equal`",
    note = "implement `terrane::Equal` for it, or remove `equal`"
)]
pub trait Equal: Attr {
    /// Returns whether a value means the same as the prior value.
    fn equal(&self, prior: &Self) -> bool;
}

/// Creates the equality of a type that implements [`Equal`]. `inside` compares the elements of values that are not equal.
#[must_use]
pub fn equality_of<T: Attr + Equal>(inside: Option<Equality>) -> Equality {
    Equality::compared(
        |new, prior| {
            let (new, prior) = (T::decode(new), T::decode(prior));
            matches!((new, prior), (Ok(new), Ok(prior)) if new.equal(&prior))
        },
        inside,
    )
}
