//! The resource `time_sleep`, which has moved under its name: states of the Go provider stay unchanged.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::Time;
use crate::wait::{now, wait};

/// A pause at the creation and at the destruction of the resource.
#[derive(Model)]
#[tf(at_least_one_of(create_duration, destroy_duration))]
pub(crate) struct Sleep {
    /// The duration of the pause at the creation, such as `30s`.
    pub(crate) create_duration: Option<String>,
    /// How long its destruction takes, such as `30s`.
    pub(crate) destroy_duration: Option<String>,
    /// Arbitrary values. Changing them causes a new pause.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// The end of the pause at the creation, in RFC 3339 format.
    #[tf(keep)]
    pub(crate) id: Computed<String>,
}

impl Resource for Sleep {
    type Provider = Time;

    async fn create(mut plan: Self, _: &Time, cx: &mut CreateContext) -> Result<Self> {
        wait(plan.create_duration.as_deref(), cx).await?;
        plan.id = now().into();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Time, cx: &mut DeleteContext) -> Result<()> {
        let prior = prior.into_complete();
        let duration = prior.and_then(|prior| prior.destroy_duration);
        wait(duration.as_deref(), cx).await
    }
}
