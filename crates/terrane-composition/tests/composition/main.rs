//! Providers around providers: mux, translation between protocol versions, interceptors, and the manifest of a registry.

mod calls;
mod conflicts;
mod interceptors;
mod lazy;
mod manifest;
mod mux;
mod plans;
mod scripted;
mod translation;
