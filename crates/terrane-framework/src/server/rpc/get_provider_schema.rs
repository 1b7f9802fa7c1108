//! GetProviderSchema: all schemas.

use std::sync::Arc;

use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tracing::Span;

use crate::server::session::Server;

impl Server {
    /// Returns the schemas, which are created once and then shared.
    pub(crate) fn provider_schema(&self, _: EmptyRequest) -> Schemas {
        let schemas = self.schemas.get_or_init(|| {
            let (definition, span) = (Arc::clone(&self.definition), Span::current());
            Schemas::new(move |emit| span.in_scope(|| definition.emit(emit)))
        });
        schemas.clone()
    }
}
