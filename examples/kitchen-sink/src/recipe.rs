//! Recipes: the resource `sink_recipe`, with every option of plans.

use terrane::DeferredReason;
use terrane::plan::ChangeKind;
use terrane::plan::FieldChange;
use terrane::prelude::*;

use crate::provider::Sink;

/// A recipe.
#[derive(Debug, Model)]
pub(crate) struct Recipe {
    /// The title. Case does not matter.
    #[tf(plan = ignore_case)]
    title: String,
    /// The number of servings. A lower number replaces the recipe.
    #[tf(default = 4, replace(if = shrinks), plan = feeds)]
    servings: i64,
    /// The method. A change of the method replaces the recipe.
    #[tf(replace)]
    method: Option<String>,
    /// The origin. A change in the configuration replaces the recipe.
    #[tf(optional, replace(if_configured))]
    source: Computed<String>,
    #[tf(flatten, computed, key)]
    card: Card,
    /// The summary, which depends on the title and the servings only.
    #[tf(changes_with(title, servings))]
    summary: Computed<String>,
    /// The heading, which depends on the summary.
    #[tf(changes_with(summary))]
    length: Computed<i64>,
    /// The title as a part of an address. A plan hook computes it.
    slug: Computed<String>,
    /// The planner, which the plan passes in the private state.
    planner: Computed<Option<String>>,
}

/// The card, whose fields are attributes of the recipe.
#[derive(Debug, Model)]
pub(crate) struct Card {
    /// The number of the recipe, which does not change.
    #[tf(key, keep, unknown(prefix = "recipe-"))]
    id: Computed<String>,
    /// The weight, which is refined as not null.
    #[tf(unknown(range(1..)))]
    grams: Computed<i64>,
    /// The steps: two or three.
    #[tf(unknown(len(2..=3)))]
    steps: Computed<Vec<String>>,
}

/// Keeps the title of the state if the configured title differs only in case.
fn ignore_case(title: &mut FieldChange<'_, String>) -> Result<()> {
    if title.is_create() || title.config()?.is_unknown() {
        return Ok(());
    }
    if let (Value::Known(prior), Value::Known(planned)) = (title.prior()?, title.planned()?)
        && prior.eq_ignore_ascii_case(&planned)
    {
        title.set_planned(prior);
    }
    Ok(())
}

/// Warns if many are to eat without a method, and remembers the largest number of servings in the private state.
fn feeds(servings: &mut FieldChange<'_, i64, Recipe>) -> Result<()> {
    let (Value::Known(planned), Some(config)) = (servings.planned()?, servings.config_object()?)
    else {
        return Ok(());
    };
    if planned > 12 && config.method.is_null() {
        let before = servings
            .prior_object()?
            .and_then(|prior| prior.servings.known().copied());
        let before = before.map_or(String::new(), |before| format!(", after {before}"));
        servings.warn(
            "Many will eat",
            format!("{planned} people{before}. Write the method down."),
        );
    }
    let most = servings.private().get::<i64>(MOST)?.unwrap_or_default();
    servings.private_mut().set(MOST, &most.max(planned));
    Ok(())
}

fn shrinks(prior: &Value<i64>, planned: &Value<i64>) -> bool {
    matches!((prior, planned), (Value::Known(prior), Value::Known(planned)) if planned < prior)
}

/// The key of the private value that a plan passes to later calls.
const PLANNER: &str = "planner";

/// The key of the private value that counts the servings.
const MOST: &str = "most";

impl Recipe {
    fn cooked(self, planner: Option<String>) -> Self {
        let summary = format!("{} for {}", self.title, self.servings);
        self.with_computed(RecipeComputed {
            source: "grandmother".to_owned(),
            card: CardComputed {
                id: "recipe-1".to_owned(),
                grams: 500,
                steps: vec!["mix".to_owned(), "cook".to_owned()],
            },
            length: i64::try_from(summary.len()).unwrap_or(i64::MAX),
            summary,
            slug: String::new(),
            planner,
        })
    }
}

impl Resource for Recipe {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config
            .title
            .known()
            .is_some_and(|title| title.ends_with('!'))
        {
            cx.warn_at(path!(Recipe, title), "A loud title", "Speak softly.");
        }
        Ok(())
    }

    async fn plan(change: &mut PlanContext<Self>, sink: Option<&Sink>) -> Result<()> {
        if change.kind() == ChangeKind::Delete {
            change
                .cx()
                .warn("A recipe will be lost", "Learn it by heart.");
            return Ok(());
        }
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        let Value::Known(title) = &planned.title else {
            return Ok(());
        };
        match title.as_str() {
            "Surprise" => return change.defer(DeferredReason::AbsentPrerequisite),
            "Poison" => {
                return Err(Error::new("Nobody cooks that", "Take another recipe.")
                    .at(path!(Recipe, title)));
            }
            "Leftovers" => change.replace(path!(Recipe, title)),
            _ => {}
        }
        planned.slug = title.to_lowercase().replace(' ', "-").into();
        change.set_planned(planned)?;
        // The planner of the first plan stays the planner. Some hosts pass the private state of the first plan to the second.
        let first = match change.planned_private() {
            Some(first) => first.get::<String>(PLANNER)?,
            None => None,
        };
        let planner = if sink.is_some() { "sink" } else { "nobody" };
        let planner = first.unwrap_or_else(|| planner.to_owned());
        change.private_mut().set(PLANNER, &planner);
        Ok(())
    }

    async fn create(plan: Self, _: &Sink, cx: &mut CreateContext) -> Result<Self> {
        Ok(plan.cooked(cx.private().get(PLANNER)?))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, cx: &mut UpdateContext) -> Result<Self> {
        Ok(plan.cooked(cx.private().get(PLANNER)?))
    }

    async fn delete(prior: Prior<Self>, sink: &Sink, cx: &mut DeleteContext) -> Result<()> {
        if let Some(most) = cx.private().get::<i64>(MOST)? {
            sink.note(&format!("{} fed {most} at most", prior.key().card.id))
                .await?;
        }
        sink.note(&format!("forgot {}", prior.key().card.id)).await
    }
}
