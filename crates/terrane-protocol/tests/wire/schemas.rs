//! Schemas are encoded once, and refused if the protocol version cannot describe them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::sample::Sample;
use super::through_wire;
use crate::schema::{
    Attribute, BlockNesting, NestedBlock, Nesting, Schema, SchemaPart, Schemas, TypeKind,
};
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
