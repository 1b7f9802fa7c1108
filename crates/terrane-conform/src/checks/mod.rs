//! The checks, by what they are about.

pub(crate) mod action;
mod core_schema;
pub(crate) mod life;
pub(crate) mod listing;
pub(crate) mod planning;
pub(crate) mod program;
pub(crate) mod reading;
pub(crate) mod schema;
pub(crate) mod state_store;
pub(crate) mod validation;
pub(crate) mod wire;
