//! Serving: from a provider to a program that hosts start.
//!
//! [`serve`](crate::serve()) serves a provider with the usual options. [`Serve`] chooses other options, or serves a provider that is put together from others.

mod command;
mod format;
mod options;
mod servers;
pub(crate) mod start;

pub use self::options::Serve;
pub use self::servers::Servers;
pub use terrane_protocol::{Transport, Version};
