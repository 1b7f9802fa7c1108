//! The resource `time_pause`, a better name for `time_sleep`: users move their objects with `moved` blocks.

use terrane::Moves;
use terrane::prelude::*;

use crate::Time;
use crate::sleep::Sleep;
use crate::wait::{now, wait};

/// A pause at the creation and at the destruction of the resource.
#[derive(Model)]
pub(crate) struct Pause {
    /// The duration of the pause at the creation, such as `30s`.
    before: Option<String>,
    /// How long its destruction takes, such as `30s`.
    after: Option<String>,
    /// The end of the pause at the creation, in RFC 3339 format.
    #[tf(keep)]
    id: Computed<String>,
}

/// Converts an object of the old name.
impl From<Sleep> for Pause {
    fn from(sleep: Sleep) -> Self {
        Self {
            before: sleep.create_duration,
            after: sleep.destroy_duration,
            id: sleep.id,
        }
    }
}

impl Resource for Pause {
    type Provider = Time;

    fn moves(moves: &mut Moves<Self>) {
        moves.from::<Sleep>("hashicorp/time", "time_sleep");
    }

    async fn create(mut plan: Self, _: &Time, cx: &mut CreateContext) -> Result<Self> {
        wait(plan.before.as_deref(), cx).await?;
        plan.id = now().into();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Time, cx: &mut DeleteContext) -> Result<()> {
        let prior = prior.into_complete();
        let duration = prior.and_then(|prior| prior.after);
        wait(duration.as_deref(), cx).await
    }
}
