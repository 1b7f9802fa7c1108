//! Plans in the JSON of `terraform show -json`.

use serde_json::{Value as Json, json};
use terrane_host::plan::Plan;

/// Returns the parts of the changes that hosts have in common.
pub(crate) fn changes(plan: &Plan) -> Vec<Json> {
    changes_of(&plan.to_json())
}

/// Returns the same parts of what `terraform show -json` prints.
pub(crate) fn of_terraform(plan: &Json) -> Vec<Json> {
    let mut shown = changes_of(plan);
    shown.sort_by_key(|it| it["address"].to_string());
    shown
}

fn changes_of(plan: &Json) -> Vec<Json> {
    let changes = plan["resource_changes"].as_array();
    changes.into_iter().flatten().map(compared_parts).collect()
}

fn compared_parts(found: &Json) -> Json {
    let mut shown = json!({ "address": found["address"] });
    for name in [
        "actions",
        "before",
        "after",
        "after_unknown",
        "before_sensitive",
        "after_sensitive",
    ] {
        shown[name] = found["change"][name].clone();
    }
    for name in ["action_reason", "previous_address", "deposed"] {
        if let Some(value) = found.get(name) {
            shown[name] = value.clone();
        }
    }
    for name in ["importing", "replace_paths"] {
        if let Some(value) = found["change"].get(name) {
            shown[name] = value.clone();
        }
    }
    shown
}
