//! The `time_offset` resource.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::import::{no_time, numbers, unexpected, values};
use crate::moment::{HOUR, MINUTE, Moment, SECOND, parts, rfc3339, written};
use crate::provider::Time;

/// A time that lies so much after another one, or before it.
#[derive(Schema)]
pub(crate) struct Offset {
    /// The time from which is counted, in RFC 3339 format; without it the current time.
    #[tf(optional, keep, validate(rfc3339))]
    base_rfc3339: Computed<String>,
    /// How many years are added.
    offset_years: Option<i64>,
    /// How many months are added.
    offset_months: Option<i64>,
    /// How many days are added.
    offset_days: Option<i64>,
    /// How many hours are added.
    offset_hours: Option<i64>,
    /// How many minutes are added.
    offset_minutes: Option<i64>,
    /// How many seconds are added.
    offset_seconds: Option<i64>,
    /// Values whose change makes a new time.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// The time, in RFC 3339 format.
    rfc3339: Computed<String>,
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
    /// The time from which is counted, in RFC 3339 format.
    id: Computed<String>,
}

/// Years, months, days, hours, minutes and seconds.
type Steps<T = Option<i64>> = [T; 6];

impl Offset {
    fn fill(self) -> Result<Self> {
        let base = match self.base_rfc3339.get() {
            Some(text) => text.parse().map_err(no_time("Create time offset error"))?,
            None => Moment::now(),
        };
        let steps = [
            self.offset_years,
            self.offset_months,
            self.offset_days,
            self.offset_hours,
            self.offset_minutes,
            self.offset_seconds,
        ];
        let time = moved(base, steps);
        let (base, rfc3339) = (base.to_string(), time.to_string());
        let id = base.clone();
        let computed = parts!(OffsetComputed, time, base_rfc3339: base, rfc3339, id);
        Ok(self.with_computed(computed))
    }
}

impl OffsetDraft {
    fn steps(&self) -> Steps<Value<i64>> {
        [
            self.offset_years.clone(),
            self.offset_months.clone(),
            self.offset_days.clone(),
            self.offset_hours.clone(),
            self.offset_minutes.clone(),
            self.offset_seconds.clone(),
        ]
    }

    /// The draft with everything that follows from a base.
    fn fill(self, base: Moment, steps: Steps) -> Result<Self> {
        let time = moved(base, steps);
        let (rfc3339, id) = (time.to_string().into(), base.to_string().into());
        Ok(parts!(OffsetDraft, time, rfc3339, id, ..self))
    }
}

/// Takes one step after the other, each from where the one before it ended.
fn moved(base: Moment, [years, months, days, hours, minutes, seconds]: Steps) -> Moment {
    base.plus_date(0, 0, days.unwrap_or(0))
        .plus(hours.unwrap_or(0), HOUR)
        .plus(minutes.unwrap_or(0), MINUTE)
        .plus_date(0, months.unwrap_or(0), 0)
        .plus(seconds.unwrap_or(0), SECOND)
        .plus_date(years.unwrap_or(0), 0, 0)
}

impl Resource for Offset {
    type Provider = Time;

    fn validate(config: &Draft<Self>, _: &mut Validate) -> Result<()> {
        if config.steps().iter().any(|step| !step.is_null()) {
            return Ok(());
        }
        Err(Error::new(
            "Missing Attribute Configuration",
            "At least one of these attributes must be configured: \
             [offset_seconds,offset_minutes,offset_hours,offset_days,offset_months,offset_years]",
        ))
    }

    async fn plan(change: &mut Change<Self>, _: Option<&Time>) -> Result<()> {
        let (Some(prior), Some(planned)) = (change.prior()?, change.planned()?) else {
            return Ok(());
        };
        let steps = planned.steps();
        let Some(base) = planned.base_rfc3339.known() else {
            return Ok(());
        };
        if steps == prior.steps() || steps.iter().any(Value::is_unknown) {
            return Ok(());
        }
        let base = base.parse().map_err(no_time("Update time offset error"))?;
        change.set_planned(planned.fill(base, steps.map(Value::into_known))?)
    }

    async fn create(plan: Self, _: &Time, _: &mut Create) -> Result<Self> {
        plan.fill()
    }

    async fn import(id: String, _: &Time, _: &mut Import) -> Result<Option<Draft<Self>>> {
        let expected = "BASETIMESTAMP,YEARS,MONTHS,DAYS,HOURS,MINUTES,SECONDS where at least one offset value is non-empty";
        let parts = values(&id).filter(|[base, steps @ ..]: &[&str; 7]| {
            !base.is_empty() && steps.iter().any(|step| !step.is_empty())
        });
        let Some([base, steps @ ..]) = parts else {
            return Err(unexpected(&id, expected));
        };
        let steps: Steps = numbers(steps, "Import time offset error")?;
        let base = written(base).map_err(no_time("Create time offset error"))?;
        let [years, months, days, hours, minutes, seconds] = steps;
        let draft = OffsetDraft {
            base_rfc3339: base.to_string().into(),
            offset_years: years.into(),
            offset_months: months.into(),
            offset_days: days.into(),
            offset_hours: hours.into(),
            offset_minutes: minutes.into(),
            offset_seconds: seconds.into(),
            triggers: BTreeMap::new().into(),
            ..OffsetDraft::default()
        };
        draft.fill(base, steps).map(Some)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut Update) -> Result<Self> {
        plan.fill()
    }

    async fn delete(_: (), _: Option<Self>, _: &Time, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}
