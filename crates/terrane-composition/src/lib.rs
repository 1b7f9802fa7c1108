//! Composition of providers: several providers as one, translation of protocol versions, programs as members, and layers around every call.
//!
//! Most types here wrap a [`Provider`](terrane_protocol::Provider) and implement it. [`guide::composition`] explains the parts, and
//! [`guide::one_resource_at_a_time`] shows how a provider moves from Go to Rust. A provider of one crate needs none of this.
//!
//! | to | use |
//! |---|---|
//! | serve several providers as one | [`Mux`], [`MuxMember`] |
//! | take a program in another language as a member | [`ForeignProvider`], [`Pin`] |
//! | see, change or refuse each call | [`intercept`], [`Interceptor`] |
//! | serve a provider over the other protocol version | [`Upgrade`], [`Downgrade`], [`Proxy`] |
//! | write the manifest of a provider for registries | [`registry_manifest`] |
//! | start a provider in another process, and call it | [`ProviderProcess`] |
//! | call a provider in this process as a host does | [`through_wire`] |

mod answers;
mod client;
mod foreign;
pub mod guide;
mod interceptor;
mod manifest;
mod mux;
#[doc(hidden)]
pub mod peer;
mod process;
mod proxy;
mod relay;
mod through_wire;
mod translate;

pub use foreign::{ForeignProvider, Pin, PinError};
pub use interceptor::{
    DefaultTags, Interceptor, Next, PlannedChange, Policy, ReadOnly, Redaction, Timed, Timing,
    intercept,
};
pub use manifest::{ManifestError, registry_manifest};
pub use mux::{Announced, Mux, MuxMember};
pub use process::{ConnectError, ProviderProcess};
pub use proxy::Proxy;
pub use terrane_plugin::guard_plugins;
pub use terrane_protocol::schema::TypeKind;
pub use terrane_protocol::{Item, Request, Response, Rpc};
pub use through_wire::through_wire;
pub use translate::{Downgrade, DowngradeError, Upgrade};
