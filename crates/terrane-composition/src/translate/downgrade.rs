//! A provider of protocol 6 as protocol 5.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use terrane_protocol::schema::{SchemaPart, Schemas, TypeKind};
use terrane_protocol::*;

/// Serves a provider of protocol 6 as protocol 5.
///
/// Protocol 5 has no nested attributes, no computed blocks and no state stores. A provider that has any is refused at the start, with an error that
/// names every type and path. All other messages pass unchanged.
///
/// ```
/// use std::sync::Arc;
/// use terrane_protocol::schema::{Attribute, Nesting, Schema};
/// use terrane_composition::Downgrade;
/// use terrane_protocol::{GetProviderSchemaResponse, Provider, Request, Response, ResponseFuture};
///
/// struct Zoo;
///
/// impl Provider for Zoo {
///     fn call(&self, _: Request) -> ResponseFuture<'_> {
///         let mut pet = Schema::default();
///         pet.block.attributes.push(Attribute::nested("diet", Nesting::Single, []));
///         let resource_schemas = [("zoo_pet".to_owned(), pet)].into();
///         let schemas = GetProviderSchemaResponse { resource_schemas, ..Default::default() };
///         Box::pin(async { Ok(Response::GetProviderSchema(schemas.into())) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let error = Downgrade::new(Arc::new(Zoo)).await.unwrap_err();
/// assert!(error.to_string().contains("resource zoo_pet, diet: a nested attribute"));
/// # }
/// ```
pub struct Downgrade {
    provider: Arc<dyn Provider>,
    omitted: Arc<HashSet<(TypeKind, String)>>,
    schemas: Schemas,
}

/// The reason why a provider cannot be served as protocol 5.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct DowngradeError(Obstacle);

/// What keeps a provider from being served as protocol 5.
#[derive(Debug, thiserror::Error)]
enum Obstacle {
    /// The provider does not report its schemas.
    #[error("the provider does not report its schemas: {0}")]
    Schemas(RpcError),
    /// The provider has what protocol 5 cannot express.
    #[error("protocol 5 cannot express:{}", listed_needs(.0))]
    Inexpressible(Vec<String>),
}

fn listed_needs(needs: &[String]) -> String {
    needs.iter().map(|need| format!("\n  - {need}")).collect()
}

impl Downgrade {
    /// Wraps a provider of protocol 6.
    ///
    /// # Errors
    ///
    /// Fails if protocol 5 cannot express a schema of the provider, and names every type and path.
    pub async fn new(provider: Arc<dyn Provider>) -> Result<Self, DowngradeError> {
        Self::without::<&str>(provider, []).await
    }

    /// Wraps a provider of protocol 6 without some of its types, which hosts of protocol 5 then do not see.
    ///
    /// # Errors
    ///
    /// Fails if protocol 5 cannot express a schema of the remaining types.
    pub async fn without<N: Into<String>>(
        provider: Arc<dyn Provider>,
        types: impl IntoIterator<Item = (TypeKind, N)>,
    ) -> Result<Self, DowngradeError> {
        let omitted = types.into_iter().map(|(kind, name)| (kind, name.into()));
        let omitted_names: Arc<HashSet<_>> = Arc::new(omitted.collect());
        let request = EmptyRequest::default();
        let all = provider.get_provider_schema(request).await;
        let all = all.map_err(|error| DowngradeError(Obstacle::Schemas(error)))?;
        let schemas = if omitted_names.is_empty() {
            all
        } else {
            schemas_without(all, Arc::clone(&omitted_names))
        };
        let needs = needs_of_schemas(&schemas);
        if needs.is_empty() {
            Ok(Self {
                provider,
                omitted: omitted_names,
                schemas,
            })
        } else {
            Err(DowngradeError(Obstacle::Inexpressible(needs)))
        }
    }

    fn omits(&self, kind: TypeKind, name: &str) -> bool {
        self.omitted.contains(&(kind, name.to_owned()))
    }

    /// Removes the omitted types from an answer.
    fn omit(&self, answer: &mut Response) {
        match answer {
            Response::GetMetadata(metadata) => {
                for (kind, names) in [
                    (TypeKind::Resource, &mut metadata.resources),
                    (TypeKind::DataSource, &mut metadata.data_sources),
                    (TypeKind::Ephemeral, &mut metadata.ephemeral_resources),
                    (TypeKind::List, &mut metadata.list_resources),
                    (TypeKind::Action, &mut metadata.actions),
                    (TypeKind::StateStore, &mut metadata.state_stores),
                ] {
                    names.retain(|name| !self.omits(kind, name));
                }
            }
            Response::GetResourceIdentitySchemas(identities) => {
                let schemas = &mut identities.identity_schemas;
                schemas.retain(|name, _| !self.omits(TypeKind::Resource, name));
            }
            _ => {}
        }
    }
}

/// Returns the schemas without some types.
fn schemas_without(all: Schemas, omitted: Arc<HashSet<(TypeKind, String)>>) -> Schemas {
    Schemas::new(move |emit| {
        all.each(&mut |part| match part {
            SchemaPart::Type(kind, name, _) if omitted.contains(&(kind, name.to_owned())) => {}
            part => emit(part),
        });
    })
}

/// Returns everything that protocol 5 cannot express, also state stores.
fn needs_of_schemas(schemas: &Schemas) -> Vec<String> {
    let mut needs = Vec::new();
    schemas.each(&mut |part| match part {
        SchemaPart::Type(TypeKind::StateStore, name, _) => {
            needs.push(format!("state store {name}: a state store"));
        }
        part => part.needs(&mut needs),
    });
    needs
}

fn omitted_item(item: Item<'_>) -> Diagnostic {
    Diagnostic::error(
        format!("Unknown {}", item.kind_name()),
        format!(
            "The provider serves the {item} only over protocol 6, and this host uses protocol 5."
        ),
    )
}

impl fmt::Debug for Downgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Downgrade")
            .field("omitted", &self.omitted)
            .finish_non_exhaustive()
    }
}

impl Provider for Downgrade {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            match request {
                Request::GetProviderSchema(_) => {
                    Ok(Response::GetProviderSchema(self.schemas.clone()))
                }
                Request::WriteStateBytes(_) => Err(RpcError::new(
                    RpcCode::Unimplemented,
                    "protocol 5 does not have WriteStateBytes",
                )),
                Request::ValidateProviderConfig(request) => {
                    let config = request.config.clone();
                    let mut answer = self.provider.validate_provider_config(request).await?;
                    // Hosts of protocol 5 expect the configuration back. Protocol 6 has no such field.
                    if answer.prepared_config.is_absent() {
                        answer.prepared_config = config;
                    }
                    Ok(Response::ValidateProviderConfig(answer))
                }
                request => {
                    if let Some(Item::Type(kind, name)) = request.item()
                        && self.omits(kind, name)
                    {
                        let error = omitted_item(Item::Type(kind, name));
                        return Ok(request.refuse(error.into()));
                    }
                    let mut answer = self.provider.call(request).await?;
                    self.omit(&mut answer);
                    Ok(answer)
                }
            }
        })
    }
}
