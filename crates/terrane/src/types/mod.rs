//! Ready-made types of attributes: strings with a meaning, checked where they are configured.
//!
//! Each keeps the text as it was written beside what it means, so that what is configured is stored as it is. All but [`JsonExact`]
//! compare by meaning (see [`Equal`](crate::attr::Equal)): a provider that returns the same address or the same JSON in another form
//! makes no difference to the state, and a configuration that only looks different makes no change.
//!
//! # Examples
//!
//! ```
//! use terrane::prelude::*;
//! use terrane::types::{Cidr, Json};
//!
//! /// A network.
//! #[derive(Schema)]
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
pub(crate) use self::duration::nanoseconds;
pub use self::json::{Json, JsonExact};
pub use self::mac::Mac;
pub use self::net::{Cidr, Ip, Ipv4, Ipv4Cidr, Ipv6, Ipv6Cidr};
pub use self::time::Rfc3339;
