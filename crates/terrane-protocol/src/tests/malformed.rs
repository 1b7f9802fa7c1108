//! Messages of protocol 6 that protobuf can encode, but that the protocol does not allow.

use bytes::Bytes;
use prost::Message;

use crate::pb::v6 as pb;
use crate::schema::{Attribute, NestedBlock};
use crate::wire::{FromWire, Wire};
use crate::*;

/// A created object must not be lost because of an invalid diagnostic.
#[test]
fn malformed_diagnostics_do_not_discard_the_answer() {
    let odd = pb::Diagnostic {
        severity: 99,
        summary: "Odd".to_owned(),
        detail: String::new(),
        attribute: Some(pb::AttributePath {
            steps: vec![pb::attribute_path::Step { selector: None }],
        }),
    };
    let new_state = DynamicValue::from_msgpack(Bytes::from_static(b"\xc0"));
    let wire = pb::apply_resource_change::Response {
        new_state: new_state.clone().into_wire(),
        diagnostics: vec![odd],
        ..Default::default()
    };
    let response = ApplyResourceChangeResponse::from_wire(wire).unwrap();
    assert_eq!(response.new_state, new_state);
    assert_eq!(response.diagnostics, Diagnostic::error("Odd", "").into());
}

#[test]
fn odd_paths_are_refused_with_their_place() {
    let steps = vec![pb::attribute_path::Step {
        selector: Some(pb::attribute_path::step::Selector::ElementKeyInt(-1)),
    }];
    let wire = pb::plan_resource_change::Response {
        requires_replace: vec![pb::AttributePath::default(), pb::AttributePath { steps }],
        ..Default::default()
    };
    let error = PlanResourceChangeResponse::from_wire(wire).unwrap_err();
    assert_eq!(
        error.to_string(),
        "requires_replace[1].steps[0].element_key_int: expected an index, found -1"
    );
}

#[test]
fn g10_paths_stop_at_sets() {
    use terrane_value::{Path, Value};
    let tags = Path::root().attribute("tags");
    let deep = tags.clone().element(Value::Null).attribute("key");
    let wire: pb::AttributePath = deep.into_wire();
    assert_eq!(Path::from_wire(wire).unwrap(), tags);
}

/// Schemas that protobuf can encode but that the protocol does not allow.
#[test]
fn nonsense_in_schemas_is_refused_with_its_place() {
    type Attribute6 = pb::schema::Attribute;
    let read =
        |attribute: Attribute6| Attribute::from_wire(attribute).map_err(|error| error.to_string());
    let mut both = nested_list();
    both.r#type = Bytes::from_static(br#""string""#);
    assert_eq!(
        read(both).unwrap_err(),
        "diet: expected either type or nested_type, found both"
    );

    let mut invalid = nested_list();
    invalid.nested_type.as_mut().unwrap().nesting = 0;
    assert_eq!(
        read(invalid).unwrap_err(),
        "diet.nested_type.nesting: 0 is none of Single (1) List (2) Set (3) Map (4)"
    );

    let neither = Attribute6 {
        name: "diet".to_owned(),
        ..Attribute6::default()
    };
    assert!(
        read(neither)
            .unwrap_err()
            .starts_with("diet.type: expected a type: ")
    );

    let negative = pb::schema::NestedBlock {
        min_items: -1,
        nesting: 1,
        ..Default::default()
    };
    assert_eq!(
        NestedBlock::from_wire(negative)
            .map_err(|error| error.to_string())
            .unwrap_err(),
        "min_items: expected 0 or more, found -1"
    );
}

/// Enumeration values that a later version of the protocol may define.
#[test]
fn enumerations_out_of_range_are_refused_by_the_host_with_their_place() {
    let attribute = |change: fn(&mut pb::schema::Attribute)| {
        let mut attribute = nested_list();
        change(&mut attribute);
        let block = pb::schema::Block {
            attributes: vec![attribute],
            ..pb::schema::Block::default()
        };
        in_schema(block)
    };
    let kind = "is none of Plain (0) Markdown (1)";
    let nested = "is none of Single (1) List (2) Set (3) Map (4)";
    for (response, expected) in [
        (
            attribute(|attribute| attribute.nested_type.as_mut().unwrap().nesting = 5),
            format!("block.attributes[0].diet.nested_type.nesting: 5 {nested}"),
        ),
        (
            attribute(|attribute| attribute.nested_type.as_mut().unwrap().nesting = i32::MIN),
            format!("block.attributes[0].diet.nested_type.nesting: -2147483648 {nested}"),
        ),
        (
            attribute(|attribute| attribute.description_kind = 2),
            format!("block.attributes[0].description_kind: 2 {kind}"),
        ),
        (
            in_schema(pb::schema::Block {
                description_kind: -1,
                ..pb::schema::Block::default()
            }),
            format!("block.description_kind: -1 {kind}"),
        ),
        (
            in_schema(pb::schema::Block {
                block_types: vec![pb::schema::NestedBlock {
                    nesting: 6,
                    ..pb::schema::NestedBlock::default()
                }],
                ..pb::schema::Block::default()
            }),
            format!("block.block_types[0].nesting: 6 {nested} Group (5)"),
        ),
    ] {
        let error = answered::<GetProviderSchemaResponse, _>(&response);
        assert_eq!(
            error,
            Err(format!("resource_schemas[\"zoo_pet\"].{expected}"))
        );
    }
}

#[test]
fn a_reason_to_defer_that_is_not_known_is_refused_with_its_place() {
    let response = pb::plan_resource_change::Response {
        deferred: Some(pb::Deferred { reason: 4 }),
        ..Default::default()
    };
    let error = answered::<PlanResourceChangeResponse, _>(&response).unwrap_err();
    assert!(
        error.starts_with("deferred.reason: 4 is none of "),
        "{error}"
    );
}

/// A very deeply nested schema, from a provider that tries to exhaust the host's stack.
#[test]
fn blocks_without_end_are_refused() {
    let mut block = pb::schema::Block::default();
    for _ in 0..200 {
        block = pb::schema::Block {
            block_types: vec![pb::schema::NestedBlock {
                block: Some(block),
                nesting: 1,
                ..Default::default()
            }],
            ..Default::default()
        };
    }
    let bytes = in_schema(block).encode_to_vec();
    let error = pb::get_provider_schema::Response::decode(&bytes[..]).unwrap_err();
    assert!(error.to_string().contains("recursion limit"), "{error}");
}

fn nested_list() -> pb::schema::Attribute {
    pb::schema::Attribute {
        name: "diet".to_owned(),
        nested_type: Some(pb::schema::Object {
            nesting: 2,
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn in_schema(block: pb::schema::Block) -> pb::get_provider_schema::Response {
    let schema = pb::Schema {
        version: 0,
        block: Some(block),
    };
    pb::get_provider_schema::Response {
        resource_schemas: [("zoo_pet".to_owned(), schema)].into(),
        ..Default::default()
    }
}

/// Encodes an answer and reads it as a host does.
fn answered<A: FromWire<W>, W: Message + Default>(wire: &W) -> Result<A, String> {
    let wire = W::decode(&wire.encode_to_vec()[..]).unwrap();
    A::from_wire(wire).map_err(|error| error.to_string())
}
