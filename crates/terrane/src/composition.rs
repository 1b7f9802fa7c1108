//! Providers made of providers: several as one, one protocol version as the other, and layers that see every call.
//!
//! [`guide::composition`](crate::guide::composition) explains them.

pub use terrane_protocol::interceptor::{
    DefaultTags, PlannedChange, Policy, ReadOnly, Redaction, Timed, Timing,
};
pub use terrane_protocol::{
    Announced, Downgrade, DowngradeError, Interceptor, Item, ManifestError, Member, Mux, Next,
    Request, Response, Rpc, Upgrade, intercept, registry_manifest,
};
