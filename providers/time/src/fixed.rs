//! The `time_static` resource.

use terrane::prelude::*;

use crate::moment::{Moment, given, rfc3339, unreadable, written};
use crate::parts::{Parts, PartsComputed, PartsDraft};
use crate::provider::Time;

/// A time that does not change: the time of the creation, or the configured time.
#[derive(Model)]
pub(crate) struct Static {
    #[tf(flatten, computed)]
    parts: Parts,
    /// The time, in RFC 3339 format. The default is the current time.
    #[tf(optional, replace, validate(rfc3339))]
    rfc3339: Computed<String>,
    /// The time, in RFC 3339 format.
    #[tf(keep)]
    id: Computed<String>,
}

fn computed(time: Moment) -> Result<StaticComputed> {
    let text = time.to_string();
    let parts = PartsComputed::of(time)?;
    let (rfc3339, id) = (text.clone(), text);
    Ok(StaticComputed { parts, rfc3339, id })
}

impl StateOnly for Static {
    type Provider = Time;

    const IMPORT_IDS: &'static [&'static str] = &["TIMESTAMP"];

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Time>) -> Result<()> {
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        if let Some(prior) = change.prior()? {
            let config = change.config()?;
            let is_configured = config.is_some_and(|config| !config.rfc3339.is_null());
            if !is_configured && prior.parts.has_other_triggers(&planned.parts) {
                // Other triggers replace the object, and the new one has another time.
                planned.rfc3339 = Value::unknown();
                change.set_planned(planned)?;
                change.replace(path!(Static, rfc3339));
            }
            return Ok(());
        }
        let Some(configured) = planned.rfc3339.known().cloned() else {
            return Ok(());
        };
        let time = given(Some(&configured), "Plan time static error")?;
        planned.id = configured.into();
        change.set_planned(planned.with_computed(computed(time)?))
    }

    async fn create(plan: Self, _: &Time, _: &mut CreateContext) -> Result<Self> {
        let time = given(plan.rfc3339.known(), "Create time static error")?;
        Ok(plan.with_computed(computed(time)?))
    }

    async fn import(id: String, _: &Time, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let time = written(&id).map_err(unreadable("Import time static error"))?;
        let draft = StaticDraft {
            parts: PartsDraft::imported(),
            ..StaticDraft::default()
        };
        Ok(Some(draft.with_computed(computed(time)?)))
    }
}
