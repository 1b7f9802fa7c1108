//! Plans in the JSON of `terraform show -json`.

use serde_json::{Map, Value as Json, json};
use terrane_value::{Data, Path, Step, Type, Value, json as value_json};

use super::{Action, Drift, OutputChange, Plan, ResourceChange};
use crate::address::{InstanceKey, ProviderConfig, ResourceInstance, ResourceMode};
use crate::run::TERRAFORM_VERSION;

impl Plan {
    /// Returns the plan in the form of `terraform show -json`: the changes of objects and outputs, and the objects that were changed without the host.
    ///
    /// What the form has besides is left out: the configuration, the values before and after, and the attributes that matter.
    ///
    /// ```
    /// # fn example(plan: &terrane_host::plan::Plan) {
    /// let json = plan.to_json();
    /// assert_eq!(json["resource_changes"][0]["change"]["actions"][0], "create");
    /// # }
    /// ```
    pub fn to_json(&self) -> Json {
        let changes = self.changes.values().map(resource_change);
        let drift = self.drift.iter().map(drifted_object);
        let outputs = self.outputs.iter();
        let outputs = outputs.map(|(name, change)| (name.to_string(), output_change(change)));
        let mut plan = json!({
            "format_version": "1.2",
            "terraform_version": TERRAFORM_VERSION,
            "resource_changes": changes.collect::<Vec<_>>(),
            "output_changes": outputs.collect::<Map<_, _>>(),
        });
        let drift: Vec<Json> = drift.collect();
        if !drift.is_empty() {
            plan["resource_drift"] = drift.into();
        }
        plan
    }
}

fn resource_change(change: &ResourceChange) -> Json {
    let mut shown = located(&change.address, &change.provider);
    if let Some(previous) = &change.previous_address {
        shown["previous_address"] = previous.to_string().into();
    }
    if let Some(key) = &change.deposed {
        shown["deposed"] = key.clone().into();
    }
    if let Some(reason) = change.reason {
        shown["action_reason"] = reason.name().into();
    }
    shown["change"] = before_and_after(
        change.action,
        (&change.before, &change.before_sensitive),
        (&change.after, &change.after_sensitive),
        &change.ty,
    );
    if let Some(id) = &change.importing {
        shown["change"]["importing"] = json!({ "id": id });
    }
    if !change.replace_paths.is_empty() {
        shown["change"]["replace_paths"] = change.replace_paths.iter().map(path_steps).collect();
    }
    shown
}

fn drifted_object(drift: &Drift) -> Json {
    let mut shown = located(&drift.address, &drift.provider);
    let action = if drift.is_deleted {
        Action::Delete
    } else {
        Action::Update
    };
    shown["change"] = before_and_after(
        action,
        (&drift.before, &drift.before_sensitive),
        (&drift.after, &drift.after_sensitive),
        &drift.ty,
    );
    shown
}

/// Returns an object with the address of an instance and its parts.
fn located(address: &ResourceInstance, provider: &ProviderConfig) -> Json {
    let resource = &address.resource.resource;
    let mut shown = json!({
        "address": address.to_string(),
        "mode": if resource.mode == ResourceMode::Managed { "managed" } else { "data" },
        "type": resource.type_name.as_str(),
        "name": resource.name.as_str(),
        "provider_name": provider.provider.to_string(),
    });
    if !address.resource.module.0.is_empty() {
        shown["module_address"] = address.resource.module.to_string().into();
    }
    if let Some(key) = &address.key {
        shown["index"] = match key {
            InstanceKey::Number(number) => (*number).into(),
            InstanceKey::String(text) => text.as_str().into(),
        };
    }
    shown
}

fn before_and_after(
    action: Action,
    (before, before_sensitive): (&Value, &[Path]),
    (after, after_sensitive): (&Value, &[Path]),
    ty: &Type,
) -> Json {
    let root = Path::root();
    let after_unknown = if after.is_wholly_known() {
        json!({})
    } else {
        unknown(after)
    };
    json!({
        "actions": action.names(),
        "before": known(before),
        "after": known(after),
        "after_unknown": after_unknown,
        "before_sensitive": sensitive(before, ty, &root, before_sensitive),
        "after_sensitive": sensitive(after, ty, &root, after_sensitive),
    })
}

fn output_change(change: &OutputChange) -> Json {
    let after = change.after.to_exchange();
    let after = after.map_or(Value::Null, |typed| typed.value);
    json!({
        "actions": change.action.names(),
        "before": known(&change.before),
        "after": known(&after),
        "after_unknown": if after.is_wholly_known() { Json::Bool(false) } else { unknown(&after) },
        "before_sensitive": change.sensitive,
        "after_sensitive": change.sensitive,
    })
}

fn path_steps(path: &Path) -> Json {
    let steps = path.steps().iter().map(|step| match step {
        Step::Attribute(name) | Step::Key(name) => Json::from(name.as_str()),
        Step::Index(index) => Json::from(*index),
        Step::Element(_) => Json::Null,
    });
    steps.collect()
}

/// Returns the known parts of a value. Unknown parts of objects are left out, those of lists are null.
fn known(value: &Value) -> Json {
    let named = |values: Vec<(String, &Value)>| {
        let known_ones = values.into_iter().filter(|(_, value)| !is_unknown(value));
        let shown = known_ones.map(|(name, value)| (name, known(value)));
        Json::Object(shown.collect())
    };
    let Value::Known(data) = value else {
        return Json::Null;
    };
    match data {
        Data::Dynamic(typed) => known(&typed.value),
        Data::List(values) | Data::Tuple(values) => values.iter().map(known).collect(),
        Data::Set(values) => values.iter().map(known).collect(),
        Data::Map(values) => named(values.iter().map(|(k, v)| (k.to_string(), v)).collect()),
        Data::Object(values) => named(values.iter().map(|(k, v)| (k.to_string(), v)).collect()),
        Data::Bool(value) => Json::Bool(*value),
        Data::String(text) => Json::from(text.as_str()),
        Data::Number(_) => {
            let digits = value_json::encode(value, &Type::Number).unwrap_or_default();
            serde_json::from_slice(&digits).unwrap_or_default()
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
    let part =
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
                .map(|(index, value)| part(Step::Index(index), value, element))
                .collect()
        }
        (Value::Known(Data::Set(values)), Type::Set(element)) => {
            let values = values.iter();
            values
                .map(|value| part(Step::Element(Box::new(value.clone())), value, element))
                .collect()
        }
        (Value::Known(Data::Tuple(values)), Type::Tuple(types)) => {
            let values = values.iter().zip(types.iter()).enumerate();
            values
                .map(|(index, (value, ty))| part(Step::Index(index), value, ty))
                .collect()
        }
        (Value::Known(Data::Map(values)), Type::Map(element)) => {
            let values = values.iter();
            let shown = values.map(|(key, value)| {
                (
                    key.to_string(),
                    part(Step::Key(key.clone()), value, element),
                )
            });
            named(shown.collect())
        }
        (Value::Known(Data::Object(values)), Type::Object(object)) => {
            let values = object.iter().zip(values.values());
            let shown = values.map(|((name, ty), value)| {
                (
                    name.to_string(),
                    part(Step::Attribute(name.clone()), value, ty),
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
