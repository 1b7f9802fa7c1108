//! Fields that count changes.

use super::{Computed, Field};

/// A field that can count the changes of a write-only one: `#[tf(counts(password))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not count changes",
    label = "not a `Computed<i64>`",
    note = "a counter of changes of a write-only value is a `Computed<i64>`, which the framework fills"
)]
pub trait Counter: Field {}

impl Counter for Computed<i64> {}

/// Requires a type that can count. The derive calls it for fields with `counts`.
pub const fn is_counter<F: Counter>() {}
