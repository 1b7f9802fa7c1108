//! A provider of a thousand types. The rig is its program, so that no further program is built.

use std::sync::Arc;

use terrane_protocol::schema::{
    Attribute, Block, BlockNesting, Description, DescriptionKind, NestedBlock, Schema, Schemas,
};
use terrane_protocol::{GetProviderSchemaResponse, Provider, Request, ResponseFuture, Server};
use terrane_value::Type;

/// The environment variable that makes a process of the rig this provider.
pub(crate) const VARIABLE: &str = "TERRANE_BENCH_THOUSAND_TYPES";

const TYPES: usize = 1000;

/// The attributes of a type, and of its block.
const ATTRIBUTES: usize = 20;

/// Serves the provider to the host that started this process.
pub(crate) fn serve() -> ! {
    Server::new(Arc::new(Thousand(schemas().into()))).serve()
}

/// The schemas, which both protocols can express.
pub(crate) fn schemas() -> GetProviderSchemaResponse {
    let types = (0..TYPES).map(|number| (format!("thousand_type_{number}"), schema()));
    GetProviderSchemaResponse {
        resource_schemas: types.collect(),
        ..GetProviderSchemaResponse::default()
    }
}

fn schema() -> Schema {
    let attributes: Vec<Attribute> = (0..ATTRIBUTES)
        .map(|number| Attribute {
            optional: true,
            computed: number % 2 == 0,
            description: Description {
                text: format!("The setting number {number}, with a description of common length."),
                kind: DescriptionKind::Markdown,
            },
            ..Attribute::new(format!("setting_{number}"), Type::String)
        })
        .collect();
    let nested = NestedBlock {
        name: "part".into(),
        nesting: BlockNesting::List,
        block: Block {
            attributes: attributes.clone(),
            ..Block::default()
        },
        min_items: 0,
        max_items: 0,
    };
    Schema {
        version: 0,
        block: Block {
            attributes,
            blocks: vec![nested],
            ..Block::default()
        },
    }
}

struct Thousand(Schemas);

impl Provider for Thousand {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            match request {
                Request::GetProviderSchema(_) => Ok(self.0.clone().into()),
                request => Err(request.rpc().unimplemented()),
            }
        })
    }
}
