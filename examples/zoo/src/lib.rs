//! The example provider: animals in a zoo.
//!
//! [`Zoo`] is the provider, [`Pet`] a resource, [`Species`] a data source and [`slug()`] a function. [`zoo_api`] is what a real
//! provider would find on the other side of the network.

pub mod blocks;
mod functions;
mod past;
mod pet;
mod provider;
mod species;
mod upgrade;
pub mod zoo_api;

pub use self::functions::slug;
pub use self::past::PetV0;
pub use self::pet::{Diet, Pet};
pub use self::provider::{Config, Zoo};
pub use self::species::Species;
