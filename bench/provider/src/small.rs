//! `bench_small`: a typical resource.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::Bench;

#[derive(Model)]
pub(crate) struct Small {
    #[tf(keep, identity)]
    id: Computed<String>,
    name: String,
    #[tf(default = 10)]
    size: i64,
    enabled: Option<bool>,
    tags: Option<BTreeMap<String, String>>,
}

impl Resource for Small {
    type Provider = Bench;

    async fn create(plan: Self, _: &Bench, _: &mut CreateContext) -> Result<Self> {
        let id = format!("small-{}", plan.name);
        Ok(plan.with_computed(SmallComputed { id }))
    }

    async fn read(prior: Prior<Self>, _: &Bench, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Bench, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Bench, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
