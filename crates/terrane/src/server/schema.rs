//! GetMetadata, GetProviderSchema, GetResourceIdentitySchemas: what the provider has.

use std::sync::Arc;

use terrane_protocol::*;

use super::Server;
use crate::identity;
use crate::schema::{Block, Role, is_name, mistakes};

impl Server {
    pub(super) async fn metadata(&self, _: GetMetadataRequest) -> GetMetadataResponse {
        GetMetadataResponse {
            server_capabilities: self.capabilities(),
            diagnostics: self.mistakes(),
            data_sources: self.definition.data_sources.keys().cloned().collect(),
            resources: self.definition.resources.keys().cloned().collect(),
            functions: self.definition.functions.keys().cloned().collect(),
            ephemeral_resources: self.definition.ephemerals.keys().cloned().collect(),
            actions: self.definition.actions.keys().cloned().collect(),
            state_stores: self.definition.state_stores.keys().cloned().collect(),
            list_resources: self.definition.lists.keys().cloned().collect(),
        }
    }

    /// The answer is built when it is first asked for, and shared from then on.
    pub(super) async fn provider_schema(
        &self,
        _: GetProviderSchemaRequest,
    ) -> Arc<GetProviderSchemaResponse> {
        Arc::clone(self.schema.get_or_init(|| {
            let definition = &self.definition;
            let resources = definition.resources.iter();
            let data_sources = definition.data_sources.iter();
            let ephemerals = definition.ephemerals.iter();
            let lists = definition.lists.iter();
            let actions = definition.actions.iter();
            let state_stores = definition.state_stores.iter();
            Arc::new(GetProviderSchemaResponse {
                provider: (definition.config)().to_protocol(0),
                resource_schemas: resources
                    .map(|(name, resource)| {
                        let schema = resource.block().to_protocol(resource.version());
                        (name.clone(), schema)
                    })
                    .collect(),
                data_source_schemas: data_sources
                    .map(|(name, source)| (name.clone(), source.block().to_protocol(0)))
                    .collect(),
                ephemeral_resource_schemas: ephemerals
                    .map(|(name, ephemeral)| (name.clone(), ephemeral.block().to_protocol(0)))
                    .collect(),
                action_schemas: actions
                    .map(|(name, action)| (name.clone(), action.block().to_protocol(0)))
                    .collect(),
                state_store_schemas: state_stores
                    .map(|(name, store)| (name.clone(), store.block().to_protocol(0)))
                    .collect(),
                list_resource_schemas: lists
                    .map(|(name, list)| (name.clone(), list.block().to_protocol(0)))
                    .collect(),
                provider_meta: definition.meta.map(|block| block().to_protocol(0)),
                functions: self.signatures(false),
                diagnostics: self
                    .mistakes()
                    .into_iter()
                    .chain(self.schema_mistakes())
                    .collect(),
                server_capabilities: self.capabilities(),
            })
        }))
    }

    pub(super) async fn identity_schemas(
        &self,
        _: GetResourceIdentitySchemasRequest,
    ) -> GetResourceIdentitySchemasResponse {
        let resources = self.definition.resources.iter();
        let schemas = resources.filter_map(|(name, resource)| {
            let schema = identity::schema(resource.block(), resource.version())?;
            Some((name.clone(), schema))
        });
        GetResourceIdentitySchemasResponse {
            identity_schemas: schemas.collect(),
            ..GetResourceIdentitySchemasResponse::default()
        }
    }

    /// What the server does beyond the first minor version (rule M6: moves only if there are any).
    fn capabilities(&self) -> ServerCapabilities {
        let mut resources = self.definition.resources.values();
        ServerCapabilities {
            plan_destroy: true,
            get_provider_schema_optional: true,
            move_resource_state: resources.any(|resource| !resource.moves().is_empty()),
            generate_resource_config: true,
        }
    }

    fn mistakes(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        for (summary, detail) in &self.definition.mistakes {
            diagnostics.push(Diagnostic::error(summary, detail));
        }
        diagnostics
    }

    /// What is wrong with the schemas: what no compiler could see.
    fn schema_mistakes(&self) -> Diagnostics {
        let definition = &self.definition;
        let mut found = Mistakes(Diagnostics::new());
        found.of(
            "provider's",
            "configuration",
            (definition.config)(),
            Role::Provider,
        );
        if let Some(meta) = definition.meta {
            found.of("provider_meta", "block", meta(), Role::Other);
        }
        for (name, resource) in &definition.resources {
            found.of("resource", name, resource.block(), Role::Object);
            for (type_name, provider) in resource.moves().sources() {
                if !provider.contains('/') {
                    let what = format!(
                        "objects move here from `{type_name}` of `{provider}`: write the provider as `namespace/type`"
                    );
                    found.tell("resource", name, &what);
                }
            }
        }
        for (name, source) in &definition.data_sources {
            found.of("data source", name, source.block(), Role::Object);
        }
        for (name, ephemeral) in &definition.ephemerals {
            found.of("ephemeral resource", name, ephemeral.block(), Role::Object);
        }
        for (name, list) in &definition.lists {
            found.of("list resource", name, list.block(), Role::Other);
        }
        for (name, action) in &definition.actions {
            found.of("action", name, action.block(), Role::Other);
        }
        for (name, store) in &definition.state_stores {
            found.of("state store", name, store.block(), Role::Other);
        }
        for name in definition.functions.keys() {
            found.name("function", name);
        }
        found.0
    }
}

/// What is wrong with schemas, as it is found.
struct Mistakes(Diagnostics);

impl Mistakes {
    fn of(&mut self, kind: &str, name: &str, block: &Block, role: Role) {
        self.name(kind, name);
        for mistake in mistakes(block, role) {
            self.tell(kind, name, &mistake);
        }
    }

    fn name(&mut self, kind: &str, name: &str) {
        if !is_name(name) {
            self.tell(
                kind,
                name,
                "the name is none: use lower-case letters, digits and underscores",
            );
        }
    }

    fn tell(&mut self, kind: &str, name: &str, what: &str) {
        self.0.push(Diagnostic::error(
            format!("Wrong schema of the {kind} {name}"),
            format!("In the schema of the {kind} {name}, {what}. This is a bug in the provider."),
        ));
    }
}
