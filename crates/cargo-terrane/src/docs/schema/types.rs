//! Types as pages show them.

use serde_json::{Map, Value};

/// Returns the name of a type: `String`, `List of Number`, `Object`.
pub(super) fn title(ty: &Value) -> String {
    match (ty.as_str(), ty[0].as_str()) {
        (Some("string"), _) => "String".to_owned(),
        (Some("number"), _) => "Number".to_owned(),
        (Some("bool"), _) => "Boolean".to_owned(),
        (Some(_), _) => "Dynamic".to_owned(),
        (None, Some("list")) => format!("List of {}", title(&ty[1])),
        (None, Some("set")) => format!("Set of {}", title(&ty[1])),
        (None, Some("map")) => format!("Map of {}", title(&ty[1])),
        (None, Some("tuple")) => "Tuple".to_owned(),
        (None, Some("object")) => "Object".to_owned(),
        (None, _) => "Dynamic".to_owned(),
    }
}

/// Returns the name of a type in the signature of a function: `string`, `list of number`, `object`.
pub(super) fn in_signature(ty: &Value) -> String {
    match (ty.as_str(), ty[0].as_str()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(collection @ ("list" | "set" | "map"))) => {
            format!("{collection} of {}", in_signature(&ty[1]))
        }
        (None, Some(name)) => name.to_owned(),
        (None, None) => "dynamic".to_owned(),
    }
}

/// Returns the attributes of an object type, or of the objects in a collection.
pub(super) fn object_attributes(ty: &Value) -> Option<&Map<String, Value>> {
    match ty[0].as_str()? {
        "object" => ty[1].as_object(),
        // Only an object has a map as its second part.
        "list" | "set" | "map" => ty[1][1].as_object(),
        _ => None,
    }
}
