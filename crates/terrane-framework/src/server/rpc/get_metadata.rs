//! GetMetadata: the names of all types.

use terrane_protocol::*;

use crate::server::session::Server;

impl Server {
    pub(crate) fn metadata(&self, _: EmptyRequest) -> GetMetadataResponse {
        let definition = &self.definition;
        GetMetadataResponse {
            server_capabilities: definition.capabilities(),
            diagnostics: definition.schema_errors(),
            data_sources: definition.data_sources.names(),
            resources: definition.resources.names(),
            functions: definition.functions.names(),
            ephemeral_resources: definition.ephemerals.names(),
            actions: definition.actions.names(),
            state_stores: definition.state_stores.names(),
            list_resources: definition.lists.names(),
        }
    }
}
