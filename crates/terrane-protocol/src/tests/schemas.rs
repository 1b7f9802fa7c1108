//! Schemas are encoded once, and refused if the protocol version cannot describe them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use prost::Message;

use super::sample::Sample;
use super::through_wire;
use crate::schema::{
    Attribute, BlockNesting, NestedBlock, Nesting, Schema, SchemaPart, Schemas, TypeKind,
};
use crate::wire::FromWire;
use crate::*;

/// A provider that returns the same schemas, or a new copy for each call.
struct Described {
    schemas: Schemas,
    fresh: AtomicBool,
}

impl Provider for Described {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            let Request::GetProviderSchema(_) = request else {
                return Err(request.rpc().unimplemented());
            };
            let schemas = if self.fresh.load(Ordering::Relaxed) {
                GetProviderSchemaResponse::clone(&self.schemas).into()
            } else {
                self.schemas.clone()
            };
            Ok(schemas.into())
        })
    }
}

fn described(schemas: GetProviderSchemaResponse) -> Arc<Described> {
    Arc::new(Described {
        schemas: schemas.into(),
        fresh: AtomicBool::new(false),
    })
}

#[tokio::test]
async fn protocol_5_refuses_schemas_that_need_6_and_names_each_place() {
    let mut schemas = GetProviderSchemaResponse::default();
    let pet = schemas
        .resource_schemas
        .entry("zoo_pet".to_owned())
        .or_default();
    pet.block
        .attributes
        .push(Attribute::nested("diet", Nesting::Single, []));
    let mut fence = NestedBlock {
        name: "fence".into(),
        nesting: BlockNesting::List,
        block: schema::Block::default(),
        min_items: 0,
        max_items: 0,
    };
    fence
        .block
        .attributes
        .push(Attribute::nested("posts", Nesting::Map, []));
    fence.block.computed = true;
    pet.block.blocks.push(fence);
    let provider = described(schemas.clone());

    let five = through_wire(Version::V5, provider.clone());
    let answer = five.get_provider_schema(Sample::new()).await.unwrap();
    assert!(answer.resource_schemas.is_empty());
    let [refusal] = &answer.diagnostics[..] else {
        panic!("expected one diagnostic, found {:?}", answer.diagnostics)
    };
    assert_eq!(refusal.severity, Severity::Error);
    for place in [
        "resource zoo_pet, diet: a nested attribute",
        "resource zoo_pet, fence: a computed block",
        "resource zoo_pet, fence.posts: a nested attribute",
    ] {
        assert!(
            refusal.detail.contains(place),
            "{place} is not in {}",
            refusal.detail
        );
    }

    let six = through_wire(Version::V6, provider);
    assert_eq!(
        *six.get_provider_schema(Sample::new()).await.unwrap(),
        schemas
    );
}

#[tokio::test]
async fn ss5_v5_does_not_learn_of_state_stores() {
    let mut schemas = GetProviderSchemaResponse::default();
    let pet = schemas.resource_schemas.entry("zoo_pet".to_owned());
    let name = Attribute::new("name", terrane_value::Type::String);
    pet.or_default().block.attributes.push(name);
    let mut with_store = schemas.clone();
    let stores = &mut with_store.state_store_schemas;
    stores.insert("zoo_shelf".to_owned(), Schema::default());
    let provider = described(with_store.clone());
    for (version, seen) in [(Version::V5, schemas), (Version::V6, with_store)] {
        let remote = through_wire(version, provider.clone());
        let answer = remote.get_provider_schema(Sample::new()).await.unwrap();
        assert_eq!(*answer, seen);
    }
}

#[tokio::test]
async fn a_new_schema_replaces_the_encoded_one() {
    let provider = described(GetProviderSchemaResponse::new());
    let remote = through_wire(Version::V6, provider.clone());
    for _ in 0..2 {
        assert_eq!(
            *remote.get_provider_schema(Sample::new()).await.unwrap(),
            *provider.schemas
        );
    }
    provider.fresh.store(true, Ordering::Relaxed);
    assert_eq!(
        *remote.get_provider_schema(Sample::new()).await.unwrap(),
        *provider.schemas
    );
}

#[tokio::test]
async fn resources_that_are_encoded_one_by_one_are_one_answer() {
    let mut schemas = GetProviderSchemaResponse::new();
    for name in ["zoo_cage", "zoo_keeper", "zoo_pet"] {
        let mut schema = Schema::default();
        let name_of_it = Attribute::new(format!("{name}_name"), terrane_value::Type::String);
        schema.block.attributes.push(name_of_it);
        schemas.resource_schemas.insert(name.to_owned(), schema);
    }
    let six = through_wire(Version::V6, described(schemas.clone()));
    let answer = six.get_provider_schema(Sample::new()).await.unwrap();
    assert_eq!(*answer, schemas);
}

#[tokio::test]
async fn schemas_are_encoded_once_for_each_version() {
    use std::sync::atomic::AtomicUsize;
    let messages = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&messages);
    let schemas = Schemas::new(move |emit| {
        count.fetch_add(1, Ordering::Relaxed);
        emit(SchemaPart::Provider(&Schema::default()));
        for name in ["zoo_cage", "zoo_pet"] {
            emit(SchemaPart::Type(
                TypeKind::Resource,
                name,
                &Schema::default(),
            ));
        }
    });
    let provider = Arc::new(Described {
        schemas: schemas.clone(),
        fresh: AtomicBool::new(false),
    });
    for (version, times) in [(Version::V5, 1), (Version::V6, 2)] {
        let remote = through_wire(version, provider.clone());
        for _ in 0..3 {
            let answer = remote.get_provider_schema(Sample::new()).await.unwrap();
            assert_eq!(answer.resource_schemas.len(), 2);
        }
        assert_eq!(messages.load(Ordering::Relaxed), times, "{version:?}");
    }
    assert_eq!(schemas.resource_schemas.len(), 2);
}

/// Code of the provider's author may generate schemas.
#[tokio::test]
async fn a_panic_while_schemas_are_emitted_is_an_error_of_that_call() {
    let provider = Arc::new(Described {
        schemas: Schemas::new(|_| panic!("no schema")),
        fresh: AtomicBool::new(false),
    });
    let remote = through_wire(Version::V6, provider);
    let error = remote.get_provider_schema(Sample::new()).await.unwrap_err();
    assert_eq!(error.code, RpcCode::Internal);
}

/// Schemas that protobuf can encode but that the protocol does not allow.
#[test]
fn nonsense_in_schemas_is_refused_with_its_place() {
    type Attribute6 = crate::pb::v6::schema::Attribute;
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

    let negative = crate::pb::v6::schema::NestedBlock {
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
    use crate::pb::v6 as pb;
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
    let response = crate::pb::v6::plan_resource_change::Response {
        deferred: Some(crate::pb::v6::Deferred { reason: 4 }),
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
    use crate::pb::v6 as pb;
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

fn nested_list() -> crate::pb::v6::schema::Attribute {
    crate::pb::v6::schema::Attribute {
        name: "diet".to_owned(),
        nested_type: Some(crate::pb::v6::schema::Object {
            nesting: 2,
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn in_schema(block: crate::pb::v6::schema::Block) -> crate::pb::v6::get_provider_schema::Response {
    let schema = crate::pb::v6::Schema {
        version: 0,
        block: Some(block),
    };
    crate::pb::v6::get_provider_schema::Response {
        resource_schemas: [("zoo_pet".to_owned(), schema)].into(),
        ..Default::default()
    }
}

/// Encodes an answer and reads it as a host does.
fn answered<A: FromWire<W>, W: Message + Default>(wire: &W) -> Result<A, String> {
    let wire = W::decode(&wire.encode_to_vec()[..]).unwrap();
    A::from_wire(wire).map_err(|error| error.to_string())
}

#[tokio::test]
async fn large_schemas_are_encoded_and_decoded_unchanged() {
    let mut schemas = GetProviderSchemaResponse::default();
    for at in 0..200 {
        let schema = schemas
            .resource_schemas
            .entry(format!("zoo_{at}"))
            .or_default();
        schema
            .block
            .attributes
            .extend((0..50).map(|_| Attribute::new("attribute", terrane_value::Type::String)));
    }
    let six = through_wire(Version::V6, described(schemas.clone()));
    let answer = six.get_provider_schema(Sample::new()).await.unwrap();
    assert_eq!(*answer, schemas);
}
