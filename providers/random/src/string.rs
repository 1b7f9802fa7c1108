//! `random_string`.

use terrane::History;
use terrane::prelude::*;

use crate::past::Old;
use crate::provider::Random;
use crate::text::Asked;

/// A random text that is not secret. Plans and the state show it in clear text.
#[derive(Model)]
#[tf(name = "string", version = 2, history = past)]
pub(crate) struct Text {
    #[tf(flatten, computed)]
    asked: Asked,
    /// The text.
    #[tf(keep)]
    result: Computed<String>,
    /// An attribute that old hosts required of every resource.
    #[tf(keep)]
    id: Computed<String>,
}

impl StateOnly for Text {
    type Provider = Random;

    const IMPORT_IDS: &'static [&'static str] = &["RESULT"];

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        config.asked.check(cx);
        Ok(())
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Random>) -> Result<()> {
        let (Some(config), Some(mut planned)) = (change.config()?, change.planned()?) else {
            return Ok(());
        };
        let prior = change.prior()?.map(|prior| prior.asked);
        let replaced = planned.asked.plan(config.asked, prior)?;
        change.set_planned(planned)?;
        replaced.into_iter().for_each(|path| change.replace(path));
        Ok(())
    }

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let (text, asked) = plan.asked.draw()?;
        let result = text.into_exposed();
        let id = result.clone();
        Ok(plan.with_computed(TextComputed { asked, result, id }))
    }

    async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        Ok(Some(stored(Old::of(id))?.into_draft()?))
    }
}

/// Converts a state of an older version.
fn stored(old: Old) -> Result<Text> {
    let text = old.text()?.into_exposed();
    Ok(Text {
        asked: Asked::of(old)?,
        id: text.clone().into(),
        result: text.into(),
    })
}

fn past() -> History<Text> {
    History::default().model(1, stored)
}
