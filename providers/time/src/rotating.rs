//! The `time_rotating` resource.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane::schema::Violation;

use crate::import::{no_time, numbers, unexpected, values};
use crate::moment::{HOUR, MINUTE, Moment, parts, rfc3339, written};
use crate::provider::Time;

/// A time that is replaced by a new one when the time of its rotation has come.
#[derive(Schema)]
pub(crate) struct Rotating {
    /// The time from which is counted, in RFC 3339 format; without it the current time.
    #[tf(optional, keep, replace, validate(rfc3339))]
    rfc3339: Computed<String>,
    /// After how many years it rotates.
    #[tf(validate(at_least_one))]
    rotation_years: Option<i64>,
    /// After how many months it rotates.
    #[tf(validate(at_least_one))]
    rotation_months: Option<i64>,
    /// After how many days it rotates.
    #[tf(validate(at_least_one))]
    rotation_days: Option<i64>,
    /// After how many hours it rotates.
    #[tf(validate(at_least_one))]
    rotation_hours: Option<i64>,
    /// After how many minutes it rotates.
    #[tf(validate(at_least_one))]
    rotation_minutes: Option<i64>,
    /// When it rotates, in RFC 3339 format.
    #[tf(optional, validate(rfc3339), plan = replace_outdated)]
    rotation_rfc3339: Computed<String>,
    /// Values whose change makes a new time.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// The year of the rotation.
    year: Computed<i64>,
    /// The month of the rotation.
    month: Computed<i64>,
    /// The day of the rotation.
    day: Computed<i64>,
    /// The hour of the rotation.
    hour: Computed<i64>,
    /// The minute of the rotation.
    minute: Computed<i64>,
    /// The second of the rotation.
    second: Computed<i64>,
    /// The rotation in seconds since 1970 began.
    unix: Computed<i64>,
    /// The time from which is counted, in RFC 3339 format.
    id: Computed<String>,
}

/// Years, months, days, hours and minutes.
type Steps<T = Option<i64>> = [T; 5];

fn at_least_one(count: &i64) -> Result<(), Violation> {
    if *count >= 1 {
        return Ok(());
    }
    Err(
        Violation::new(format!("The value must be at least 1, got: {count}"))
            .summary("Invalid Attribute Value"),
    )
}

/// Replaces a rotation that is past already instead of changing it.
fn replace_outdated(rotation: &mut FieldChange<'_, String>) -> Result<()> {
    let prior = rotation.prior()?;
    let Some(text) = prior
        .known()
        .filter(|_| rotation.planned().ok() != Some(prior.clone()))
    else {
        return Ok(());
    };
    let outdated: Moment = text
        .parse()
        .map_err(no_time("replaceIfOutdated plan modifier error"))?;
    if outdated.is_past() {
        rotation.replace();
    }
    Ok(())
}

impl Rotating {
    fn fill(self) -> Result<Self> {
        let base = match self.rfc3339.get() {
            Some(text) => text
                .parse()
                .map_err(no_time("Create time rotating error"))?,
            None => Moment::now(),
        };
        let steps = [
            self.rotation_years,
            self.rotation_months,
            self.rotation_days,
            self.rotation_hours,
            self.rotation_minutes,
        ];
        let time = rotation(base, steps, self.rotation_rfc3339.get())?;
        let (base, rotation_rfc3339) = (base.to_string(), time.to_string());
        let id = base.clone();
        let computed = parts!(RotatingComputed, time, rfc3339: base, rotation_rfc3339, id);
        Ok(self.with_computed(computed))
    }
}

impl RotatingDraft {
    fn steps(&self) -> Steps<Value<i64>> {
        [
            self.rotation_years.clone(),
            self.rotation_months.clone(),
            self.rotation_days.clone(),
            self.rotation_hours.clone(),
            self.rotation_minutes.clone(),
        ]
    }

    /// The draft with everything that follows from a base and a rotation.
    fn fill(self, base: Moment, rotation: Moment) -> Result<Self> {
        let rotation_rfc3339 = match self.rotation_rfc3339 {
            Value::Known(configured) => configured,
            Value::Null | Value::Unknown(_) => rotation.to_string(),
        };
        let id = base.to_string();
        Ok(
            parts!(RotatingDraft, rotation, rotation_rfc3339: rotation_rfc3339.into(), id: id.into(), ..self),
        )
    }
}

/// The time of the rotation: the one that is configured, or else the largest step that is.
fn rotation(base: Moment, steps: Steps, configured: Option<&String>) -> Result<Moment> {
    if let Some(text) = configured {
        return text.parse().map_err(no_time("Time rotating error"));
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

impl Resource for Rotating {
    type Provider = Time;

    fn validate(config: &Draft<Self>, _: &mut Validate) -> Result<()> {
        if !config.rotation_rfc3339.is_null() || config.steps().iter().any(|step| !step.is_null()) {
            return Ok(());
        }
        Err(Error::new(
            "Missing Attribute Configuration",
            "At least one of these attributes must be configured: \
             [rotation_minutes,rotation_hours,rotation_days,rotation_months,rotation_years,rotation_rfc3339]",
        ))
    }

    async fn plan(change: &mut Change<Self>, _: Option<&Time>) -> Result<()> {
        let (Some(prior), Some(planned), Some(config)) =
            (change.prior()?, change.planned()?, change.config()?)
        else {
            return Ok(());
        };
        let steps = planned.steps();
        let changes = steps != prior.steps() || planned.rotation_rfc3339 != prior.rotation_rfc3339;
        let unknown = config.rotation_rfc3339.is_unknown() || steps.iter().any(Value::is_unknown);
        let Some(base) = planned.rfc3339.known().filter(|_| changes && !unknown) else {
            return Ok(());
        };
        let base = base
            .parse()
            .map_err(no_time("Update time rotating error"))?;
        let rotation = rotation(
            base,
            steps.map(Value::into_known),
            planned.rotation_rfc3339.known(),
        )?;
        change.set_planned(planned.fill(base, rotation)?)
    }

    async fn create(plan: Self, _: &Time, _: &mut Create) -> Result<Self> {
        plan.fill()
    }

    async fn read(_: (), prior: Option<Self>, _: &Time, cx: &mut Read) -> Result<Option<Self>> {
        cx.keep_state();
        let text = prior
            .as_ref()
            .and_then(|prior| prior.rotation_rfc3339.get());
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let rotation: Moment = text.parse().map_err(no_time("Read time rotating error"))?;
            if rotation.is_past() {
                return Ok(None);
            }
        }
        Ok(prior)
    }

    async fn import(id: String, _: &Time, _: &mut Import) -> Result<Option<Draft<Self>>> {
        let failed = "Import time rotating error";
        let triggers = Value::Known(BTreeMap::new());
        if let Some([base, rotation]) = values(&id) {
            if base.is_empty() || rotation.is_empty() {
                return Err(unexpected(&id, "BASETIMESTAMP,ROTATIONTIMESTAMP"));
            }
            let base = written(base).map_err(no_time(failed))?;
            let rotation = written(rotation).map_err(no_time(failed))?;
            let draft = RotatingDraft {
                rfc3339: base.to_string().into(),
                triggers,
                ..RotatingDraft::default()
            };
            return draft.fill(base, rotation).map(Some);
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
        let base = written(base).map_err(no_time(failed))?;
        let [years, months, days, hours, minutes] = steps;
        let draft = RotatingDraft {
            rfc3339: base.to_string().into(),
            rotation_years: years.into(),
            rotation_months: months.into(),
            rotation_days: days.into(),
            rotation_hours: hours.into(),
            rotation_minutes: minutes.into(),
            triggers,
            ..RotatingDraft::default()
        };
        draft.fill(base, rotation(base, steps, None)?).map(Some)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut Update) -> Result<Self> {
        plan.fill()
    }

    async fn delete(_: (), _: Option<Self>, _: &Time, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}
