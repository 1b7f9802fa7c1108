//! The provider, which has no settings.

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
            .state_only::<bytes::Bytes>()
            .state_only::<id::Id>()
            .state_only::<integer::Integer>()
            .state_only::<password::Password>()
            .state_only::<pet::Pet>()
            .state_only::<shuffle::Shuffle>()
            .state_only::<string::Text>()
            .state_only::<uuid::Uuid>()
            .state_only::<uuid::Uuid4>()
            .state_only::<uuid::Uuid7>()
            .ephemeral::<bytes::Fresh>()
            .ephemeral::<password::Fresh>();
    }
}
