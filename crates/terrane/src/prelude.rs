//! The items that most source files of a provider need: `use terrane::prelude::*;`.
//!
//! It has no name that hides one of the standard library, such as `Path`: write [`terrane::Path`](crate::Path) where a value of the type is needed.

pub use crate::action::Action;
pub use crate::attr::{Computed, Dynamic, Partial, Sensitive, Set, WriteOnly};
pub use crate::context::{
    CloseContext, ConfigureContext, CreateContext, DeleteContext, ImportContext, InvokeContext,
    ListContext, OpenContext, PlanActionContext, ReadContext, ReadDataContext, RenewContext,
    UpdateContext, ValidateContext,
};
pub use crate::data_source::DataSource;
pub use crate::ephemeral::Ephemeral;
pub use crate::error::{Error, Result, ResultExt};
pub use crate::list::{ListResource, Listed};
pub use crate::model::{Draft, Key};
pub use crate::plan::PlanContext;
pub use crate::provider::{Provider, Registry};
pub use crate::resource::{Found, Prior, Resource, StateOnly};
pub use crate::timeouts::Timeouts;
pub use crate::{Attr, Model, Number, Value, function, known, path, provider};
