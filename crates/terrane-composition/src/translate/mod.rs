//! A provider of one protocol version served as the other.

mod downgrade;
mod upgrade;

pub use downgrade::{Downgrade, DowngradeError};
pub use upgrade::Upgrade;
