//! Upgrade and downgrade.

use std::sync::Arc;

use terrane_composition::*;
use terrane_protocol::schema::{
    Attribute, Block, BlockNesting, NestedBlock, Nesting, Schema, TypeKind,
};
use terrane_protocol::*;
use terrane_value::Type;

use crate::calls::{ask, requests};
use crate::scripted::Scripted;

/// A schema with everything that protocol 5 cannot express, at every depth.
fn inexpressible() -> Schema {
    let nested = || {
        Attribute::nested(
            "diet",
            Nesting::List,
            [Attribute::new("food", Type::String)],
        )
    };
    let block = |computed, blocks: Vec<NestedBlock>, attributes: Vec<Attribute>| Block {
        computed,
        blocks,
        attributes,
        ..Block::default()
    };
    let in_block = |name: &str, block| NestedBlock {
        name: name.into(),
        nesting: BlockNesting::List,
        block,
        min_items: 0,
        max_items: 0,
    };
    let inner = in_block("inner", block(true, Vec::new(), vec![nested()]));
    let outer = in_block("outer", block(false, vec![inner], Vec::new()));
    Schema {
        version: 0,
        block: block(false, vec![outer], vec![nested()]),
    }
}

#[tokio::test]
async fn everything_that_protocol_5_cannot_express_is_an_error_at_the_start() {
    let mut scripted = Scripted::new("new").serving("zoo_pet");
    scripted.schemas.provider = inexpressible();
    scripted.schemas.provider_meta = Some(inexpressible());
    let schemas = &mut scripted.schemas;
    for types in [
        &mut schemas.resource_schemas,
        &mut schemas.data_source_schemas,
        &mut schemas.ephemeral_resource_schemas,
        &mut schemas.list_resource_schemas,
        &mut schemas.action_schemas,
    ] {
        types.insert("zoo_new".to_owned(), inexpressible());
    }
    let error = Downgrade::new(scripted.provider()).await.unwrap_err();
    let text = error.to_string();
    let found: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  - "))
        .collect();
    let mut expected = Vec::new();
    for owner in [
        "provider configuration",
        "provider_meta",
        "resource zoo_new",
        "data source zoo_new",
        "ephemeral resource zoo_new",
        "list resource zoo_new",
        "action zoo_new",
    ] {
        expected.push(format!("{owner}, diet: a nested attribute"));
        expected.push(format!("{owner}, outer.inner: a computed block"));
        expected.push(format!("{owner}, outer.inner.diet: a nested attribute"));
    }
    expected.push("state store zoo_pet: a state store".to_owned());
    assert_eq!(found, expected);
}

#[tokio::test]
async fn types_can_be_left_out_of_a_downgrade() {
    let scripted = Scripted::new("new")
        .serving("zoo_pet")
        .resource("zoo_new", inexpressible());
    let left_out = [
        (TypeKind::StateStore, "zoo_pet"),
        (TypeKind::Resource, "zoo_new"),
    ];
    let old = Downgrade::without(scripted.provider(), left_out)
        .await
        .unwrap();
    let old: &dyn Provider = &old;
    let schemas = old.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert!(schemas.protocol_6_needs().is_empty());
    assert_eq!(
        schemas.resource_schemas.keys().collect::<Vec<_>>(),
        ["zoo_pet"]
    );
    assert!(schemas.state_store_schemas.is_empty());
    let metadata = old.get_metadata(EmptyRequest {}).await.unwrap();
    assert_eq!(
        (metadata.resources.len(), metadata.state_stores.len()),
        (1, 0)
    );
    for request in requests("zoo_new") {
        if let Some(Item::Type(TypeKind::Resource, _)) = request.item() {
            assert_eq!(ask(old, request).await, "Unknown resource");
        }
    }
    for request in requests("zoo_pet") {
        let rpc = request.rpc();
        let expected = match request.item() {
            Some(Item::Type(TypeKind::StateStore, _)) => "Unknown state store",
            None => "error: protocol 5 does not have WriteStateBytes",
            Some(_) => "new",
        };
        assert_eq!(ask(old, request).await, expected, "{rpc}");
    }
}

#[tokio::test]
async fn every_message_passes_an_upgrade() {
    let old = Scripted::new("old").serving("zoo_pet");
    let new = through_wire(Version::V6, Arc::new(Upgrade::new(old.provider())));
    for request in requests("zoo_pet") {
        let rpc = request.rpc();
        assert_eq!(ask(&*new, request).await, "old", "{rpc}");
    }
    let schemas = new.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert_eq!(*schemas, old.schemas);
}
