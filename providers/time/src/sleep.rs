//! The `time_sleep` resource.

use std::collections::BTreeMap;

use terrane::context::Context;
use terrane::prelude::*;
use terrane::schema::Violation;
use terrane::validate::{Check as _, matches};
use terrane_types::GoDuration;
use tokio::time::sleep;

use crate::import::{unexpected, values};
use crate::moment::Moment;
use crate::provider::Time;

/// A pause at the creation and at the destruction of the resource.
#[derive(Model)]
pub(crate) struct Sleep {
    /// The duration of the pause at the creation, such as `30s` or `1.5m`.
    #[tf(validate(simple))]
    create_duration: Option<String>,
    /// The duration of the pause at the destruction, such as `30s` or `1.5m`. It must be applied before the destruction.
    #[tf(validate(simple))]
    destroy_duration: Option<String>,
    /// Arbitrary values. Changing them causes a new pause.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// The end of the pause at the creation, in RFC 3339 format.
    #[tf(keep)]
    id: Computed<String>,
}

/// Checks a configured duration: a number and one unit.
fn simple(text: &str) -> Result<(), Violation> {
    let checked = matches(r"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$", "a number and a unit").check(text);
    checked.map_err(|_| {
        let expected = "must be a number immediately followed by ms (milliseconds), s (seconds), m (minutes), or h (hours)";
        let detail = format!("The duration {expected}. For example, \"30s\" for 30 seconds., got: {text}");
        Violation::new(detail).summary("Invalid Attribute Value Match")
    })
}

/// Waits for the duration of an attribute, unless the call is cancelled.
async fn pause(
    attribute: &str,
    duration: Option<&String>,
    doing: &str,
    cx: &Context,
) -> Result<()> {
    let Some(text) = duration.filter(|text| !text.is_empty()) else {
        return Ok(());
    };
    let duration = parse(attribute, text, doing)?
        .duration()
        .unwrap_or_default();
    tokio::select! {
        () = sleep(duration) => Ok(()),
        () = cx.cancelled() => Err(Error::new(doing, "Original Error: context canceled")),
    }
}

fn parse(attribute: &str, text: &str, doing: &str) -> Result<GoDuration> {
    text.parse().map_err(|error| {
        let detail = format!("The {attribute} cannot be parsed\n\nOriginal Error: {error}");
        Error::new(doing, detail)
    })
}

impl Resource for Sleep {
    type Provider = Time;

    const IMPORT_IDS: &'static [&'static str] = &["CREATEDURATION,DESTROYDURATION"];

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        // This is not a relation of the schema, because the original provider reports the error at both attributes.
        if config.create_duration.is_null() && config.destroy_duration.is_null() {
            let (create, destroy) = (
                path!(Sleep, create_duration),
                path!(Sleep, destroy_duration),
            );
            for (at, members) in [
                (create, "destroy_duration,create_duration"),
                (destroy, "create_duration,destroy_duration"),
            ] {
                let detail = format!("At least one attribute out of [{members}] must be specified");
                cx.error_with(at, "Invalid Attribute Combination", detail);
            }
        }
        Ok(())
    }

    async fn create(plan: Self, _: &Time, cx: &mut CreateContext) -> Result<Self> {
        pause(
            "create_duration",
            plan.create_duration.as_ref(),
            "Create time sleep error",
            cx,
        )
        .await?;
        Ok(plan.with_computed(SleepComputed {
            id: Moment::now().to_string(),
        }))
    }

    async fn import(id: String, _: &Time, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let Some([create, destroy]) =
            values(&id).filter(|[create, destroy]| !(create.is_empty() && destroy.is_empty()))
        else {
            let expected = "CREATEDURATION,DESTROYDURATION where at least one value is non-empty";
            return Err(unexpected(&id, expected));
        };
        let duration = |attribute: &str, text: &str| {
            if text.is_empty() {
                return Ok(Value::Null);
            }
            parse(attribute, text, "Import time sleep error").map(|_| text.to_owned().into())
        };
        Ok(Some(SleepDraft {
            create_duration: duration("create_duration", create)?,
            destroy_duration: duration("destroy_duration", destroy)?,
            triggers: BTreeMap::new().into(),
            id: Moment::now().to_string().into(),
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Time, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Time, cx: &mut DeleteContext) -> Result<()> {
        let prior = prior.into_complete();
        let duration = prior
            .as_ref()
            .and_then(|prior| prior.destroy_duration.as_ref());
        pause("destroy_duration", duration, "Delete time sleep error", cx).await
    }
}
