//! The `time_rotating` resource.

use terrane::plan::FieldChange;
use terrane::prelude::*;
use terrane::schema::Violation;

use crate::import::{numbers, unexpected, values};
use crate::moment::{HOUR, MINUTE, Moment, given, rfc3339, unreadable, written};
use crate::parts::{Parts, PartsComputed, PartsDraft};
use crate::provider::Time;

/// A time that is replaced by a new one after its rotation time.
#[derive(Model)]
pub(crate) struct Rotating {
    #[tf(flatten, computed)]
    parts: Parts,
    /// The base time, in RFC 3339 format. The default is the current time.
    #[tf(optional, keep, replace, validate(rfc3339))]
    rfc3339: Computed<String>,
    /// The number of years until the rotation.
    #[tf(validate(at_least_one))]
    rotation_years: Option<i64>,
    /// The number of months until the rotation.
    #[tf(validate(at_least_one))]
    rotation_months: Option<i64>,
    /// The number of days until the rotation.
    #[tf(validate(at_least_one))]
    rotation_days: Option<i64>,
    /// The number of hours until the rotation.
    #[tf(validate(at_least_one))]
    rotation_hours: Option<i64>,
    /// The number of minutes until the rotation.
    #[tf(validate(at_least_one))]
    rotation_minutes: Option<i64>,
    /// The time of the rotation, in RFC 3339 format.
    #[tf(optional, validate(rfc3339), plan = replace_outdated)]
    rotation_rfc3339: Computed<String>,
    /// The base time, in RFC 3339 format.
    id: Computed<String>,
}

/// Years, months, days, hours and minutes.
type Steps = [Option<i64>; 5];

fn at_least_one(count: &i64) -> Result<(), Violation> {
    if *count >= 1 {
        return Ok(());
    }
    Err(
        Violation::new(format!("The value must be at least 1, got: {count}"))
            .summary("Invalid Attribute Value"),
    )
}

/// Replaces an object whose rotation is in the past, instead of changing it.
fn replace_outdated(rotation: &mut FieldChange<'_, String>) -> Result<()> {
    let prior = rotation.prior()?;
    let Some(text) = prior
        .known()
        .filter(|_| rotation.planned().ok() != Some(prior.clone()))
    else {
        return Ok(());
    };
    if given(Some(text), "replaceIfOutdated plan modifier error")?.is_past() {
        rotation.replace();
    }
    Ok(())
}

/// The steps of a model or a draft.
macro_rules! steps {
    ($of:expr) => {
        [
            $of.rotation_years.clone(),
            $of.rotation_months.clone(),
            $of.rotation_days.clone(),
            $of.rotation_hours.clone(),
            $of.rotation_minutes.clone(),
        ]
    };
}

fn computed(base: Moment, time: Moment) -> Result<RotatingComputed> {
    let (rfc3339, id, rotation_rfc3339) = (base.to_string(), base.to_string(), time.to_string());
    Ok(RotatingComputed {
        parts: PartsComputed::of(time)?,
        rfc3339,
        rotation_rfc3339,
        id,
    })
}

/// Returns the time of the rotation: the configured one, or the one of the first configured step.
fn rotation(base: Moment, steps: Steps, configured: Option<&String>) -> Result<Moment> {
    if configured.is_some() {
        return given(configured, "Time rotating error");
    }
    let [years, months, days, hours, minutes] = steps.map(|step| step.filter(|count| *count > 0));
    let rotation = years
        .map(|years| base.plus_date(years, 0, 0))
        .or(months.map(|months| base.plus_date(0, months, 0)))
        .or(minutes.map(|minutes| base.plus(minutes, MINUTE)))
        .or(hours.map(|hours| base.plus(hours, HOUR)))
        .or(days.map(|days| base.plus_date(0, 0, days)));
    Ok(rotation.unwrap_or(Moment::ZERO))
}

impl StateOnly for Rotating {
    type Provider = Time;

    const IMPORT_IDS: &'static [&'static str] = &[
        "BASETIMESTAMP,ROTATIONTIMESTAMP",
        "BASETIMESTAMP,YEARS,MONTHS,DAYS,HOURS,MINUTES",
    ];

    fn validate(config: &Draft<Self>, _: &mut ValidateContext) -> Result<()> {
        if !config.rotation_rfc3339.is_null() || steps!(config).iter().any(|step| !step.is_null()) {
            return Ok(());
        }
        Err(Error::new(
            "Missing Attribute Configuration",
            "At least one of these attributes must be configured: \
             [rotation_minutes,rotation_hours,rotation_days,rotation_months,rotation_years,rotation_rfc3339]",
        ))
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Time>) -> Result<()> {
        let (Some(prior), Some(planned), Some(config)) =
            (change.prior()?, change.planned()?, change.config()?)
        else {
            return Ok(());
        };
        let steps = steps!(planned);
        let changes = steps != steps!(prior) || planned.rotation_rfc3339 != prior.rotation_rfc3339;
        let unknown = config.rotation_rfc3339.is_unknown() || config.rfc3339.is_unknown();
        if !changes || unknown || steps.iter().any(Value::is_unknown) {
            return Ok(());
        }
        let base = given(planned.rfc3339.known(), "Plan time rotating error")?;
        let configured = planned.rotation_rfc3339.known();
        let rotation = rotation(base, steps.map(Value::into_known), configured)?;
        change.set_planned(planned.with_computed(computed(base, rotation)?))
    }

    async fn create(plan: Self, _: &Time, _: &mut CreateContext) -> Result<Self> {
        let base = given(plan.rfc3339.known(), "Create time rotating error")?;
        let rotation = rotation(base, steps!(plan), plan.rotation_rfc3339.known())?;
        Ok(plan.with_computed(computed(base, rotation)?))
    }

    async fn read(prior: Prior<Self>, _: &Time, _: &mut ReadContext) -> Result<Found<Self>> {
        let rotation = prior
            .complete()
            .and_then(|it| it.rotation_rfc3339.known())
            .filter(|text| !text.is_empty());
        if rotation.is_some() && given(rotation, "Read time rotating error")?.is_past() {
            return Ok(Found::Gone);
        }
        Ok(Found::Unchanged)
    }

    async fn import(id: String, _: &Time, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let failed = "Import time rotating error";
        if let Some([base, rotation]) = values(&id) {
            if base.is_empty() || rotation.is_empty() {
                return Err(unexpected(&id, "BASETIMESTAMP,ROTATIONTIMESTAMP"));
            }
            let base = written(base).map_err(unreadable(failed))?;
            let rotation = written(rotation).map_err(unreadable(failed))?;
            let draft = RotatingDraft {
                parts: PartsDraft::imported(),
                ..RotatingDraft::default()
            };
            return Ok(Some(draft.with_computed(computed(base, rotation)?)));
        }
        let parts = values(&id).filter(|[base, steps @ ..]: &[&str; 6]| {
            !base.is_empty() && steps.iter().any(|step| !step.is_empty())
        });
        let Some([base, steps @ ..]) = parts else {
            let expected = "BASETIMESTAMP,YEARS,MONTHS,DAYS,HOURS,MINUTES where at least one rotation value is non-empty, or \
                            BASETIMESTAMP,ROTATIONTIMESTAMP";
            return Err(unexpected(&id, expected));
        };
        let steps: Steps = numbers(steps, failed)?;
        let base = written(base).map_err(unreadable(failed))?;
        let [years, months, days, hours, minutes] = steps;
        let draft = RotatingDraft {
            rotation_years: years.into(),
            rotation_months: months.into(),
            rotation_days: days.into(),
            rotation_hours: hours.into(),
            rotation_minutes: minutes.into(),
            parts: PartsDraft::imported(),
            ..RotatingDraft::default()
        };
        let rotation = rotation(base, steps, None)?;
        Ok(Some(draft.with_computed(computed(base, rotation)?)))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut UpdateContext) -> Result<Self> {
        let base = given(plan.rfc3339.known(), "Update time rotating error")?;
        let rotation = rotation(base, steps!(plan), plan.rotation_rfc3339.known())?;
        Ok(plan.with_computed(computed(base, rotation)?))
    }
}
