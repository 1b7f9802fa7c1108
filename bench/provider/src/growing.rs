//! The provider that measures the cost of a further item or attribute.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::nested::{Item, without_remote};
use crate::{Settings, untyped};

/// A provider whose objects grow: `bench_nested`, `bench_set` and `bench_map` with the same items, and `bench_wide_<number>` with this number of
/// attributes.
#[derive(Debug)]
pub struct Growing;

impl Growing {
    /// The numbers of attributes for which a resource exists.
    pub const ATTRIBUTES: [usize; 3] = [10, 100, 1000];
}

#[derive(Model)]
#[tf(name = "nested")]
struct List {
    id: Computed<String>,
    items: Option<Vec<Item>>,
}

#[derive(Model)]
#[tf(name = "set")]
struct Unordered {
    id: Computed<String>,
    items: Option<Set<Item>>,
}

#[derive(Model)]
struct Map {
    id: Computed<String>,
    items: Option<BTreeMap<String, Item>>,
}

without_remote!(Growing: List, ListComputed, "list");
without_remote!(Growing: Unordered, UnorderedComputed, "set");
without_remote!(Growing: Map, MapComputed, "map");

#[provider("registry.terraform.io/terrane/bench")]
impl Provider for Growing {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Growing)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<List>()
            .resource::<Unordered>()
            .resource::<Map>();
        for attributes in Self::ATTRIBUTES {
            registry.dynamic().resource(untyped::wide(attributes));
        }
    }
}
