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
        members.insert(it.name.to_string(), sample_attribute(it));
    }
    for it in &block.blocks {
        members.insert(it.name.to_string(), sample_nested_block(it));
    }
    Value::Object(members)
}

fn sample_attribute(attribute: &Attribute) -> Value {
    match &attribute.kind {
        // States contain no write-only values.
        _ if attribute.write_only => Value::Null,
        AttributeKind::Type(ty) => sample_value(ty),
        AttributeKind::Nested(object) => {
            let members = object.attributes.iter();
            let sampled = members.map(|it| (it.name.to_string(), sample_attribute(it)));
            let element = Value::Object(sampled.collect());
            match object.nesting {
                Nesting::Single => element,
                Nesting::List | Nesting::Set => json!([element]),
                Nesting::Map => json!({ "example": element }),
            }
        }
    }
}

fn sample_nested_block(nested: &NestedBlock) -> Value {
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

fn sample_value(ty: &Type) -> Value {
    match ty {
        Type::String => json!("example"),
        Type::Number => json!(1),
        Type::Bool => json!(true),
        Type::Dynamic => json!({ "value": "example", "type": "string" }),
        Type::List(element) | Type::Set(element) => json!([sample_value(element)]),
        Type::Map(element) => json!({ "example": sample_value(element) }),
        Type::Object(object) => {
            let members = object.iter();
            let sampled = members.map(|(name, ty)| (name.to_string(), sample_value(ty)));
            Value::Object(sampled.collect())
        }
        Type::Tuple(elements) => elements.iter().map(sample_value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use terrane_protocol::schema::TypeKind;

    use super::*;
    use crate::source::Described;

    #[test]
    fn a_state_has_a_value_for_each_type_and_nesting_of_the_schema() {
        let name = json!({ "name": { "type": "string", "required": true } });
        let open = json!({ "any": { "type": "dynamic", "optional": true } });
        let nested = |nesting: &str| json!({ "optional": true, "nested_type": { "nesting_mode": nesting, "attributes": name } });
        let block = |nesting: &str, attributes: &Value| json!({ "nesting_mode": nesting, "block": { "attributes": attributes } });
        let attribute = |ty: Value| json!({ "type": ty, "optional": true });
        let schema = json!({
            "attributes": {
                "string": attribute(json!("string")),
                "number": attribute(json!("number")),
                "bool": attribute(json!("bool")),
                "dynamic": attribute(json!("dynamic")),
                "list": attribute(json!(["list", "string"])),
                "set": attribute(json!(["set", "number"])),
                "map": attribute(json!(["map", "bool"])),
                "object": attribute(json!(["object", { "size": "number" }])),
                "tuple": attribute(json!(["tuple", ["string", "number"]])),
                "secret": { "type": "string", "optional": true, "write_only": true },
                "nested_single": nested("single"),
                "nested_list": nested("list"),
                "nested_set": nested("set"),
                "nested_map": nested("map"),
            },
            "block_types": {
                "block_single": block("single", &name),
                "block_group": block("group", &name),
                "block_list": block("list", &name),
                "block_set": block("set", &name),
                "block_map": block("map", &name),
                "open_single": block("single", &open),
                "open_list": block("list", &open),
                "open_map": block("map", &open),
            },
        });
        let document = json!({
            "format_version": "1.0",
            "provider_schemas": { "registry.terraform.io/example/zoo": {
                "resource_schemas": { "zoo_pet": { "version": 0, "block": schema } },
            } },
        });
        let described = Described::read(&document.to_string(), Path::new("schema.json")).unwrap();
        let schema = &described.schemas.schemas.types(TypeKind::Resource)["zoo_pet"];
        let state = state(&schema.block);
        let named = json!({ "name": "example" });
        let any = json!({ "value": "example", "type": "string" });
        assert_eq!(
            state,
            json!({
                "string": "example",
                "number": 1,
                "bool": true,
                "dynamic": any,
                "list": ["example"],
                "set": [1],
                "map": { "example": true },
                "object": { "size": 1 },
                "tuple": ["example", 1],
                "secret": null,
                "nested_single": named,
                "nested_list": [named],
                "nested_set": [named],
                "nested_map": { "example": named },
                "block_single": named,
                "block_group": named,
                "block_list": [named],
                "block_set": [named],
                "block_map": { "example": named },
                "open_single": { "any": any },
                "open_list": { "value": [], "type": ["tuple", []] },
                "open_map": { "value": {}, "type": ["object", {}] },
            })
        );
        let bytes = state.to_string().into_bytes();
        terrane_value::json::decode(&bytes, &schema.implied_type()).unwrap();
    }
}
