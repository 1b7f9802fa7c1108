//! GetMetadata, GetProviderSchema, GetResourceIdentitySchemas: what the provider has.

use std::sync::Arc;

use terrane_protocol::schema::{SchemaPart, Schemas, TypeKind};
use terrane_protocol::*;
use tracing::Span;

use super::Server;
use crate::identity;
use crate::log;
use crate::provider::Definition;
use crate::schema::{Block, Role, is_name, mistakes};

impl Server {
    pub(super) fn metadata(&self, _: GetMetadataRequest) -> GetMetadataResponse {
        GetMetadataResponse {
            server_capabilities: self.definition.capabilities(),
            diagnostics: self.definition.mistakes(),
            data_sources: self
                .definition
                .data_sources
                .names()
                .iter()
                .cloned()
                .collect(),
            resources: self.definition.resources.names().iter().cloned().collect(),
            functions: self.definition.functions.names().iter().cloned().collect(),
            ephemeral_resources: self.definition.ephemerals.names().iter().cloned().collect(),
            actions: self.definition.actions.names().iter().cloned().collect(),
            state_stores: self
                .definition
                .state_stores
                .names()
                .iter()
                .cloned()
                .collect(),
            list_resources: self.definition.lists.names().iter().cloned().collect(),
        }
    }

    /// The answer is made once, and shared from then on.
    pub(super) fn provider_schema(&self, _: GetProviderSchemaRequest) -> Schemas {
        let schemas = self.schemas.get_or_init(|| {
            let (definition, span) = (Arc::clone(&self.definition), Span::current());
            Schemas::new(move |tell| span.in_scope(|| definition.tell(tell)))
        });
        schemas.clone()
    }

    pub(super) fn identity_schemas(
        &self,
        _: GetResourceIdentitySchemasRequest,
    ) -> GetResourceIdentitySchemasResponse {
        let resources = self.definition.resources.iter();
        let schemas = resources.filter_map(|(name, resource)| {
            let schema = identity::schema(&resource.told_block(), resource.identity_version())?;
            Some((name.clone(), schema))
        });
        GetResourceIdentitySchemasResponse {
            identity_schemas: schemas.collect(),
            ..GetResourceIdentitySchemasResponse::default()
        }
    }
}

impl Definition {
    /// Tells everything, one type after the other: what hosts get of a schema, and what is wrong with it.
    fn tell(&self, tell: &mut dyn FnMut(SchemaPart<'_>)) {
        let mut found = Mistakes(self.mistakes());
        let mut schemas = Telling {
            tell,
            found: &mut found,
        };
        schemas.provider((self.config)());
        if let Some(meta) = self.meta {
            schemas.meta(meta());
        }
        for (name, resource) in self.resources.iter() {
            let block = resource.told_block();
            schemas.ty(TypeKind::Resource, name, &block, resource.version());
            schemas.found.moves(name, resource.moves().sources());
        }
        for (name, source) in self.data_sources.iter() {
            schemas.ty(TypeKind::DataSource, name, source.block(), 0);
        }
        for (name, ephemeral) in self.ephemerals.iter() {
            schemas.ty(TypeKind::Ephemeral, name, ephemeral.block(), 0);
        }
        for (name, list) in self.lists.iter() {
            schemas.ty(TypeKind::List, name, list.block(), 0);
        }
        for (name, action) in self.actions.iter() {
            schemas.ty(TypeKind::Action, name, action.block(), 0);
        }
        for (name, store) in self.state_stores.iter() {
            schemas.ty(TypeKind::StateStore, name, store.block(), 0);
        }
        for (name, function) in self.functions.iter() {
            found.name("function", name);
            if !function.needs_provider() {
                tell(SchemaPart::Function(name, function.signature()));
            }
        }
        let capabilities = self.capabilities();
        log::request::announced(&capabilities);
        tell(SchemaPart::ServerCapabilities(capabilities));
        log::request::each(&found.0);
        tell(SchemaPart::Diagnostics(&found.0));
    }

    /// What the server does beyond the first minor version (rule M6: moves only if there are any).
    pub(super) fn capabilities(&self) -> ServerCapabilities {
        let mut resources = self.resources.iter();
        ServerCapabilities {
            plan_destroy: true,
            get_provider_schema_optional: true,
            move_resource_state: resources.any(|(_, resource)| !resource.moves().is_empty()),
            generate_resource_config: true,
        }
    }

    fn mistakes(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        for (summary, detail) in &self.mistakes {
            diagnostics.push(Diagnostic::error(summary, detail));
        }
        diagnostics
    }
}

/// Tells schemas, and finds what is wrong with them: what no compiler could see.
struct Telling<'a> {
    tell: &'a mut dyn FnMut(SchemaPart<'_>),
    found: &'a mut Mistakes,
}

impl Telling<'_> {
    fn provider(&mut self, block: &Block) {
        let found = &mut self.found;
        found.of("provider's", "configuration", block, Role::Provider);
        (self.tell)(SchemaPart::Provider(block.told(0)));
    }

    fn meta(&mut self, block: &Block) {
        self.found.of("provider_meta", "block", block, Role::Other);
        (self.tell)(SchemaPart::ProviderMeta(block.told(0)));
    }

    fn ty(&mut self, kind: TypeKind, name: &str, block: &Block, version: i64) {
        let (what, role) = match kind {
            TypeKind::Resource => ("resource", Role::Object),
            TypeKind::DataSource => ("data source", Role::Object),
            TypeKind::Ephemeral => ("ephemeral resource", Role::Object),
            TypeKind::List => ("list resource", Role::Other),
            TypeKind::Action => ("action", Role::Other),
            TypeKind::StateStore => ("state store", Role::Other),
        };
        self.found.of(what, name, block, role);
        (self.tell)(SchemaPart::Type(
            kind,
            name,
            block.published().told(version),
        ));
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

    fn moves<'a>(&mut self, name: &str, sources: impl Iterator<Item = (&'a str, &'a str)>) {
        for (type_name, provider) in sources {
            if !provider.contains('/') {
                let what = format!(
                    "objects move here from `{type_name}` of `{provider}`: write the provider as `namespace/type`"
                );
                self.tell("resource", name, &what);
            }
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
