//! Judges plans.

use std::fmt;

use terrane_value::{Path, Value};

use super::types::Types;
use super::{Interceptor, Next, messages};
use crate::*;

type Judge = dyn Fn(&PlannedChange<'_>) -> Diagnostics + Send + Sync;

/// Judges each plan of a resource. Its diagnostics are added to those of the plan, and an error refuses the plan.
///
/// Hosts request the plan of a deletion only from a provider with the capability `plan_destroy`, which providers made with Terrane have. Deletions by a
/// provider without it are not judged.
///
/// ```
/// use terrane_protocol::{Diagnostic, Diagnostics};
/// use terrane_protocol::interceptor::Policy;
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
}

/// A planned change of an object.
#[derive(Debug, Clone, Copy)]
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
        }
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
        let schema = self.types.resource(provider, type_name).await;
        let schema = schema.map_err(|error| bad(&error))?;
        let schema = schema.ok_or_else(|| bad(&"the type has no schema"))?;
        let ty = schema.implied_type();
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
    fn call<'a>(
        &'a self,
        request: Request,
        next: Next<'a>,
    ) -> BoxFuture<'a, Result<Response, RpcError>> {
        Box::pin(async move {
            let Request::PlanResourceChange(request) = request else {
                return next.call(request).await;
            };
            let mut answer = next
                .provider()
                .plan_resource_change(request.clone())
                .await?;
            if !answer.diagnostics.has_errors() {
                let judged = self.judge(&request, &answer, next.provider()).await;
                answer
                    .diagnostics
                    .extend(judged.unwrap_or_else(Diagnostics::from));
            }
            Ok(Response::PlanResourceChange(answer))
        })
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").finish_non_exhaustive()
    }
}
