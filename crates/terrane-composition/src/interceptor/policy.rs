//! Judges plans.

use std::fmt;

use terrane_value::{Path, Value};
use tokio::sync::OnceCell;

use super::types::Types;
use super::{Interceptor, Next, messages};
use crate::answers::unplanned_deletion;
use terrane_protocol::schema::{SchemaPart, Schemas};
use terrane_protocol::*;

type Judge = dyn Fn(&PlannedChange<'_>) -> Diagnostics + Send + Sync;

/// Judges each plan of a resource. Its diagnostics are added to those of the plan, and an error refuses the plan.
///
/// Hosts request the plan of a deletion only from a provider with the capability `plan_destroy`. So the policy adds the capability, and plans deletions in
/// the place of a provider without it.
///
/// ```
/// use terrane_protocol::{Diagnostic, Diagnostics};
/// use terrane_composition::Policy;
/// use terrane_value::Value;
///
/// let no_deletion = Policy::new(|change| match (change.prior, change.planned) {
///     (Value::Known(_), Value::Null) => Diagnostic::error("Deletion is not allowed", "Ask the owner.").into(),
///     _ => Diagnostics::new(),
/// });
/// ```
pub struct Policy {
    judge: Box<Judge>,
    types: Types,
    /// The schemas of a provider without the capability `plan_destroy`, with it.
    schemas: OnceCell<Schemas>,
}

/// A planned change of an object.
#[derive(Debug)]
pub struct PlannedChange<'a> {
    /// The type of resource.
    pub type_name: &'a str,
    /// The object in the state. Null before it is created.
    pub prior: &'a Value,
    /// The configuration. Null for a deletion.
    pub config: &'a Value,
    /// The planned object. Null for a deletion.
    pub planned: &'a Value,
    /// The paths of the attributes whose change replaces the object.
    pub requires_replace: &'a [Path],
}

impl Policy {
    /// Judges plans by a function.
    pub fn new(judge: impl Fn(&PlannedChange<'_>) -> Diagnostics + Send + Sync + 'static) -> Self {
        Self {
            judge: Box::new(judge),
            types: Types::default(),
            schemas: OnceCell::new(),
        }
    }

    async fn plan(
        &self,
        request: PlanResourceChangeRequest,
        provider: &dyn Provider,
    ) -> Result<PlanResourceChangeResponse, RpcError> {
        let is_deletion = request.proposed_new_state.is_null();
        let mut answer = if is_deletion && !self.plans_deletions(provider).await {
            unplanned_deletion(request.clone())
        } else {
            provider.plan_resource_change(request.clone()).await?
        };
        if !answer.diagnostics.has_errors() {
            let judged = self.judge(&request, &answer, provider).await;
            answer
                .diagnostics
                .extend(judged.unwrap_or_else(Diagnostics::from));
        }
        Ok(answer)
    }

    /// Whether the provider plans deletions. A provider whose schemas are not known gets the plan, and judging reports the error.
    async fn plans_deletions(&self, provider: &dyn Provider) -> bool {
        let schemas = self.types.schemas(provider).await;
        schemas.map_or(true, |it| it.server_capabilities.plan_destroy)
    }

    /// Adds the capability `plan_destroy` to schemas. They are kept, so that they are encoded once.
    async fn announce(&self, schemas: Schemas) -> Schemas {
        // An answer with errors may be replaced by a better one.
        if schemas.diagnostics.has_errors() {
            return schemas;
        }
        let announced = self.schemas.get_or_init(async || {
            if schemas.server_capabilities.plan_destroy {
                return schemas;
            }
            Schemas::new(move |emit| {
                schemas.each(&mut |part| match part {
                    SchemaPart::ServerCapabilities(capabilities) => {
                        emit(SchemaPart::ServerCapabilities(ServerCapabilities {
                            plan_destroy: true,
                            ..capabilities
                        }));
                    }
                    part => emit(part),
                });
            })
        });
        announced.await.clone()
    }

    async fn judge(
        &self,
        request: &PlanResourceChangeRequest,
        answer: &PlanResourceChangeResponse,
        provider: &dyn Provider,
    ) -> Result<Diagnostics, Diagnostic> {
        let type_name = &request.type_name;
        let bad = |reason: &dyn fmt::Display| {
            messages::bad_plan("judge the plan by the policy", type_name, reason)
        };
        let schemas = self
            .types
            .schemas(provider)
            .await
            .map_err(|error| bad(&error))?;
        let schema = schemas.resource_schemas.get(type_name);
        let type_schema = schema.ok_or_else(|| bad(&"the type has no schema"))?;
        let ty = type_schema.implied_type();
        let decode = |value: &DynamicValue| value.decode(&ty).map_err(|error| bad(&error));
        Ok((self.judge)(&PlannedChange {
            type_name,
            prior: &decode(&request.prior_state)?,
            config: &decode(&request.config)?,
            planned: &decode(&answer.planned_state)?,
            requires_replace: &answer.requires_replace,
        }))
    }
}

impl Interceptor for Policy {
    fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            match request {
                Request::PlanResourceChange(request) => {
                    Ok(self.plan(request, next.provider()).await?.into())
                }
                Request::GetProviderSchema(request) => {
                    let schemas = next.provider().get_provider_schema(request).await?;
                    Ok(self.announce(schemas).await.into())
                }
                Request::GetMetadata(request) => {
                    let mut metadata = next.provider().get_metadata(request).await?;
                    metadata.server_capabilities.plan_destroy = true;
                    Ok(metadata.into())
                }
                request => next.call(request).await,
            }
        })
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").finish_non_exhaustive()
    }
}
