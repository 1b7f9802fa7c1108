//! Composition of providers: several providers as one, translation of protocol versions, binaries as members, and layers around every call.
//!
//! [`guide::composition`](crate::guide::composition) explains them, and [`guide::one_resource_at_a_time`](crate::guide::one_resource_at_a_time) shows how a
//! provider moves from Go to Rust.

use std::process::Command;

pub use terrane_protocol::interceptor::{
    DefaultTags, PlannedChange, Policy, ReadOnly, Redaction, Timed, Timing,
};
pub use terrane_protocol::schema::TypeKind;
pub use terrane_protocol::{
    Announced, Downgrade, DowngradeError, ForeignProvider, Interceptor, Item, ManifestError,
    Member, Mux, Next, Pin, PinError, Proxy, Request, Response, Rpc, Upgrade, end_guarded_plugins,
    guard_plugins, intercept, registry_manifest,
};

/// Creates a proxy in front of the provider that a command starts, to serve it over the other protocol version.
///
/// `cargo terrane proxy` is a program that does this.
///
/// # Examples
///
/// ```no_run
/// use std::process::Command;
/// use terrane::serve::Version;
///
/// fn main() {
///     terrane::proxy(Command::new("/opt/terraform-provider-zoo")).version(Version::V5).serve()
/// }
/// ```
pub fn proxy(command: Command) -> Proxy {
    Proxy::new(command)
}
