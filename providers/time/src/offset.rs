//! The `time_offset` resource.

use terrane::prelude::*;

use crate::import::{numbers, unexpected, values};
use crate::moment::{HOUR, MINUTE, Moment, SECOND, given, rfc3339, unreadable, written};
use crate::parts::{Parts, PartsComputed, PartsDraft};
use crate::provider::Time;

/// A time at an offset from another time.
#[derive(Model)]
pub(crate) struct Offset {
    #[tf(flatten, computed)]
    parts: Parts,
    /// The base time, in RFC 3339 format. The default is the current time.
    #[tf(optional, keep, validate(rfc3339))]
    base_rfc3339: Computed<String>,
    /// The number of years to add.
    offset_years: Option<i64>,
    /// The number of months to add.
    offset_months: Option<i64>,
    /// The number of days to add.
    offset_days: Option<i64>,
    /// The number of hours to add.
    offset_hours: Option<i64>,
    /// The number of minutes to add.
    offset_minutes: Option<i64>,
    /// The number of seconds to add.
    offset_seconds: Option<i64>,
    /// The time, in RFC 3339 format.
    rfc3339: Computed<String>,
    /// The base time, in RFC 3339 format.
    id: Computed<String>,
}

/// Years, months, days, hours, minutes and seconds.
type Steps = [Option<i64>; 6];

/// The steps of a model or a draft.
macro_rules! steps {
    ($of:expr) => {
        [
            $of.offset_years.clone(),
            $of.offset_months.clone(),
            $of.offset_days.clone(),
            $of.offset_hours.clone(),
            $of.offset_minutes.clone(),
            $of.offset_seconds.clone(),
        ]
    };
}

fn computed(base: Moment, steps: Steps) -> Result<OffsetComputed> {
    let time = moved(base, steps);
    let (base_rfc3339, rfc3339, id) = (base.to_string(), time.to_string(), base.to_string());
    Ok(OffsetComputed {
        parts: PartsComputed::of(time)?,
        base_rfc3339,
        rfc3339,
        id,
    })
}

/// Applies the steps in order, each to the result of the previous one.
fn moved(base: Moment, [years, months, days, hours, minutes, seconds]: Steps) -> Moment {
    base.plus_date(0, 0, days.unwrap_or(0))
        .plus(hours.unwrap_or(0), HOUR)
        .plus(minutes.unwrap_or(0), MINUTE)
        .plus_date(0, months.unwrap_or(0), 0)
        .plus(seconds.unwrap_or(0), SECOND)
        .plus_date(years.unwrap_or(0), 0, 0)
}

impl StateOnly for Offset {
    type Provider = Time;

    const IMPORT_IDS: &'static [&'static str] =
        &["BASETIMESTAMP,YEARS,MONTHS,DAYS,HOURS,MINUTES,SECONDS"];

    fn validate(config: &Draft<Self>, _: &mut ValidateContext) -> Result<()> {
        if steps!(config).iter().any(|step| !step.is_null()) {
            return Ok(());
        }
        Err(Error::new(
            "Missing Attribute Configuration",
            "At least one of these attributes must be configured: \
             [offset_seconds,offset_minutes,offset_hours,offset_days,offset_months,offset_years]",
        ))
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Time>) -> Result<()> {
        let (Some(prior), Some(planned)) = (change.prior()?, change.planned()?) else {
            return Ok(());
        };
        let steps = steps!(planned);
        let Some(base) = planned.base_rfc3339.known() else {
            return Ok(());
        };
        if steps == steps!(prior) || steps.iter().any(Value::is_unknown) {
            return Ok(());
        }
        let base = given(Some(base), "Plan time offset error")?;
        let computed = computed(base, steps.map(Value::into_known))?;
        change.set_planned(planned.with_computed(computed))
    }

    async fn create(plan: Self, _: &Time, _: &mut CreateContext) -> Result<Self> {
        let base = given(plan.base_rfc3339.known(), "Create time offset error")?;
        let computed = computed(base, steps!(plan))?;
        Ok(plan.with_computed(computed))
    }

    async fn import(id: String, _: &Time, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let expected = "BASETIMESTAMP,YEARS,MONTHS,DAYS,HOURS,MINUTES,SECONDS where at least one offset value is non-empty";
        let parts = values(&id).filter(|[base, steps @ ..]: &[&str; 7]| {
            !base.is_empty() && steps.iter().any(|step| !step.is_empty())
        });
        let Some([base, steps @ ..]) = parts else {
            return Err(unexpected(&id, expected));
        };
        let steps: Steps = numbers(steps, "Import time offset error")?;
        let base = written(base).map_err(unreadable("Create time offset error"))?;
        let [years, months, days, hours, minutes, seconds] = steps;
        let draft = OffsetDraft {
            offset_years: years.into(),
            offset_months: months.into(),
            offset_days: days.into(),
            offset_hours: hours.into(),
            offset_minutes: minutes.into(),
            offset_seconds: seconds.into(),
            parts: PartsDraft::imported(),
            ..OffsetDraft::default()
        };
        Ok(Some(draft.with_computed(computed(base, steps)?)))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut UpdateContext) -> Result<Self> {
        let base = given(plan.base_rfc3339.known(), "Update time offset error")?;
        let computed = computed(base, steps!(plan))?;
        Ok(plan.with_computed(computed))
    }
}
