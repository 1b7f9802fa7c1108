//! The dynamic form of every kind: traits whose methods take and return values instead of Rust types.
//!
//! Each typed trait is adapted to one of these. [`Registry`](crate::Registry) registers both. Implement them directly where a schema is made at
//! run time: for a bridge, for a provider that another language drives, for generated code.

pub use terrane_framework::dynamic::*;
pub use terrane_framework::server::Registry;

pub use crate::serve::{
    dynamic_provisioner_server as provisioner_server, dynamic_server as server,
    serve_dynamic as serve, serve_dynamic_provisioner as serve_provisioner,
};
