//! The provider, which has no settings.

use terrane::prelude::*;

use crate::{bytes, id, integer, password, pet, shuffle, string, uuid};

/// The provider of random values.
#[derive(Debug, Default)]
pub(crate) struct Random;

#[provider("registry.terraform.io/hashicorp/random")]
impl Provider for Random {
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
