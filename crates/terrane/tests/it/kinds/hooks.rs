//! Hooks that did nothing in one call run in the next one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrane::dynamic::DynPlanContext;
use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Shape};
use terrane_test::client::Instance;
use terrane_value::{Object, Type};

use crate::lab::lab;
use crate::setup::{client, errors, json, stored};

lab!(|registry| registry
    .resource::<Plain>()
    .resource::<Wary>()
    .dynamic()
    .resource(Wrapper(AtomicUsize::new(0))));

/// A resource without hooks, which others delegate to.
#[derive(Model)]
struct Plain {
    /// The name.
    #[tf(identity)]
    name: String,
    /// Whether it was settled.
    settled: Computed<bool>,
}

impl Resource for Plain {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(PlainComputed { settled: false }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A resource that settles only objects of one name, and leaves the others to the default.
#[derive(Model)]
struct Wary {
    /// The name.
    #[tf(identity)]
    name: String,
    /// Whether it was settled.
    settled: Computed<bool>,
}

impl Resource for Wary {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn settle(created: Self, lab: &Lab, cx: &mut CreateContext) -> Result<Self> {
        if created.name == "plain" {
            let (name, settled) = (created.name, created.settled);
            let plain = Plain::settle(Plain { name, settled }, lab, cx).await?;
            let (name, settled) = (plain.name, plain.settled);
            let plain = Wary { name, settled };
            return Ok(plain.with_computed(WaryComputed { settled: false }));
        }
        Ok(created.with_computed(WaryComputed { settled: true }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A resource over values that leaves its first plan to the default and refuses the next.
struct Wrapper(AtomicUsize);

/// A resource over values without a plan hook.
struct Inner;

macro_rules! stored {
    () => {
        fn block(&self) -> Block {
            Block::new([Member::new("name", Shape::Type(Type::String))])
        }

        fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
            Ok(())
        }

        fn create(
            &self,
            plan: &Object,
            _: Configured,
            _: CreateContext,
        ) -> BoxFuture<Result<Object>> {
            let plan = plan.clone();
            Box::pin(async { Ok(plan) })
        }

        fn read(
            &self,
            state: Arc<Object>,
            _: Configured,
            _: ReadContext,
        ) -> BoxFuture<Result<Found<Object>>> {
            Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
        }

        fn update(
            &self,
            plan: &Object,
            _: Arc<Object>,
            _: Configured,
            _: UpdateContext,
        ) -> BoxFuture<Result<Object>> {
            let plan = plan.clone();
            Box::pin(async { Ok(plan) })
        }

        fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
            Box::pin(async { Ok(()) })
        }
    };
}

impl DynResource for Inner {
    fn name(&self) -> &str {
        "inner"
    }

    stored!();
}

impl DynResource for Wrapper {
    fn name(&self) -> &str {
        "wrapper"
    }

    fn plan(
        &self,
        change: DynPlanContext,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Inner.plan(change, provider),
            _ => Box::pin(async { Err(Error::new("Not again", "")) }),
        }
    }

    stored!();
}

#[tokio::test]
async fn a_plan_hook_without_effect_in_one_call_runs_in_the_next() {
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_wrapper");
    let config = json(r#"{"name":"a"}"#);
    let first = client.plan(&absent, config.clone()).await.unwrap();
    assert!(first.warnings().is_empty(), "{:?}", first.warnings());
    let second = client.plan(&absent, config).await;
    assert!(errors(&second)[0].contains("Not again"));
}

#[tokio::test]
async fn a_settle_step_without_effect_in_one_call_runs_in_the_next() {
    let client = client::<Lab>().await;
    for (name, settled) in [("plain", false), ("wary", true)] {
        let config = json(&format!(r#"{{"name":"{name}"}}"#));
        let created = client.create("lab_wary", config).await.unwrap();
        assert!(created.warnings().is_empty(), "{:?}", created.warnings());
        let expected = format!(r#"{{"name":"{name}","settled":{settled}}}"#);
        let expected = stored(&client, "lab_wary", Some(&expected));
        assert_eq!(created.value(), expected.value());
    }
}
