//! A type of a provider, with what is computed from its schema once.

use std::path::Path as FilePath;

use serde_json::{Map, Value as Json, json};
use terrane_protocol::DynamicValue;
use terrane_protocol::rules::Rules;
use terrane_protocol::schema::{Attribute, AttributeKind, Block, IdentitySchema, Schema, TypeKind};
use terrane_value::{Data, Object, ObjectType, Path, Type, Value};

use crate::finding::Place;
use crate::place;

/// What stands for an unknown value in requests that are shown.
const UNKNOWN: &str = "(unknown)";
/// What stands for a sensitive value in requests that are shown.
const SENSITIVE: &str = "(sensitive)";

/// A type of a provider.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) kind: TypeKind,
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) identity: Option<IdentitySchema>,
    /// The type of the objects that a list resource finds.
    pub(crate) listed: Option<Type>,
    pub(crate) rules: Rules,
    pub(crate) ty: Type,
}

impl Subject {
    pub(crate) fn new(
        kind: TypeKind,
        name: &str,
        schema: &Schema,
        identity: Option<&IdentitySchema>,
    ) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            schema: schema.clone(),
            identity: identity.cloned(),
            listed: None,
            rules: Rules::new(schema),
            ty: schema.implied_type(),
        }
    }

    pub(crate) fn block(&self) -> &Block {
        &self.schema.block
    }

    pub(crate) fn place(&self) -> Place {
        Place::item(format!("{} {}", self.kind.name(), self.name))
    }

    /// Encodes an object. Generated objects have the type of the schema, and any other one is encoded as null.
    pub(crate) fn encode(&self, object: Option<&Object>) -> DynamicValue {
        encode(&self.ty, object)
    }

    /// Decodes an object of an answer. The error is a sentence.
    pub(crate) fn decode(&self, value: &DynamicValue) -> Result<Option<Object>, String> {
        match value.decode(&self.ty) {
            Ok(Value::Null) => Ok(None),
            Ok(Value::Known(Data::Object(object))) => Ok(Some(object)),
            Ok(Value::Unknown(_)) => Err("the object as a whole is unknown".to_owned()),
            Ok(Value::Known(_)) => Err("the value is no object".to_owned()),
            Err(error) => Err(format!(
                "the value cannot be decoded by the schema: {error}"
            )),
        }
    }

    /// Shows an object in a request.
    pub(crate) fn shown(&self, object: Option<&Object>) -> Json {
        object.map_or(Json::Null, |it| shown_object(self.block(), it))
    }
}

/// Encodes an object of a type.
pub(crate) fn encode(ty: &Type, object: Option<&Object>) -> DynamicValue {
    let value = object.map_or(Value::Null, |object| object.clone().into());
    DynamicValue::encode(&value, ty).unwrap_or_default()
}

/// Returns the type of the objects of a block.
pub(crate) fn object_type(block: &Block) -> ObjectType {
    match block.ty() {
        Type::Object(ty) => ty,
        _ => ObjectType::new::<&str>([]),
    }
}

/// Shows the value at a path of an object of a block, such as null.
pub(crate) fn shown_at(block: &Block, path: &Path, value: Option<&Value>) -> Json {
    let names = place::names(path);
    let is_hidden = |at: usize| place::attribute(block, &names[..=at]).is_some_and(is_sensitive);
    match value {
        None => json!("(missing)"),
        Some(Value::Null) => Json::Null,
        Some(_) if (0..names.len()).any(is_hidden) => json!(SENSITIVE),
        Some(value) => shown(value, &shown_plain),
    }
}

/// Shows an object without its null and sensitive values.
pub(crate) fn shown_object(block: &Block, object: &Object) -> Json {
    let hidden = |name: &str| block.attribute(name).is_some_and(is_sensitive);
    let members = object.iter().filter(|(_, value)| !value.is_null());
    let members = members.map(|(name, value)| {
        let nested = block.blocks.iter().find(|it| it.name == *name);
        let attribute = block.attribute(name);
        let value = if hidden(name) {
            json!(SENSITIVE)
        } else if let Some(nested) = nested {
            shown(value, &|object| shown_object(&nested.block, object))
        } else if let Some(AttributeKind::Nested(nested)) = attribute.map(|it| &it.kind) {
            let block = Block {
                attributes: nested.attributes.clone(),
                ..Block::default()
            };
            shown(value, &|object| shown_object(&block, object))
        } else {
            shown(value, &shown_plain)
        };
        (name.to_string(), value)
    });
    Json::Object(members.collect::<Map<_, _>>())
}

/// Whether no output may have the value of an attribute.
pub(crate) fn is_sensitive(attribute: &Attribute) -> bool {
    attribute.sensitive || attribute.write_only
}

fn shown_plain(object: &Object) -> Json {
    let members = object.iter();
    let members = members.map(|(name, value)| (name.to_string(), shown(value, &shown_plain)));
    Json::Object(members.collect())
}

/// Shows a value. Long texts and collections are shortened.
fn shown(value: &Value, object: &dyn Fn(&Object) -> Json) -> Json {
    const LONGEST: usize = 60;
    const MOST: usize = 20;
    let data = match value {
        Value::Null => return Json::Null,
        Value::Unknown(_) => return json!(UNKNOWN),
        Value::Known(data) => data,
    };
    let all = |elements: &mut dyn ExactSizeIterator<Item = &Value>| {
        let count = elements.len();
        let mut all: Vec<Json> = elements.take(MOST).map(|it| shown(it, object)).collect();
        if count > MOST {
            all.push(json!(format!("... ({count} elements)")));
        }
        Json::Array(all)
    };
    match data {
        Data::Bool(value) => json!(value),
        Data::Number(number) => {
            let number = number.to_string();
            let plain = number.parse::<i64>().ok();
            plain.map_or_else(|| json!(number), |it| json!(it))
        }
        Data::String(text) if text.chars().count() > LONGEST => {
            let start: String = text.chars().take(LONGEST).collect();
            json!(format!("{start}... ({} bytes)", text.len()))
        }
        Data::String(text) => json!(text.as_str()),
        Data::List(elements) | Data::Tuple(elements) => all(&mut elements.iter()),
        Data::Set(elements) => all(&mut elements.iter()),
        Data::Map(elements) => {
            let count = elements.len();
            let first = elements.iter().take(MOST);
            let mut all: Map<String, Json> = first
                .map(|(key, it)| (key.to_string(), shown(it, object)))
                .collect();
            if count > MOST {
                all.insert("...".to_owned(), json!(format!("({count} elements)")));
            }
            Json::Object(all)
        }
        Data::Object(value) => object(value),
        Data::Dynamic(typed) => shown(&typed.value, object),
    }
}

/// Returns the name in that of a program, such as `zoo` for `terraform-provider-zoo_v1.2.0`.
pub(crate) fn provider_name(program: &FilePath) -> Option<String> {
    let name = program.file_name()?.to_str()?;
    let name = name.strip_prefix("terraform-provider-")?;
    name.split(['_', '.']).next().map(str::to_owned)
}
