//! Plan hooks: author code that changes plans beyond the options of fields.
//!
//! The framework plans configured values unchanged, defaults, and unknown values for computed attributes. A plan hook
//! for a single field is a [`Modify`] (`#[tf(plan = ..)]`). The plan hook for the whole object is
//! [`Resource::plan`](crate::Resource::plan), which gets a [`PlanContext`].

mod change;
pub(crate) mod field;
pub(crate) mod refine;

pub use self::change::PlanContext;
pub use self::field::{FieldChange, Modify};
pub use crate::dynamic::ChangeKind;
