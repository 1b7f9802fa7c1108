//! The example provider: animals in a zoo.
//!
//! [`Zoo`] is the provider, [`Pet`] a resource, [`Species`] a data source and [`slug()`] a function. The provider calls an HTTP API:
//!
//! | request | does |
//! |---|---|
//! | `POST /pets` | adds a pet. A repeated request with the same `Idempotency-Key` adds no second one |
//! | `POST /pets/ID/feed` | sets its diet |
//! | `PATCH /pets/ID` | changes its legs, tags and toys |
//! | `GET /pets/ID`, `GET /pets` | shows one pet, or all |
//! | `DELETE /pets/ID` | removes it |
//! | `GET /species/NAME` | shows a species |
//!
//! Bodies are JSON. Each request has the token as `Authorization: Bearer TOKEN`.

mod api;
pub mod blocks;
mod functions;
mod past;
mod pet;
mod provider;
mod resource;
mod rules;
mod species;
mod upgrade;

pub use self::functions::slug;
pub use self::past::PetV0;
pub use self::pet::{Diet, Pet};
pub use self::provider::{Config, Zoo};
pub use self::species::Species;
