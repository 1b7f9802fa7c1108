//! The futures of methods that authors write as `async fn`.

use std::future::Future;

/// The future that an `async fn` returns.
///
/// Every future implements it. Traits such as [`Resource`](crate::Resource) return it, so that the compiler can ask for a missing `async`.
#[diagnostic::on_unimplemented(
    message = "a method that returns a `{Self}` is not `async`",
    label = "the value of an `async fn`",
    note = "write `async fn`"
)]
pub trait Async: Future {}

#[diagnostic::do_not_recommend]
impl<F: Future + ?Sized> Async for F {}
