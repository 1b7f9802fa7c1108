//! One request and one response for each RPC, in plain structs.

mod action;
mod capability;
mod data_source;
mod ephemeral;
mod function;
mod identity;
mod list;
mod provider;
mod provisioner;
mod resource;
mod shared;
mod state_store;

pub use action::*;
pub use capability::*;
pub use data_source::*;
pub use ephemeral::*;
pub use function::*;
pub use identity::*;
pub use list::*;
pub use provider::*;
pub use provisioner::*;
pub use resource::*;
pub use shared::*;
pub use state_store::*;
