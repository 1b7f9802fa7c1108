//! A case of `cases.jsonl`, whose form README.md describes.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;
use terrane_protocol::schema::Schema;
use terrane_protocol::schema::{Attribute, Block, BlockNesting, NestedBlock, Nesting};
use terrane_value::{Object, Type, Value, msgpack};

#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: u32,
    schema: BlockJson,
    prior: String,
    config: String,
    proposed: String,
    planned: String,
    pub(crate) plan: Vec<Finding>,
    apply_planned: Option<String>,
    actual: String,
    pub(crate) apply: Vec<Finding>,
    pub(crate) apply_quirk: Option<String>,
}

/// What core found, and where.
#[derive(Deserialize)]
pub(crate) struct Finding {
    pub(crate) path: String,
    pub(crate) gist: String,
}

/// The schema and the values of a case.
pub(crate) struct Decoded {
    pub(crate) schema: Schema,
    pub(crate) prior: Option<Object>,
    pub(crate) config: Option<Object>,
    pub(crate) proposed: Option<Object>,
    pub(crate) planned: Option<Object>,
    pub(crate) apply_planned: Option<Object>,
    pub(crate) actual: Option<Object>,
}

impl Case {
    pub(crate) fn decode(&self) -> Decoded {
        let schema = Schema {
            version: 0,
            block: self.schema.to_block(),
        };
        let ty = schema.implied_type();
        Decoded {
            prior: decode(&self.prior, &ty),
            config: decode(&self.config, &ty),
            proposed: decode(&self.proposed, &ty),
            planned: decode(&self.planned, &ty),
            apply_planned: decode(self.apply_planned.as_ref().unwrap_or(&self.planned), &ty),
            actual: decode(&self.actual, &ty),
            schema,
        }
    }
}

fn decode(value: &str, ty: &Type) -> Option<Object> {
    let bytes = STANDARD.decode(value).expect("base64").into();
    match msgpack::decode(&bytes, ty).expect("MessagePack of the schema's type") {
        Value::Null => None,
        value => Some(value.as_object().expect("a known object").clone()),
    }
}

#[derive(Deserialize)]
struct BlockJson {
    #[serde(default)]
    attributes: BTreeMap<String, AttributeJson>,
    #[serde(default)]
    block_types: BTreeMap<String, NestedBlockJson>,
    #[serde(default)]
    computed: bool,
}

#[derive(Deserialize)]
struct AttributeJson {
    r#type: Option<Box<RawValue>>,
    nested_type: Option<NestedTypeJson>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    computed: bool,
    #[serde(default)]
    sensitive: bool,
    #[serde(default)]
    write_only: bool,
}

#[derive(Deserialize)]
struct NestedTypeJson {
    attributes: BTreeMap<String, AttributeJson>,
    nesting_mode: String,
}

#[derive(Deserialize)]
struct NestedBlockJson {
    nesting_mode: String,
    block: BlockJson,
}

impl BlockJson {
    fn to_block(&self) -> Block {
        Block {
            attributes: attributes(&self.attributes),
            blocks: self
                .block_types
                .iter()
                .map(|(name, nested)| NestedBlock {
                    name: name.as_str().into(),
                    nesting: match nested.nesting_mode.as_str() {
                        "single" => BlockNesting::Single,
                        "group" => BlockNesting::Group,
                        "list" => BlockNesting::List,
                        "set" => BlockNesting::Set,
                        "map" => BlockNesting::Map,
                        mode => panic!("unexpected nesting mode of a block: {mode}"),
                    },
                    block: nested.block.to_block(),
                    min_items: 0,
                    max_items: 0,
                })
                .collect(),
            computed: self.computed,
            ..Block::default()
        }
    }
}

fn attributes(attributes: &BTreeMap<String, AttributeJson>) -> Vec<Attribute> {
    attributes
        .iter()
        .map(|(name, attribute)| attribute.to_attribute(name))
        .collect()
}

impl AttributeJson {
    fn to_attribute(&self, name: &str) -> Attribute {
        let attribute = match (&self.r#type, &self.nested_type) {
            (Some(ty), None) => {
                Attribute::new(name, Type::from_json(ty.get().as_bytes()).expect("a type"))
            }
            (None, Some(nested)) => {
                let nesting = match nested.nesting_mode.as_str() {
                    "single" => Nesting::Single,
                    "list" => Nesting::List,
                    "set" => Nesting::Set,
                    "map" => Nesting::Map,
                    mode => panic!("unexpected nesting mode of an attribute: {mode}"),
                };
                Attribute::nested(name, nesting, attributes(&nested.attributes))
            }
            _ => panic!("expected either a type or a nested type of {name}"),
        };
        Attribute {
            required: self.required,
            optional: self.optional,
            computed: self.computed,
            sensitive: self.sensitive,
            write_only: self.write_only,
            ..attribute
        }
    }
}
