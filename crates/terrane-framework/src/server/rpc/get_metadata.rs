//! GetMetadata: the names of all types.

use terrane_protocol::*;

use crate::server::session::Server;

impl Server {
    pub(in crate::server) fn metadata(&self, _: GetMetadataRequest) -> GetMetadataResponse {
        GetMetadataResponse {
            server_capabilities: self.definition.capabilities(),
            diagnostics: self.definition.schema_errors(),
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
}
