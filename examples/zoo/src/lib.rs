//! The example provider: animals in a zoo.
//!
//! [`Zoo`] is the provider, [`Pet`] a resource, [`Species`] a data source and [`slug()`] a function. [`zoo_api`] is the API that the provider calls,
//! with a client and a server for tests.

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
