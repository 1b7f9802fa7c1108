//! `bench_nested` and `bench_set`: many items, in a list and in a set.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::Bench;

#[derive(Model)]
pub(crate) struct Nested {
    id: Computed<String>,
    items: Option<Vec<Item>>,
}

#[derive(Model)]
#[tf(name = "set")]
pub(crate) struct NestedSet {
    id: Computed<String>,
    items: Option<Set<Item>>,
}

#[derive(Model)]
pub(crate) struct Item {
    name: String,
    value: Option<f64>,
    labels: Option<BTreeMap<String, String>>,
    rule: Option<Rule>,
}

#[derive(Model)]
pub(crate) struct Rule {
    port: i64,
    #[tf(default = "tcp")]
    proto: String,
}

macro_rules! without_remote {
    ($provider:ty: $model:ty, $computed:ident, $id:literal) => {
        impl Resource for $model {
            type Provider = $provider;

            async fn create(plan: Self, _: &$provider, _: &mut CreateContext) -> Result<Self> {
                Ok(plan.with_computed($computed { id: $id.to_owned() }))
            }

            async fn read(
                prior: Prior<Self>,
                _: &$provider,
                _: &mut ReadContext,
            ) -> Result<Found<Self>> {
                Ok(Found::or_gone(prior.into_complete()))
            }

            async fn update(
                plan: Self,
                _: Prior<Self>,
                _: &$provider,
                _: &mut UpdateContext,
            ) -> Result<Self> {
                Ok(plan.with_computed($computed { id: $id.to_owned() }))
            }

            async fn delete(_: Prior<Self>, _: &$provider, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}

pub(crate) use without_remote;

without_remote!(Bench: Nested, NestedComputed, "nested");
without_remote!(Bench: NestedSet, NestedSetComputed, "set");
