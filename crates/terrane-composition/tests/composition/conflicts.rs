//! Conflicts that prevent the combination of members.

use terrane_composition::*;
use terrane_protocol::schema::{Attribute, Block, BlockNesting, NestedBlock, Schema, TypeKind};
use terrane_protocol::*;
use terrane_value::Type;

use crate::calls::{ask, details, requests, summaries};
use crate::scripted::{Scripted, optional, schema};

#[tokio::test]
async fn everything_that_prevents_the_combination_is_reported_at_once() {
    let mut one = Scripted::new("one")
        .serving("zoo_pet")
        .resource("zoo_cage", Schema::default());
    let mut other = Scripted::new("other").serving("zoo_pet");
    one.schemas.provider = schema([optional("url", Type::String), optional("key", Type::String)]);
    other.schemas.provider = schema([
        Attribute {
            sensitive: true,
            ..optional("key", Type::String)
        },
        optional("url", Type::Number),
    ]);
    one.schemas.provider_meta = Some(schema([optional("module", Type::String)]));
    other.schemas.provider_meta = Some(schema([]));
    let mux = Mux::new([one.member(), other.member()]);
    let found = mux.check().await;
    let mux: &dyn Provider = &mux;
    let of_types = TypeKind::ALL
        .map(TypeKind::name)
        .into_iter()
        .chain(["function"]);
    let mut expected = vec![
        "provider configuration, key: sensitive is false in \"one\" and true in \"other\""
            .to_owned(),
        "provider configuration, url: type is string in \"one\" and number in \"other\"".to_owned(),
        "provider_meta, module: only \"one\" has this attribute".to_owned(),
    ];
    expected.extend(of_types.map(|kind| format!("The {kind} \"zoo_pet\" is served by several members of this provider: \"one\", \"other\".")));
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (detail, expected) in details(&found).iter().zip(expected) {
        assert!(
            detail.contains(&expected),
            "{detail}\ndoes not contain\n{expected}"
        );
    }
    let schemas = mux.get_provider_schema(EmptyRequest {}).await;
    assert_eq!(schemas.unwrap().diagnostics, found);
    for request in requests("zoo_pet") {
        assert_eq!(ask(mux, request).await, "Providers cannot be combined");
    }
    let cage = ReadResourceRequest {
        type_name: "zoo_cage".to_owned(),
        ..ReadResourceRequest::default()
    };
    assert_eq!(ask(mux, Request::ReadResource(cage)).await, "one");
}

#[tokio::test]
async fn the_order_of_attributes_prevents_nothing() {
    let (mut one, mut other) = (Scripted::new("one"), Scripted::new("other"));
    let [a, b] = ["a", "b"].map(|name| optional(name, Type::Bool));
    one.schemas.provider = schema([a.clone(), b.clone()]);
    other.schemas.provider = schema([b, a]);
    assert!(
        Mux::new([one.member(), other.member()])
            .check()
            .await
            .is_empty()
    );
}

/// A schema with a block of at most `max` items, and in it a block of at least `min`.
fn blocks(min: u64, max: u64) -> Schema {
    let nested = |name: &str, block, min_items, max_items| NestedBlock {
        name: name.into(),
        nesting: BlockNesting::List,
        block,
        min_items,
        max_items,
    };
    let mut outer = Block::default();
    outer.blocks.push(nested("inner", Block::default(), min, 0));
    let mut schema = Schema::default();
    schema.block.blocks.push(nested("outer", outer, 0, max));
    schema
}

/// HashiCorp's framework cannot describe the numbers of items, and their SDK can.
#[tokio::test]
async fn the_numbers_of_items_of_blocks_prevent_nothing() {
    let (mut one, mut other) = (Scripted::new("one"), Scripted::new("other"));
    (one.schemas.provider, other.schemas.provider) = (blocks(1, 1), blocks(0, 0));
    one.schemas.provider_meta = Some(blocks(2, 3));
    other.schemas.provider_meta = Some(blocks(0, 0));
    let mux = Mux::new([one.member(), other.member()]);
    assert_eq!(mux.check().await, Diagnostics::new());
    let mux: &dyn Provider = &mux;
    let schemas = mux.get_provider_schema(EmptyRequest {}).await;
    assert_eq!(schemas.unwrap().provider, blocks(1, 1));
}

#[tokio::test]
async fn functions_and_identities_of_several_members_are_errors_with_their_names() {
    fn identity(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::GetResourceIdentitySchemas(_) = request else {
            return None;
        };
        let identity_schemas = [("zoo_pet".to_owned(), schema::IdentitySchema::default())].into();
        let diagnostics = Diagnostics::new();
        let answer = GetResourceIdentitySchemasResponse {
            identity_schemas,
            diagnostics,
        };
        Some(Ok(Response::GetResourceIdentitySchemas(answer)))
    }
    let members = ["one", "other"].map(|name| {
        let member = Scripted::new(name).serving("zoo_pet").answering(identity);
        member.member()
    });
    let mux: &dyn Provider = &Mux::new(members);
    let functions = mux.get_functions(EmptyRequest {}).await.unwrap();
    assert_eq!(functions.functions.len(), 1);
    let request = EmptyRequest {};
    let identities = mux.get_resource_identity_schemas(request).await.unwrap();
    assert_eq!(identities.identity_schemas.len(), 1);
    for (diagnostics, item) in [
        (functions.diagnostics, "function \"zoo_pet\""),
        (identities.diagnostics, "resource \"zoo_pet\""),
    ] {
        assert_eq!(summaries(&diagnostics), "Providers cannot be combined");
        for part in [item, "\"one\", \"other\""] {
            assert!(details(&diagnostics)[0].contains(part), "{diagnostics:?}");
        }
    }
}
