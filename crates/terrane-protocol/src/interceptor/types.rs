//! The schemas of resources, which an interceptor needs to read values.

use tokio::sync::OnceCell;

use crate::schema::{Schema, Schemas};
use crate::{GetProviderSchemaRequest, Provider, RpcError};

/// The schemas of resources, requested once.
#[derive(Debug, Default)]
pub(super) struct Types(OnceCell<Schemas>);

impl Types {
    /// Returns the schema of a resource, if the provider has the type.
    pub(super) async fn resource(
        &self,
        provider: &dyn Provider,
        type_name: &str,
    ) -> Result<Option<&Schema>, RpcError> {
        let request = async || {
            let request = GetProviderSchemaRequest::default();
            provider.get_provider_schema(request).await
        };
        let schemas = self.0.get_or_try_init(request).await?;
        Ok(schemas.resource_schemas.get(type_name))
    }
}
