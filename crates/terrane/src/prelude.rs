//! The items that a provider's source file needs: `use terrane::prelude::*;`.
//!
//! It has no `Path` and no `Read`, which would hide those of `std`: write [`terrane::Path`](crate::Path) where a value of the type is needed.

pub use terrane_derive::provider;

pub use crate::action::Action;
pub use crate::attr::{Computed, Dynamic, Partial, Sensitive, Set, WriteOnly};
pub use crate::context::{
    Close, Configure, Create, Delete, Import, Invoke, List, Open, PlanAction, Private, ReadData,
    ReadResource, Renew, Update, Validate,
};
pub use crate::data_source::DataSource;
pub use crate::ephemeral::Ephemeral;
pub use crate::error::{Error, Result, ResultExt};
pub use crate::list::{ListResource, Listed};
pub use crate::model::{Draft, Filled, Key, ObjectModel};
pub use crate::plan::{Change, FieldChange};
pub use crate::provider::{Provider, Registry};
pub use crate::resource::{Found, Move, Moves, Prior, Resource, StateOnly};
pub use crate::state_store::StateStore;
pub use crate::timeouts::Timeouts;
pub use crate::{Number, Schema, Value, function, known, path};
