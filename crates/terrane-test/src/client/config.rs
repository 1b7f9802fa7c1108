//! Configurations for the test client.

use serde_json::{Map as JsonMap, Value as Json};
use terrane_framework::history::ObjectModel;
use terrane_protocol::schema::{Attribute, AttributeKind, Block, BlockNesting};
use terrane_value::{Data, Object, Type, Typed, Value, json};

/// Stands for an unknown value in the JSON of a configuration: what a host passes while a reference is not known yet.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use terrane_test::client::{Config, UNKNOWN};
///
/// let config: Config = json!({ "name": UNKNOWN, "legs": 4 }).into();
/// ```
pub const UNKNOWN: &str = "\u{0}terrane_test::client::UNKNOWN";

/// A configuration, as JSON, as a value or as a model.
///
/// JSON is the form for most tests: `json!({ "name": "Rex" })`. Attributes that it does not mention are null, and missing blocks are empty.
/// [`UNKNOWN`] makes a value unknown.
#[derive(Debug, Clone)]
pub struct Config(Form);

#[derive(Debug, Clone)]
enum Form {
    Json(Json),
    Value(Value),
    Model(Result<Object, String>),
}

impl Config {
    /// Creates the configuration that decodes to a model. Values that only the provider sets are omitted.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    /// use terrane_test::client::Config;
    ///
    /// /// An animal.
    /// #[derive(Model)]
    /// struct Pet {
    ///     /// Its name.
    ///     name: String,
    ///     /// Its number.
    ///     id: Computed<String>,
    /// }
    ///
    /// let config = Config::of(Pet { name: "Rex".to_owned(), id: Computed::unknown() });
    /// ```
    #[must_use]
    pub fn of<M: ObjectModel>(model: M) -> Self {
        Self(Form::Model(
            model.encode_object().map_err(|error| error.to_string()),
        ))
    }

    /// Makes the value of a stored object, which has what only the provider sets.
    pub(super) fn into_state(self, block: &Block, computed_blocks: bool) -> Result<Value, String> {
        match self.0 {
            Form::Model(object) => Ok(Value::from(object?)),
            form => Self(form).into_value(block, computed_blocks),
        }
    }

    /// Makes the value that a host would pass for this schema. A host with computed blocks passes null for those that are not configured.
    pub(super) fn into_value(self, block: &Block, computed_blocks: bool) -> Result<Value, String> {
        match self.0 {
            Form::Value(value) => Ok(value),
            Form::Json(json) => from_json(json, block, computed_blocks),
            Form::Model(object) => {
                let mut object = object?;
                for attribute in &block.attributes {
                    keep_configurable(&mut object, attribute);
                }
                Ok(Value::from(object))
            }
        }
    }
}

impl From<Json> for Config {
    fn from(json: Json) -> Self {
        Self(Form::Json(json))
    }
}

impl From<Value> for Config {
    fn from(value: Value) -> Self {
        Self(Form::Value(value))
    }
}

/// Removes values that a configuration cannot hold: values that only the provider sets, and unknown values that it will set.
fn keep_configurable(object: &mut Object, attribute: &Attribute) {
    let Some(value) = object.get_mut(&attribute.name) else {
        return;
    };
    if attribute.computed && (!attribute.optional || value.is_unknown()) {
        *value = Value::Null;
        return;
    }
    let AttributeKind::Nested(nested) = &attribute.kind else {
        return;
    };
    let inside = |value: &mut Value| {
        if let Value::Known(Data::Object(object)) = value {
            for attribute in &nested.attributes {
                keep_configurable(object, attribute);
            }
        }
    };
    match value {
        Value::Known(Data::List(elements)) => elements.iter_mut().for_each(inside),
        Value::Known(Data::Map(map)) => map.values_mut().for_each(inside),
        Value::Known(Data::Set(set)) => {
            let elements = set.iter().cloned().map(|mut element| {
                inside(&mut element);
                element
            });
            *value = Value::set(elements.collect::<Vec<_>>());
        }
        single => inside(single),
    }
}

fn from_json(json: Json, block: &Block, computed_blocks: bool) -> Result<Value, String> {
    let Json::Object(mut given) = json else {
        return Err(format!("a block is a JSON object, not `{json}`"));
    };
    let mut values = Vec::new();
    for attribute in &block.attributes {
        let given = given.remove(attribute.name.as_str());
        let value = match &attribute.kind {
            AttributeKind::Type(ty) => value(given, ty),
            AttributeKind::Nested(nested) => value(given, &nested.ty()),
        };
        let attribute_value = value.map_err(|error| format!("`{}`: {error}", attribute.name))?;
        values.push((attribute.name.clone(), attribute_value));
    }
    for nested in &block.blocks {
        let given = given.remove(nested.name.as_str());
        let value = blocks_from_json(given, nested.nesting, &nested.block, computed_blocks)
            .map_err(|error| format!("`{}`: {error}", nested.name))?;
        values.push((nested.name.clone(), value));
    }
    all_used(&given)?;
    Ok(Value::object(values))
}

fn all_used(rest: &JsonMap<String, Json>) -> Result<(), String> {
    match rest.keys().next() {
        Some(name) => Err(format!("the schema has no `{name}`")),
        None => Ok(()),
    }
}

fn blocks_from_json(
    json: Option<Json>,
    nesting: BlockNesting,
    block: &Block,
    computed_blocks: bool,
) -> Result<Value, String> {
    let one = |json: Json| from_json(json, block, computed_blocks);
    let Some(json) = json.filter(|json| !json.is_null()) else {
        return match nesting {
            _ if block.computed && computed_blocks => Ok(Value::Null),
            BlockNesting::Group => one(Json::Object(JsonMap::new())),
            _ => Ok(nesting.absent()),
        };
    };
    if json == UNKNOWN {
        return Ok(Value::unknown());
    }
    match (nesting, json) {
        (BlockNesting::Single | BlockNesting::Group, json) => one(json),
        (BlockNesting::Map, Json::Object(entries)) => Ok(Value::mapping(
            entries
                .into_iter()
                .map(|(label, json)| Ok((label, one(json)?)))
                .collect::<Result<Vec<_>, String>>()?,
        )),
        (BlockNesting::List | BlockNesting::Set, Json::Array(elements)) => {
            let elements = elements
                .into_iter()
                .map(one)
                .collect::<Result<Vec<_>, _>>()?;
            Ok(match nesting {
                BlockNesting::Set => Value::set(elements),
                _ => Value::list(elements),
            })
        }
        (_, json) => Err(format!("these blocks are no `{json}`")),
    }
}

/// Decodes a value as a host does, except that missing attributes are null and that [`UNKNOWN`] is unknown.
pub(super) fn value(json: Option<Json>, ty: &Type) -> Result<Value, String> {
    let all = |elements: Vec<Json>, ty: &Type| {
        let elements = elements.into_iter().map(|json| value(Some(json), ty));
        elements.collect::<Result<Vec<_>, _>>()
    };
    Ok(match (ty, json) {
        (_, None | Some(Json::Null)) => Value::Null,
        (_, Some(json)) if json == UNKNOWN => Value::unknown(),
        (Type::List(ty), Some(Json::Array(elements))) => Value::list(all(elements, ty)?),
        (Type::Set(ty), Some(Json::Array(elements))) => Value::set(all(elements, ty)?),
        (Type::Map(ty), Some(Json::Object(entries))) => Value::mapping(
            entries
                .into_iter()
                .map(|(key, json)| Ok((key, value(Some(json), ty)?)))
                .collect::<Result<Vec<_>, String>>()?,
        ),
        (Type::Tuple(types), Some(Json::Array(elements))) if types.len() == elements.len() => {
            let elements = types
                .iter()
                .zip(elements)
                .map(|(ty, json)| value(Some(json), ty));
            Value::tuple(elements.collect::<Result<Vec<_>, _>>()?)
        }
        (Type::Object(object), Some(Json::Object(mut given))) => {
            let attributes = object
                .iter()
                .map(|(name, ty)| {
                    let value = value(given.remove(name.as_str()), ty);
                    Ok((
                        name.clone(),
                        value.map_err(|error| format!("`{name}`: {error}"))?,
                    ))
                })
                .collect::<Result<Vec<_>, String>>()?;
            all_used(&given)?;
            Value::object(attributes)
        }
        (Type::Dynamic, Some(json)) => dynamic_from_json(json)?,
        (ty, Some(json)) => {
            json::decode(json.to_string().as_bytes(), ty).map_err(|error| error.to_string())?
        }
    })
}

/// A value of any type: JSON has the type that the configuration language would give it.
fn dynamic_from_json(json: Json) -> Result<Value, String> {
    let (ty, value) = typed_from_json(json)?;
    Ok(Value::from(Typed { ty, value }))
}

fn typed_from_json(json: Json) -> Result<(Type, Value), String> {
    let primitive = |json: Json, ty: Type| {
        let value = json::decode(json.to_string().as_bytes(), &ty);
        Ok((ty, value.map_err(|error| error.to_string())?))
    };
    match json {
        Json::Null => Ok((Type::Dynamic, Value::Null)),
        json if json == UNKNOWN => Ok((Type::Dynamic, Value::unknown())),
        Json::Bool(_) => primitive(json, Type::Bool),
        Json::Number(_) => primitive(json, Type::Number),
        Json::String(_) => primitive(json, Type::String),
        Json::Array(elements) => {
            let elements = elements
                .into_iter()
                .map(typed_from_json)
                .collect::<Result<Vec<_>, _>>()?;
            let (types, values): (Vec<_>, Vec<_>) = elements.into_iter().unzip();
            Ok((Type::tuple(types), Value::tuple(values)))
        }
        Json::Object(entries) => {
            let (mut types, mut values) = (Vec::new(), Vec::new());
            for (name, json) in entries {
                let (ty, value) = typed_from_json(json)?;
                types.push((name.clone(), ty));
                values.push((name, value));
            }
            Ok((Type::object(types), Value::object(values)))
        }
    }
}
