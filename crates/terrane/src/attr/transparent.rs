//! Types of an author's own over other types.

use super::Attr;
use crate::schema::Equality;

/// A type whose values can mean the same though they are written differently.
///
/// `#[tf(transparent, equal)]` on a struct asks for it. Where the provider returns a value that is equal to the one before, the one
/// before stays in the state; where the configuration has one that is equal to the state's, the plan keeps the state's. So a value
/// that only looks different is no change.
///
/// # Examples
///
/// ```
/// use terrane::attr::Equal;
/// use terrane::prelude::*;
///
/// /// A host's name, in which case does not matter.
/// #[derive(Schema)]
/// #[tf(transparent, equal, validate(len(1..=253)))]
/// struct HostName(String);
///
/// impl Equal for HostName {
///     fn equal(&self, prior: &Self) -> bool {
///         self.0.eq_ignore_ascii_case(&prior.0)
///     }
/// }
///
/// /// A server.
/// #[derive(Schema)]
/// struct Server {
///     /// What it is called.
///     host: HostName,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say when two of its values mean the same",
    label = "no `Equal`",
    note = "implement `terrane::attr::Equal` for it, or remove `equal`"
)]
pub trait Equal: Attr {
    /// Whether a value means the same as the one before.
    fn equal(&self, prior: &Self) -> bool;
}

/// Creates the equality of a type with its own comparison. `inside` compares the elements of different values.
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
