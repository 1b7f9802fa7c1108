//! The type-erased traits of every kind: their methods take and return values instead of Rust types.
//!
//! The crate `terrane` adapts its typed traits to these. Implement them directly if the schema is made at run time: for a bridge, for a provider in
//! another language, or for generated code.

mod action;
mod change;
mod data_source;
mod ephemeral;
mod found;
mod function;
mod future;
mod list;
mod lock;
mod provider;
mod provisioner;
mod resource;
mod state_store;

pub use self::action::DynAction;
pub use self::change::{ChangeKind, DynPlanContext};
pub use self::data_source::DynDataSource;
pub use self::ephemeral::DynEphemeral;
pub use self::found::Found;
pub use self::function::{DynFunction, Parameter, Signature};
pub use self::future::{BoxFuture, Configured};
pub use self::list::{DynList, DynListed};
pub use self::lock::Lock;
pub use self::provider::DynProvider;
pub use self::provisioner::DynProvisioner;
pub use self::resource::DynResource;
pub use self::state_store::{DynStateStore, DynStore};
