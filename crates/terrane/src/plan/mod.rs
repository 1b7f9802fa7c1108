//! What an author says about plans beyond the settings of fields.
//!
//! The framework plans by itself: configured values as they are, defaults, computed attributes unknown until the change is made. What
//! a single field needs beyond that is a [`Modify`] (`#[tf(plan = ..)]`); what concerns the whole object goes into
//! [`Resource::plan`](crate::Resource::plan), with a [`Change`].

mod change;
mod field;
mod refine;

pub use self::change::{Change, ChangeKind, DynChange};
pub(crate) use self::field::RawChange;
pub use self::field::{FieldChange, Modifier, Modify, condition, modifier};
pub use self::refine::{HasLength, HasRange, Refinement, TextAttr, len, prefix, range};
pub use terrane_protocol::DeferredReason as Reason;
