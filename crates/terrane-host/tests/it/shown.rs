//! Plans in the JSON of `terraform show -json`.

use serde_json::{Map, Value as Json, json};
use terrane_host::plan::{Plan, ResourceChange};
use terrane_value::{Data, Path, Step, Type, Value, json as value_json};

/// Returns the parts of the changes that hosts have in common.
pub(crate) fn changes(plan: &Plan) -> Vec<Json> {
    plan.changes.values().map(change).collect()
}

fn change(change: &ResourceChange) -> Json {
    let mut shown = json!({
        "address": change.address.to_string(),
        "actions": change.action.names(),
        "before": known(&change.before, &change.ty),
        "after": known(&change.after, &change.ty),
        "after_unknown": if change.after.is_wholly_known() { json!({}) } else { unknown(&change.after) },
        "before_sensitive": sensitive(&change.before, &change.ty, &Path::root(), &change.before_sensitive),
        "after_sensitive": sensitive(&change.after, &change.ty, &Path::root(), &change.after_sensitive),
    });
    if let Some(reason) = change.reason {
        shown["action_reason"] = reason.name().into();
    }
    if let Some(previous) = &change.previous_address {
        shown["previous_address"] = previous.to_string().into();
    }
    if let Some(key) = &change.deposed {
        shown["deposed"] = key.clone().into();
    }
    if let Some(id) = &change.importing {
        shown["importing"] = json!({ "id": id });
    }
    if !change.replace_paths.is_empty() {
        let paths = change.replace_paths.iter().map(path);
        shown["replace_paths"] = paths.collect();
    }
    shown
}

/// Returns the same parts of what `terraform show -json` prints.
pub(crate) fn of_terraform(plan: &Json) -> Vec<Json> {
    let changes = plan["resource_changes"].as_array();
    let mut shown: Vec<Json> = changes.into_iter().flatten().map(from_terraform).collect();
    shown.sort_by_key(|it| it["address"].to_string());
    shown
}

fn from_terraform(found: &Json) -> Json {
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

fn path(path: &Path) -> Json {
    let steps = path.steps().iter().map(|step| match step {
        Step::Attribute(name) | Step::Key(name) => Json::from(name.as_str()),
        Step::Index(index) => Json::from(*index),
        Step::Element(_) => Json::Null,
    });
    steps.collect()
}

/// Returns the known parts of a value. Unknown parts of objects are left out, those of lists are null.
fn known(value: &Value, ty: &Type) -> Json {
    let all = |values: Vec<(&Value, &Type)>| -> Json {
        values
            .into_iter()
            .map(|(value, ty)| known(value, ty))
            .collect()
    };
    let named = |values: Vec<(String, &Value, &Type)>| {
        let values = values
            .into_iter()
            .filter(|(_, value, _)| !is_unknown(value));
        let values = values.map(|(name, value, ty)| (name, known(value, ty)));
        Json::Object(values.collect::<Map<String, Json>>())
    };
    let Value::Known(data) = value else {
        return Json::Null;
    };
    match (data, ty) {
        (Data::Dynamic(typed), _) => known(&typed.value, &typed.ty),
        (Data::List(values), Type::List(element)) => {
            all(values.iter().map(|value| (value, &**element)).collect())
        }
        (Data::Set(values), Type::Set(element)) => {
            all(values.iter().map(|value| (value, &**element)).collect())
        }
        (Data::Tuple(values), Type::Tuple(types)) => all(values.iter().zip(types.iter()).collect()),
        (Data::Map(values), Type::Map(element)) => {
            let values = values
                .iter()
                .map(|(key, value)| (key.to_string(), value, &**element));
            named(values.collect())
        }
        (Data::Object(values), Type::Object(object)) => {
            let values = object.iter().zip(values.values());
            let values = values.map(|((name, ty), value)| (name.to_string(), value, ty));
            named(values.collect())
        }
        _ => {
            let bytes = value_json::encode(value, ty).unwrap();
            serde_json::from_slice(&bytes).unwrap()
        }
    }
}

fn is_unknown(value: &Value) -> bool {
    match value {
        Value::Unknown(_) => true,
        Value::Known(Data::Dynamic(typed)) => is_unknown(&typed.value),
        _ => false,
    }
}

fn unknown(value: &Value) -> Json {
    let Value::Known(data) = value else {
        return Json::Bool(value.is_unknown());
    };
    let named = |values: Vec<(String, &Value)>| {
        let values = values
            .into_iter()
            .map(|(name, value)| (name, unknown(value)));
        let values = values.filter(|(_, shown)| *shown != Json::Bool(false));
        Json::Object(values.collect::<Map<String, Json>>())
    };
    match data {
        Data::Dynamic(typed) => unknown(&typed.value),
        Data::List(values) | Data::Tuple(values) => values.iter().map(unknown).collect(),
        Data::Set(values) => values.iter().map(unknown).collect(),
        Data::Map(values) => named(values.iter().map(|(k, v)| (k.to_string(), v)).collect()),
        Data::Object(values) => named(values.iter().map(|(k, v)| (k.to_string(), v)).collect()),
        Data::Bool(_) | Data::Number(_) | Data::String(_) => Json::Bool(false),
    }
}

fn sensitive(value: &Value, ty: &Type, at: &Path, paths: &[Path]) -> Json {
    if paths.iter().any(|path| same(path, at)) {
        return Json::Bool(true);
    }
    let inside =
        |step: Step, value: &Value, ty: &Type| sensitive(value, ty, &at.clone().step(step), paths);
    let named = |values: Vec<(String, Json)>| {
        let values = values
            .into_iter()
            .filter(|(_, shown)| *shown != Json::Bool(false));
        Json::Object(values.collect::<Map<String, Json>>())
    };
    match (value, ty) {
        (Value::Known(Data::Dynamic(typed)), _) => sensitive(&typed.value, &typed.ty, at, paths),
        (Value::Null, _) => Json::Bool(false),
        (Value::Unknown(_), Type::List(_) | Type::Set(_) | Type::Tuple(_)) => json!([]),
        (Value::Unknown(_), Type::Map(_) | Type::Object(_)) => json!({}),
        (Value::Known(Data::List(values)), Type::List(element)) => {
            let values = values.iter().enumerate();
            values
                .map(|(index, value)| inside(Step::Index(index), value, element))
                .collect()
        }
        (Value::Known(Data::Set(values)), Type::Set(element)) => {
            let values = values.iter();
            values
                .map(|value| inside(Step::Element(Box::new(value.clone())), value, element))
                .collect()
        }
        (Value::Known(Data::Tuple(values)), Type::Tuple(types)) => {
            let values = values.iter().zip(types.iter()).enumerate();
            values
                .map(|(index, (value, ty))| inside(Step::Index(index), value, ty))
                .collect()
        }
        (Value::Known(Data::Map(values)), Type::Map(element)) => {
            let values = values.iter();
            let shown = values.map(|(key, value)| {
                (
                    key.to_string(),
                    inside(Step::Key(key.clone()), value, element),
                )
            });
            named(shown.collect())
        }
        (Value::Known(Data::Object(values)), Type::Object(object)) => {
            let values = object.iter().zip(values.values());
            let shown = values.map(|((name, ty), value)| {
                (
                    name.to_string(),
                    inside(Step::Attribute(name.clone()), value, ty),
                )
            });
            named(shown.collect())
        }
        _ => Json::Bool(false),
    }
}

/// Compares two paths. States write a key of a map and an attribute in the same form.
fn same(a: &Path, b: &Path) -> bool {
    let step = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Attribute(a) | Step::Key(a), Step::Attribute(b) | Step::Key(b)) => a == b,
        (a, b) => a == b,
    };
    a.steps().len() == b.steps().len() && a.steps().iter().zip(b.steps()).all(step)
}
