//! Plan hooks: author code that changes plans beyond the options of fields.
//!
//! The framework plans configured values unchanged, defaults, and unknown values for computed attributes. A plan hook
//! for a single field is a [`Modify`] (`#[tf(plan = ..)]`). The plan hook for the whole object is
//! [`Resource::plan`](crate::Resource::plan), which gets a [`Change`].

mod change;
mod field;
mod refine;

pub use self::change::{Change, ChangeKind, DynChange};
pub(crate) use self::field::RawChange;
pub use self::field::{FieldChange, Modifier, Modify, condition, modifier};
pub use self::refine::{HasLength, HasRange, Refinement, TextAttr, len, prefix, range};
pub use terrane_protocol::DeferredReason as Reason;
