//! GetResourceIdentitySchemas: the identity of each resource that has one.

use terrane_protocol::*;

use crate::identity;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) fn identity_schemas(
        &self,
        _: GetResourceIdentitySchemasRequest,
    ) -> GetResourceIdentitySchemasResponse {
        let resources = self.definition.resources.iter();
        let schemas = resources.filter_map(|(name, resource)| {
            let schema = identity::schema(&resource.uncached_block(), resource.identity_version())?;
            Some((name.clone(), schema))
        });
        GetResourceIdentitySchemasResponse {
            identity_schemas: schemas.collect(),
            ..GetResourceIdentitySchemasResponse::default()
        }
    }
}
