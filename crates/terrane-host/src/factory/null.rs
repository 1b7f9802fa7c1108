//! The move of a `null_resource` to `terraform_data`.

use terrane_protocol::{
    Diagnostic, DynamicValue, MoveResourceStateRequest, MoveResourceStateResponse,
};
use terrane_value::{Type, Typed, Value, json};

/// Answers a move to an object of a type. Only a `null_resource` of `hashicorp/null` can become a `terraform_data`.
pub(super) fn moved(request: &MoveResourceStateRequest, ty: &Type) -> MoveResourceStateResponse {
    let refused = if !request.source_provider_address.ends_with("hashicorp/null") {
        Some((
            "Unsupported source provider for move operation",
            "provider hashicorp/null",
        ))
    } else if request.source_type_name != "null_resource" {
        Some((
            "Unsupported source resource type for move operation",
            "resource type null_resource",
        ))
    } else {
        None
    };
    if let Some((summary, source)) = refused {
        let detail = format!(
            "Only objects of the {source} can become `terraform_data`. Remove the `moved` block."
        );
        return MoveResourceStateResponse {
            diagnostics: Diagnostic::error(summary, detail).into(),
            ..MoveResourceStateResponse::default()
        };
    }
    converted(request, ty).unwrap_or_else(|error| MoveResourceStateResponse {
        diagnostics: Diagnostic::error("Cannot read the object", error.to_string()).into(),
        ..MoveResourceStateResponse::default()
    })
}

fn converted(
    request: &MoveResourceStateRequest,
    ty: &Type,
) -> Result<MoveResourceStateResponse, terrane_value::Error> {
    let triggers = Type::map(Type::String);
    let source = Type::object([("id", Type::String), ("triggers", triggers)]);
    let bytes = request.source_state.json.clone().unwrap_or_default();
    let null = json::decode(&bytes, &source)?;
    let attribute = |name| {
        let object = null.as_object();
        object
            .and_then(|it| it.get(name))
            .cloned()
            .unwrap_or_default()
    };
    let object = Value::object([
        ("id", attribute("id")),
        ("input", Value::Null),
        ("output", Value::Null),
        ("triggers_replace", triggers_of(&attribute("triggers"))),
    ]);
    Ok(MoveResourceStateResponse {
        target_state: DynamicValue::encode(&object, ty)?,
        ..MoveResourceStateResponse::default()
    })
}

/// Returns the triggers as an object, because most configurations write one.
fn triggers_of(triggers: &Value) -> Value {
    let Some(entries) = triggers.as_map() else {
        return Value::Null;
    };
    let types = entries.keys().map(|key| (key.clone(), Type::String));
    let values = entries
        .iter()
        .map(|(key, value)| (key.clone(), value.clone()));
    Typed {
        ty: Type::object(types),
        value: Value::object(values),
    }
    .into()
}
