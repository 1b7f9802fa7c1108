//! The provider: nothing to configure.

use terrane::prelude::*;

use crate::{bytes, id, integer, password, pet, shuffle, string, uuid};

/// The provider of random values.
#[derive(Debug)]
pub(crate) struct Random;

impl Provider for Random {
    const ADDRESS: &'static str = "registry.terraform.io/hashicorp/random";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = ();

    async fn configure(_: (), _: &mut Configure) -> Result<Self> {
        Ok(Self)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<bytes::Bytes>()
            .resource::<id::Id>()
            .resource::<integer::Integer>()
            .resource::<password::Password>()
            .resource::<pet::Pet>()
            .resource::<shuffle::Shuffle>()
            .resource::<string::Text>()
            .resource::<uuid::Uuid>()
            .resource::<uuid::Uuid4>()
            .resource::<uuid::Uuid7>()
            .ephemeral::<bytes::Fresh>()
            .ephemeral::<password::Fresh>();
    }
}
