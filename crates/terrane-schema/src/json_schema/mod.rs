//! JSON Schema documents, with which editors check and complete configurations in JSON syntax.

mod constraints;

use serde_json::{Map, Value, json};
use terrane_protocol::schema::json::section;
use terrane_protocol::schema::{META_ARGUMENTS, TypeKind};

use self::constraints::constrain;
use crate::members::members;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The comment that hosts accept in every block of JSON syntax.
const COMMENT: &str = "//";

/// Arguments that hosts accept in a `provider` block, next to those of the provider.
const PROVIDER_ARGUMENTS: [&str; 2] = ["alias", "version"];

/// Returns a JSON Schema for each type of a provider, by kind and name, and for its settings. `provider` is its [entry](terrane_protocol::schema::json::provider).
///
/// A document describes the contents of one block in [JSON syntax](https://developer.hashicorp.com/terraform/language/syntax/json), such as an object
/// at `resource.TYPE.NAME` in a `.tf.json` file. For list resources and actions it describes the contents of `config`. Where the configuration may have an
/// expression, the document accepts a text with `${..}`.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use terrane_schema::json_schema;
///
/// let pet = json!({ "block": { "attributes": { "name": { "type": "string", "required": true } } } });
/// let documents = json_schema(&json!({ "resource_schemas": { "zoo_pet": pet } }));
/// let document = &documents["resource_schemas"]["zoo_pet"];
/// assert_eq!(document["required"], json!(["name"]));
/// ```
pub fn json_schema(provider: &Value) -> Value {
    let mut documents = Map::new();
    let settings = schema_document(
        "provider",
        &provider["provider"]["block"],
        &PROVIDER_ARGUMENTS,
    );
    documents.insert("provider".to_owned(), settings);
    for kind in TypeKind::ALL {
        let arguments: &[&str] = match kind {
            TypeKind::Resource | TypeKind::DataSource | TypeKind::Ephemeral => &META_ARGUMENTS,
            TypeKind::List | TypeKind::Action | TypeKind::StateStore => &[],
        };
        let mut types = Map::new();
        for (name, it) in members(&provider[section(kind)]) {
            types.insert(name.clone(), schema_document(name, &it["block"], arguments));
        }
        if !types.is_empty() {
            documents.insert(section(kind).to_owned(), Value::Object(types));
        }
    }
    Value::Object(documents)
}

fn schema_document(title: &str, block: &Value, arguments: &[&str]) -> Value {
    let mut document = of_block(block);
    document["$schema"] = DIALECT.into();
    document["title"] = title.into();
    for argument in [&COMMENT].into_iter().chain(arguments) {
        let properties = &mut document["properties"];
        if properties.get(argument).is_none() {
            properties[argument] = true.into();
        }
    }
    document
}

/// Describes the contents of a block: attributes and nested blocks.
fn of_block(block: &Value) -> Value {
    let mut object = of_attributes(block);
    for (name, nested) in members(&block["block_types"]) {
        object["properties"][name] = of_nested_block(nested);
        let min = nested["min_items"].as_u64().unwrap_or_default();
        if min > 0
            && let Some(required) = object["required"].as_array_mut()
        {
            required.push(name.as_str().into());
        }
    }
    add_description(&mut object, block);
    object
}

/// Describes an object with the attributes of a block or of a nested attribute that a configuration may set.
fn of_attributes(block: &Value) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, attribute) in members(&block["attributes"]) {
        let is_required = attribute["required"] == true;
        if is_required || attribute["optional"] == true {
            properties.insert(name.clone(), of_attribute(attribute, is_required));
        }
        if is_required {
            required.push(name.clone());
        }
    }
    let mut object = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let relations = block["relations"].as_array().into_iter().flatten();
    let needed: Vec<Value> = relations
        .filter(|it| it["kind"] == "exactly_one_of" || it["kind"] == "at_least_one_of")
        .filter(|it| it["warning"] != true && are_own_members(it))
        .map(|it| {
            let members = it["members"].as_array().into_iter().flatten();
            let alternatives: Vec<Value> = members
                .map(|member| json!({ "required": [member] }))
                .collect();
            json!({ "anyOf": alternatives })
        })
        .collect();
    if !needed.is_empty() {
        object["allOf"] = needed.into();
    }
    object
}

/// Whether a relation is between attributes and blocks of the object itself, not of nested ones.
fn are_own_members(relation: &Value) -> bool {
    let mut members = relation["members"].as_array().into_iter().flatten();
    members.all(|member| member.as_str().is_some_and(|name| !name.contains('.')))
}

fn of_attribute(attribute: &Value, required: bool) -> Value {
    let nested = &attribute["nested_type"];
    let mut value = match nested.as_object() {
        Some(_) => {
            let object = of_attributes(nested);
            match nested["nesting_mode"].as_str() {
                Some("list" | "set") => json!({ "type": "array", "items": or_expression(object) }),
                Some("map") => {
                    json!({ "type": "object", "additionalProperties": or_expression(object) })
                }
                _ => object,
            }
        }
        None => of_type(&attribute["type"]),
    };
    constrain(&mut value, &attribute["constraints"]);
    let mut accepted = if value == json!(true) {
        json!({})
    } else {
        let mut alternatives = vec![value, expression_schema()];
        if !required {
            alternatives.push(json!({ "type": "null" }));
        }
        json!({ "anyOf": alternatives })
    };
    if let Some(default) = attribute.get("default") {
        accepted["default"] = default.clone();
    }
    add_description(&mut accepted, attribute);
    accepted
}

fn of_nested_block(nested: &Value) -> Value {
    let block = of_block(&nested["block"]);
    let description = block["description"].clone();
    let (min, max) = (
        nested["min_items"].as_u64().unwrap_or_default(),
        nested["max_items"].as_u64().unwrap_or_default(),
    );
    let mut accepted = match nested["nesting_mode"].as_str() {
        // A label may occur once as an object, or in a list of objects.
        Some("map") => json!({ "type": ["object", "array"] }),
        mode => {
            let mut list = json!({ "type": "array", "items": block });
            if min > 0 {
                list["minItems"] = min.into();
            }
            match mode {
                Some("single" | "group") => list["maxItems"] = 1.into(),
                _ if max > 0 => list["maxItems"] = max.into(),
                _ => {}
            }
            json!({ "anyOf": [block, list] })
        }
    };
    if !description.is_null() {
        accepted["description"] = description;
    }
    accepted
}

/// Describes the values of a type. Hosts also accept numbers and bools as texts. The document does not, so editors report them.
fn of_type(ty: &Value) -> Value {
    if let Some(name) = ty.as_str() {
        return match name {
            "string" => json!({ "type": "string" }),
            "number" => json!({ "type": "number" }),
            "bool" => json!({ "type": "boolean" }),
            _ => json!(true),
        };
    }
    let element = || or_expression(of_type(&ty[1]));
    match ty[0].as_str() {
        Some("list" | "set") => json!({ "type": "array", "items": element() }),
        Some("map") => json!({ "type": "object", "additionalProperties": element() }),
        Some("object") => {
            let optional = ty[2].as_array();
            let is_required = |name: &String| {
                !optional.is_some_and(|it| it.contains(&Value::from(name.as_str())))
            };
            let attributes = members(&ty[1]);
            let properties: Map<String, Value> = attributes
                .map(|(name, ty)| (name.clone(), or_expression(of_type(ty))))
                .collect();
            let required: Vec<&String> =
                properties.keys().filter(|name| is_required(name)).collect();
            json!({ "type": "object", "required": required, "properties": properties })
        }
        Some("tuple") => {
            let elements: Vec<Value> = ty[1]
                .as_array()
                .into_iter()
                .flatten()
                .map(|ty| or_expression(of_type(ty)))
                .collect();
            let count = elements.len();
            json!({ "type": "array", "prefixItems": elements, "minItems": count, "maxItems": count })
        }
        _ => json!(true),
    }
}

/// Accepts a value within a collection: also null, and an expression.
fn or_expression(value: Value) -> Value {
    if value == json!(true) {
        value
    } else {
        json!({ "anyOf": [value, expression_schema(), { "type": "null" }] })
    }
}

/// Accepts a text with an expression in it.
fn expression_schema() -> Value {
    json!({ "type": "string", "pattern": r"[$%]\{" })
}

/// Adds the description and the deprecation.
fn add_description(accepted: &mut Value, described: &Value) {
    if let Some(text) = described["description"].as_str() {
        accepted["description"] = text.into();
    }
    if described["deprecated"] == true {
        accepted["deprecated"] = true.into();
    }
}
