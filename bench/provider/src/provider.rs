//! The provider.

use terrane::prelude::*;

use crate::concat::concat;
use crate::echo::Echo;
use crate::nested::{Nested, NestedSet};
use crate::small::Small;
use crate::untyped;
use crate::wide::Wide;

/// The provider `bench`.
#[derive(Debug)]
pub struct Bench;

#[derive(Debug, Model)]
#[expect(
    missing_docs,
    reason = "a doc comment would be a description in the schema"
)]
pub struct Settings {
    endpoint: Option<String>,
}

#[provider("registry.terraform.io/terrane/bench")]
impl Provider for Bench {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Bench)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Small>()
            .resource::<Nested>()
            .resource::<NestedSet>()
            .resource::<Wide>()
            .data_source::<Echo>()
            .function::<concat>();
        for resource in untyped::generated() {
            registry.dynamic().resource(resource);
        }
    }
}
