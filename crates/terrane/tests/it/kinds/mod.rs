//! Every kind of thing that a provider has next to resources, data sources and functions, as hosts see it in process.

mod absent;
mod action;
mod configure;
mod deferral;
mod ephemeral;
mod function;
mod hooks;
mod interrupted;
mod later;
mod list;
mod list_by_key;
mod list_elsewhere;
mod meta;
mod panics;
mod patterns;
mod prefix;
mod provisioner;
mod record;
mod schema_errors;
mod settings;
mod shared;
mod state_store;
mod timeouts;
mod unknown_settings;
mod untyped;
mod validators;
