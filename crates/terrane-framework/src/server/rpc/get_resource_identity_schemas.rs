//! GetResourceIdentitySchemas: the identity of each resource that has one.

use terrane_protocol::*;

use crate::identity;
use crate::server::session::Server;

impl Server {
    pub(crate) fn identity_schemas(&self, _: EmptyRequest) -> GetResourceIdentitySchemasResponse {
        let mut answer = GetResourceIdentitySchemasResponse::default();
        for (name, resource) in self.definition.resources.iter() {
            let block = resource.uncached_block();
            if let Some(schema) = identity::schema(&block, resource.identity_version()) {
                answer.identity_schemas.insert(name.clone(), schema);
            }
        }
        answer
    }
}
