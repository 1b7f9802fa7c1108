//! GetMetadata: the names of all types.

use terrane_protocol::*;

use crate::server::registry::Kind;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) fn metadata(&self, _: GetMetadataRequest) -> GetMetadataResponse {
        let definition = &self.definition;
        GetMetadataResponse {
            server_capabilities: definition.capabilities(),
            diagnostics: definition.schema_errors(),
            data_sources: names(&definition.data_sources),
            resources: names(&definition.resources),
            functions: names(&definition.functions),
            ephemeral_resources: names(&definition.ephemerals),
            actions: names(&definition.actions),
            state_stores: names(&definition.state_stores),
            list_resources: names(&definition.lists),
        }
    }
}

fn names<T: ?Sized>(kind: &Kind<T>) -> Vec<String> {
    kind.names().iter().cloned().collect()
}
