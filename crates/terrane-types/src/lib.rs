//! Ready-made attribute types: strings with a meaning, validated in the configuration.
//!
//! Each keeps the original text next to its parsed value, so that the configured text is stored verbatim. All except [`JsonExact`] compare by parsed
//! value (see [`Equal`](terrane::Equal)). If a provider returns the same address or the same JSON in another form, the state keeps its form.
//! Another form in the configuration is no change.
//!
//! # Examples
//!
//! ```
//! use terrane::prelude::*;
//! use terrane_types::{Cidr, Json};
//!
//! /// A network.
//! #[derive(Model)]
//! struct Network {
//!     /// Its addresses.
//!     range: Cidr,
//!     /// Who may use it.
//!     policy: Option<Json>,
//! }
//! ```

mod duration;
mod json;
mod mac;
mod net;
mod text;
mod time;

pub use self::duration::GoDuration;
pub use self::json::{Json, JsonExact};
pub use self::mac::Mac;
pub use self::net::{Cidr, Ip, Ipv4, Ipv4Cidr, Ipv6, Ipv6Cidr};
pub use self::time::Rfc3339;
