//! Sponges: the resource `sink_sponge`, which is deprecated and has no identity.

use terrane::History;
use terrane::prelude::*;

use crate::provider::Sink;

/// A sponge as older versions stored it: its size was a text, which may be none of a number.
#[derive(Debug, Model)]
pub(crate) struct OldSponge {
    size: String,
}

/// The older versions, each with a conversion that may fail.
fn past() -> History<Sponge> {
    let upgrade = |old: OldSponge| {
        let size = old.size.parse().summary("The sponge has no size")?;
        Ok(Sponge { size, holes: None })
    };
    History::default().model(0, upgrade).model(1, upgrade)
}

/// A sponge.
#[derive(Debug, Model)]
#[tf(version = 2, history = past)]
#[tf(deprecated = "Sponges are out of use. Set `soap` of a `sink_dish`.")]
#[tf(since = "0.2.1")]
pub(crate) struct Sponge {
    /// The size.
    size: i64,
    /// Where it has holes; none at all is the same as no holes.
    #[tf(empty_is_null)]
    holes: Option<Vec<i64>>,
}

impl Resource for Sponge {
    type Provider = Sink;

    const IMPORT_IDS: &'static [&'static str] = &["LABEL"];

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
        let holes = Some(plan.holes.unwrap_or_default());
        Ok(Self { holes, ..plan })
    }

    /// The same as the default: no remote object exists, so the state stays unchanged.
    async fn read(_: Prior<Self>, _: &Sink, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::Unchanged)
    }

    /// A sponge is imported by its size.
    async fn import(id: String, _: &Sink, cx: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let size: i64 = id.parse().summary("A sponge is imported by its size")?;
        cx.warn("A sponge was imported", "It is out of use.");
        let holes = Value::Null;
        Ok(Some(SpongeDraft {
            size: size.into(),
            holes,
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Sink, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
