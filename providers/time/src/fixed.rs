//! The `time_static` resource.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::import::no_time;
use crate::moment::{Moment, parts, rfc3339, written};
use crate::provider::Time;

/// A time that stays: that of its creation, or one that is configured.
#[derive(Schema)]
pub(crate) struct Static {
    /// The time, in RFC 3339 format; without it the current time.
    #[tf(optional, keep, replace, validate(rfc3339))]
    rfc3339: Computed<String>,
    /// Values whose change makes a new time.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// The year.
    year: Computed<i64>,
    /// The month.
    month: Computed<i64>,
    /// The day of the month.
    day: Computed<i64>,
    /// The hour.
    hour: Computed<i64>,
    /// The minute.
    minute: Computed<i64>,
    /// The second.
    second: Computed<i64>,
    /// Seconds since 1970 began.
    unix: Computed<i64>,
    /// The time, in RFC 3339 format.
    #[tf(keep)]
    id: Computed<String>,
}

impl Static {
    fn fill(self) -> Result<Self> {
        let time = match self.rfc3339.get() {
            Some(text) => text.parse().map_err(no_time("Create time static error"))?,
            None => Moment::now(),
        };
        let text = time.to_string();
        Ok(self.with_computed(parts!(StaticComputed, time, rfc3339: text.clone(), id: text)))
    }
}

impl Resource for Static {
    type Provider = Time;

    async fn plan(change: &mut Change<Self>, _: Option<&Time>) -> Result<()> {
        let (None, Some(planned)) = (change.prior()?, change.planned()?) else {
            return Ok(());
        };
        let Some(text) = planned.rfc3339.known().cloned() else {
            return Ok(());
        };
        let time: Moment = text.parse().map_err(no_time("Create time static error"))?;
        change.set_planned(parts!(StaticDraft, time, id: text.into(), ..planned))
    }

    async fn create(plan: Self, _: &Time, _: &mut Create) -> Result<Self> {
        plan.fill()
    }

    async fn import(id: String, _: &Time, _: &mut Import) -> Result<Option<Draft<Self>>> {
        let time = written(&id).map_err(no_time("Import time static error"))?;
        let text = time.to_string();
        Ok(Some(parts!(
            StaticDraft, time,
            rfc3339: text.clone().into(),
            id: text.into(),
            triggers: BTreeMap::new().into(),
        )))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut Update) -> Result<Self> {
        plan.fill()
    }

    async fn delete(_: (), _: Option<Self>, _: &Time, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}
