//! Recipes: everything that a schema says of plans.

use terrane::dynamic::member;
use terrane::schema::{Block, Condition, MemberChange, Modifier, Refinement, Replace};
use terrane::{Computed, Path, Result, Value};

use super::members::{filled, text, whole};

/// The key of the private value that counts the servings.
const MOST: &str = "most";

pub(super) fn recipe() -> Block {
    let path = |name: &str| Path::root().attribute(name);
    Block::new([
        text("title")
            .description("The title. Case does not matter.")
            .set_required()
            .modify(Modifier::new(ignore_case)),
        whole("servings")
            .description("The number of servings. A lower number replaces the recipe.")
            .default(|| Value::from(4))
            .not_null()
            .replace_when(Replace::If(Condition::new(shrinks)))
            .modify(Modifier::new(feeds)),
        text("method")
            .description("The method. A change of the method replaces the recipe.")
            .replace(),
        text("source")
            .description("The origin. A change in the configuration replaces the recipe.")
            .set_computed(true)
            .not_null()
            .replace_if_configured(),
        filled(text("id"))
            .description("The number of the recipe, which does not change.")
            .key()
            .keep()
            .refine(Refinement::new(|unknown| {
                unknown.with_string_prefix("recipe-")
            })),
        filled(whole("grams"))
            .description("The weight, which is refined as not null.")
            .refine(Refinement::new(|unknown| {
                unknown.with_number_lower(1, true)
            })),
        member::<Computed<Vec<String>>>("steps")
            .description("The steps: two or three.")
            .refine(Refinement::new(|unknown| {
                unknown.with_length_lower(2)?.with_length_upper(3)
            })),
        filled(text("summary"))
            .description("The summary, which depends on the title and the servings only.")
            .changes_with([path("title"), path("servings")]),
        filled(whole("length"))
            .description("The heading, which depends on the summary.")
            .changes_with([path("summary")]),
        filled(text("slug"))
            .description("The title as a part of an address. A plan hook computes it."),
        text("planner")
            .description("The planner, which the plan passes in the private state.")
            .set_computed(false),
    ])
    .description("A recipe.")
}

/// Keeps the title of the state if the configured title differs only in case.
fn ignore_case(title: &mut MemberChange<'_>) -> Result<()> {
    if title.is_create() || title.config().is_unknown() {
        return Ok(());
    }
    if let (Some(prior), Some(planned)) = (title.prior().as_str(), title.planned().as_str())
        && prior.eq_ignore_ascii_case(planned)
    {
        title.set_planned(title.prior().clone());
    }
    Ok(())
}

/// Warns if many are to eat without a method, and remembers the largest number of servings in the private state.
fn feeds(servings: &mut MemberChange<'_>) -> Result<()> {
    let Some(planned) = as_i64(servings.planned()) else {
        return Ok(());
    };
    let method = servings.config_object().and_then(|it| it.get("method"));
    if planned > 12 && method.is_some_and(Value::is_null) {
        let before = as_i64(servings.prior()).map_or(String::new(), |it| format!(", after {it}"));
        servings.warn(
            "Many will eat",
            format!("{planned} people{before}. Write the method down."),
        );
    }
    let most = servings.private().get::<i64>(MOST)?.unwrap_or_default();
    servings.private_mut().set(MOST, &most.max(planned));
    Ok(())
}

fn shrinks(prior: &Value, planned: &Value) -> bool {
    matches!((as_i64(prior), as_i64(planned)), (Some(prior), Some(planned)) if planned < prior)
}

fn as_i64(value: &Value) -> Option<i64> {
    value.as_number()?.to_i64()
}
