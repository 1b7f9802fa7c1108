//! Messages of the protocol as JSON, and back.
//!
//! Fields have the names of the protocol's files. A field that is not set is absent. [Values](crate::value) are readable, and so are bytes that contain
//! text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::uri::PathAndQuery;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor,
    MethodDescriptor, Value,
};
use serde_json::{Map, Value as Json};
use terrane_protocol::Version;

use crate::value::{self, tag, tagged};

/// The RPCs of a protocol version.
#[derive(Debug)]
pub(crate) struct Protocol {
    pool: DescriptorPool,
    version: Version,
}

impl Protocol {
    pub(crate) fn new(version: Version) -> Result<Self, prost_reflect::DescriptorError> {
        Ok(Self {
            pool: DescriptorPool::decode(version.descriptors())?,
            version,
        })
    }

    /// Returns the RPC with this name.
    pub(crate) fn rpc(&self, name: &str) -> Option<MethodDescriptor> {
        let service = self.pool.get_service_by_name(&self.service())?;
        service.methods().find(|method| method.name() == name)
    }

    /// Returns the path at which an RPC is called.
    pub(crate) fn path(&self, rpc: &MethodDescriptor) -> Option<PathAndQuery> {
        format!("/{}/{}", self.service(), rpc.name()).parse().ok()
    }

    fn service(&self) -> String {
        format!("tfplugin{}.Provider", self.version.number())
    }
}

/// Returns the JSON form of an encoded message. Bytes that are not such a message are kept.
pub(crate) fn to_json(kind: &MessageDescriptor, encoded: &[u8]) -> Json {
    match DynamicMessage::decode(kind.clone(), encoded) {
        Ok(message) => json_of_message(&message),
        Err(_) => tagged("$message", STANDARD.encode(encoded).into()),
    }
}

/// Encodes a message in its JSON form. `None` if the JSON is not one.
pub(crate) fn from_json(kind: &MessageDescriptor, json: &Json) -> Option<Vec<u8>> {
    if let Some(("$message", bytes)) = tag(json) {
        return STANDARD.decode(bytes.as_str()?).ok();
    }
    Some(prost_reflect::prost::Message::encode_to_vec(&message_of(
        kind, json,
    )?))
}

fn json_of_message(message: &DynamicMessage) -> Json {
    let fields = message.fields();
    let members = fields.map(|(field, value)| (field.name().to_owned(), json_of(&field, value)));
    Json::Object(members.collect())
}

fn json_of(field: &FieldDescriptor, value: &Value) -> Json {
    match value {
        Value::List(elements) => elements.iter().map(|it| json_of(field, it)).collect(),
        Value::Map(entries) => {
            let value_field = entry_value(field);
            let entries = entries.iter().map(|(key, value)| {
                let key = match key {
                    MapKey::String(key) => key.clone(),
                    MapKey::Bool(key) => key.to_string(),
                    MapKey::I32(key) => key.to_string(),
                    MapKey::I64(key) => key.to_string(),
                    MapKey::U32(key) => key.to_string(),
                    MapKey::U64(key) => key.to_string(),
                };
                let json = value_field.as_ref().map(|field| json_of(field, value));
                (key, json.unwrap_or_default())
            });
            Json::Object(entries.collect())
        }
        Value::Message(message) => json_of_message(message),
        Value::Bool(value) => (*value).into(),
        Value::I32(value) => (*value).into(),
        Value::I64(value) => (*value).into(),
        Value::U32(value) => (*value).into(),
        Value::U64(value) => (*value).into(),
        Value::F32(value) => (*value).into(),
        Value::F64(value) => (*value).into(),
        Value::String(value) => value.as_str().into(),
        Value::Bytes(bytes) if is_value(field) => value::to_json(bytes),
        Value::Bytes(bytes) => json_of_bytes(bytes),
        Value::EnumNumber(number) => match field.kind() {
            Kind::Enum(kind) => match kind.get_value(*number) {
                Some(value) => value.name().into(),
                None => (*number).into(),
            },
            _ => (*number).into(),
        },
    }
}

/// Returns the field of the values of a map.
fn entry_value(field: &FieldDescriptor) -> Option<FieldDescriptor> {
    match field.kind() {
        Kind::Message(entry) => Some(entry.map_entry_value_field()),
        _ => None,
    }
}

/// Whether a field contains a value in MessagePack.
fn is_value(field: &FieldDescriptor) -> bool {
    field.name() == "msgpack" && field.parent_message().name() == "DynamicValue"
}

/// Bytes are a text if they contain one, or else Base64. JSON stays JSON if it is written in the same way.
fn json_of_bytes(bytes: &[u8]) -> Json {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return tagged("$bytes", STANDARD.encode(bytes).into());
    };
    let json = serde_json::from_str::<Json>(text).ok();
    match json.filter(|json| is_written_as(json, text)) {
        Some(json) => tagged("$json", json),
        None => text.into(),
    }
}

fn is_written_as(json: &Json, text: &str) -> bool {
    let written = json.to_string();
    written == text
}

fn bytes_of(json: &Json) -> Option<Vec<u8>> {
    match (tag(json), json) {
        (Some(("$json", json)), _) => Some(json.to_string().into_bytes()),
        (Some(("$bytes", bytes)), _) => STANDARD.decode(bytes.as_str()?).ok(),
        (None, Json::String(text)) => Some(text.clone().into_bytes()),
        _ => None,
    }
}

fn message_of(kind: &MessageDescriptor, json: &Json) -> Option<DynamicMessage> {
    let mut message = DynamicMessage::new(kind.clone());
    for (name, json) in json.as_object()? {
        let field = kind.get_field_by_name(name)?;
        message.set_field(&field, field_of(&field, json)?);
    }
    Some(message)
}

fn field_of(field: &FieldDescriptor, json: &Json) -> Option<Value> {
    if field.is_map() {
        let value_field = entry_value(field)?;
        let entry = |(key, json): (&String, &Json)| {
            Some((MapKey::String(key.clone()), value_of(&value_field, json)?))
        };
        let members: &Map<String, Json> = json.as_object()?;
        Some(Value::Map(
            members.iter().map(entry).collect::<Option<_>>()?,
        ))
    } else if field.is_list() {
        let elements = json.as_array()?.iter().map(|it| value_of(field, it));
        Some(Value::List(elements.collect::<Option<_>>()?))
    } else {
        value_of(field, json)
    }
}

fn value_of(field: &FieldDescriptor, json: &Json) -> Option<Value> {
    Some(match field.kind() {
        Kind::Message(kind) => Value::Message(message_of(&kind, json)?),
        Kind::Bytes if is_value(field) => Value::Bytes(value::from_json(json)?.into()),
        Kind::Bytes => Value::Bytes(bytes_of(json)?.into()),
        Kind::String => Value::String(json.as_str()?.to_owned()),
        Kind::Bool => Value::Bool(json.as_bool()?),
        Kind::Enum(kind) => Value::EnumNumber(match json.as_str() {
            Some(name) => kind.get_value_by_name(name)?.number(),
            None => json.as_i64()?.try_into().ok()?,
        }),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(json.as_i64()?.try_into().ok()?),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(json.as_i64()?),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(json.as_u64()?.try_into().ok()?),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(json.as_u64()?),
        Kind::Double => Value::F64(json.as_f64()?),
        // No message of the protocol has such a field.
        Kind::Float => return None,
    })
}
