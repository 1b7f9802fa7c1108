//! The schemas that a provider reports.

use super::ProviderSchemas;
use crate::schema::Schemas;
use crate::{
    Diagnostics, EmptyRequest, GetResourceIdentitySchemasResponse, Provider, RpcCode, RpcError,
};

/// The reason why a provider's schemas are not known.
#[derive(Debug, thiserror::Error)]
pub enum DescribeError {
    /// A call of the provider failed.
    #[error("cannot get the provider's schemas: {0}")]
    Call(#[from] RpcError),
    /// The provider reported errors in its schemas.
    #[error("the provider reports errors in its schemas:\n{}", shown(.0))]
    Schema(Diagnostics),
}

fn shown(diagnostics: &Diagnostics) -> String {
    let errors: Vec<String> = diagnostics.errors().map(ToString::to_string).collect();
    errors.join("\n")
}

impl ProviderSchemas {
    /// Asks a provider for its schemas and identity schemas. A provider that is older than identities has none.
    ///
    /// # Errors
    ///
    /// Fails if a call fails, or if the provider reports errors in its schemas.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_protocol::schema::json::{DescribeError, ProviderSchemas};
    /// use terrane_protocol::{Provider, Request, ResponseFuture};
    ///
    /// struct Empty;
    ///
    /// impl Provider for Empty {
    ///     fn call(&self, request: Request) -> ResponseFuture<'_> {
    ///         Box::pin(async move { Ok(request.unchanged()) })
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), DescribeError> {
    /// assert!(ProviderSchemas::of(&Empty).await?.identities.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn of(provider: &dyn Provider) -> Result<Self, DescribeError> {
        let schemas = reported(provider).await?;
        let identities = provider
            .get_resource_identity_schemas(EmptyRequest {})
            .await;
        let identities = match identities {
            Err(error) if error.code == RpcCode::Unimplemented => {
                GetResourceIdentitySchemasResponse::default()
            }
            identities => identities?,
        };
        let identities = if identities.diagnostics.has_errors() {
            return Err(DescribeError::Schema(identities.diagnostics));
        } else {
            identities.identity_schemas
        };
        Ok(Self {
            schemas: (*schemas).clone(),
            identities,
        })
    }
}

/// Asks a provider for its schemas. An answer with errors may be incomplete, so it is an error.
///
/// # Errors
///
/// Fails if the call fails, or if the provider reports errors in its schemas.
pub async fn reported(provider: &dyn Provider) -> Result<Schemas, DescribeError> {
    let request = EmptyRequest {};
    let schemas = provider.get_provider_schema(request).await?;
    if schemas.diagnostics.has_errors() {
        Err(DescribeError::Schema(schemas.diagnostics.clone()))
    } else {
        Ok(schemas)
    }
}
