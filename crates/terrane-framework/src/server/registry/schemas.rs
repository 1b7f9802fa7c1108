//! The schemas of all registered items.

use terrane_protocol::schema::{SchemaPart, TypeKind};
use terrane_protocol::{Diagnostics, ServerCapabilities};

use super::definition::Definition;
use crate::log;
use crate::messages;
use crate::schema::{Block, Role, find_schema_errors, is_name};

impl Definition {
    /// Emits all schemas, one type after the other, and then the schema errors.
    pub(crate) fn emit(&self, emit: &mut dyn FnMut(SchemaPart<'_>)) {
        let mut found = SchemaErrors(self.schema_errors());
        let mut schemas = SchemaEmitter {
            emit,
            found: &mut found,
        };
        schemas.provider(&self.config);
        if let Some(meta) = &self.meta {
            schemas.meta(meta);
        }
        for (name, resource) in self.resources.iter() {
            let block = resource.uncached_block();
            schemas.ty(TypeKind::Resource, name, &block, resource.version());
            schemas.found.moves(name, resource.moves().sources());
        }
        for (name, source) in self.data_sources.iter() {
            schemas.ty(TypeKind::DataSource, name, source.block(), source.version());
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
            schemas.ty(TypeKind::StateStore, name, store.block(), store.version());
        }
        for (name, function) in self.functions.iter() {
            found.name("function", name);
            if !function.needs_provider() {
                emit(SchemaPart::Function(name, function.signature()));
            }
        }
        let capabilities = self.capabilities();
        log::request::announced(&capabilities);
        emit(SchemaPart::ServerCapabilities(capabilities));
        log::request::each(&found.0);
        emit(SchemaPart::Diagnostics(&found.0));
    }

    /// Returns the capabilities of the server (rule M6: moves only if a resource has any).
    pub(crate) fn capabilities(&self) -> ServerCapabilities {
        let mut resources = self.resources.iter();
        ServerCapabilities {
            plan_destroy: true,
            get_provider_schema_optional: true,
            move_resource_state: resources.any(|(_, resource)| !resource.moves().is_empty()),
            generate_resource_config: true,
        }
    }

    pub(crate) fn schema_errors(&self) -> Diagnostics {
        self.schema_errors.iter().cloned().collect()
    }
}

/// Emits schemas, and collects the errors in them.
struct SchemaEmitter<'a> {
    emit: &'a mut dyn FnMut(SchemaPart<'_>),
    found: &'a mut SchemaErrors,
}

impl SchemaEmitter<'_> {
    fn provider(&mut self, block: &Block) {
        let found = &mut self.found;
        found.of("provider's", "configuration", block, Role::Provider);
        (self.emit)(SchemaPart::Provider(&block.to_protocol(0)));
    }

    fn meta(&mut self, block: &Block) {
        self.found.of("provider_meta", "block", block, Role::Other);
        (self.emit)(SchemaPart::ProviderMeta(&block.to_protocol(0)));
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
        let schema = block.published().to_protocol(version);
        (self.emit)(SchemaPart::Type(kind, name, &schema));
    }
}

/// The errors found in schemas.
struct SchemaErrors(Diagnostics);

impl SchemaErrors {
    fn of(&mut self, kind: &str, name: &str, block: &Block, role: Role) {
        self.name(kind, name);
        for problem in find_schema_errors(block, role) {
            self.push(kind, name, &problem);
        }
    }

    fn moves<'a>(&mut self, name: &str, sources: impl Iterator<Item = (&'a str, &'a str)>) {
        for (type_name, provider) in sources {
            if !provider.contains('/') {
                let what = messages::schema_errors::incomplete_source(type_name, provider);
                self.push("resource", name, &what);
            }
        }
    }

    fn name(&mut self, kind: &str, name: &str) {
        if !is_name(name) {
            self.push(kind, name, messages::schema_errors::BAD_ITEM_NAME);
        }
    }

    fn push(&mut self, kind: &str, name: &str, what: &str) {
        self.0
            .push(messages::schema::schema_error(kind, name, what));
    }
}
