//! States that a schema permits, for types without recorded ones.

use serde_json::{Map, Value, json};
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, NestedBlock, Nesting,
};
use terrane_value::Type;

/// Returns a state in which each attribute and block has a value.
pub(super) fn state(block: &Block) -> Value {
    let mut members = Map::new();
    for it in &block.attributes {
        members.insert(it.name.to_string(), attribute(it));
    }
    for it in &block.blocks {
        members.insert(it.name.to_string(), nested_block(it));
    }
    Value::Object(members)
}

fn attribute(attribute: &Attribute) -> Value {
    match &attribute.kind {
        // States contain no write-only values.
        _ if attribute.write_only => Value::Null,
        AttributeKind::Type(ty) => value(ty),
        AttributeKind::Nested(object) => {
            let members = object.attributes.iter();
            let members = members.map(|it| (it.name.to_string(), self::attribute(it)));
            let element = Value::Object(members.collect());
            match object.nesting {
                Nesting::Single => element,
                Nesting::List | Nesting::Set => json!([element]),
                Nesting::Map => json!({ "example": element }),
            }
        }
    }
}

fn nested_block(nested: &NestedBlock) -> Value {
    // Collections of objects with values of any type are stored with their own type.
    let has_own_type = nested.ty() == Type::Dynamic;
    match nested.nesting {
        BlockNesting::Single | BlockNesting::Group => state(&nested.block),
        BlockNesting::List if has_own_type => json!({ "value": [], "type": ["tuple", []] }),
        BlockNesting::Map if has_own_type => json!({ "value": {}, "type": ["object", {}] }),
        BlockNesting::List | BlockNesting::Set => json!([state(&nested.block)]),
        BlockNesting::Map => json!({ "example": state(&nested.block) }),
    }
}

fn value(ty: &Type) -> Value {
    match ty {
        Type::String => json!("example"),
        Type::Number => json!(1),
        Type::Bool => json!(true),
        Type::Dynamic => json!({ "value": "example", "type": "string" }),
        Type::List(element) | Type::Set(element) => json!([value(element)]),
        Type::Map(element) => json!({ "example": value(element) }),
        Type::Object(object) => {
            let members = object.iter();
            let members = members.map(|(name, ty)| (name.to_string(), value(ty)));
            Value::Object(members.collect())
        }
        Type::Tuple(elements) => elements.iter().map(value).collect(),
    }
}
