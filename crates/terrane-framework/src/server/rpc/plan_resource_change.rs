//! PlanResourceChange.

use std::sync::Arc;

use terrane_protocol::*;
use terrane_value::{Object, Value};

use super::import_resource_state as import;
use crate::context::{Context, Private};
use crate::dynamic::DynChange;
use crate::fingerprint::Fingerprints;
use crate::messages;
use crate::planning::{self, Plan, Undecided};
use crate::server::call::configuration::NotReady;
use crate::server::call::private::read_private;
use crate::server::call::{author, identity, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn plan(
        &self,
        mut request: PlanResourceChangeRequest,
    ) -> Result<PlanResourceChangeResponse, Diagnostics> {
        let resource = self.definition.resources.find(&request.type_name)?;
        let block = resource.block();
        let mut deferred = self.deferred_by_provider(&request.client_capabilities);
        let (mut prior, imports) = match values::decode(&request.prior_state, block, "prior state")
        {
            Ok(prior) => (prior, false),
            Err(diagnostic) => {
                let (prior, allowed) = (&request.prior_state, &request.client_capabilities);
                deferred = import::deferred_import(self, block, prior, allowed);
                if deferred.is_none() {
                    return Err(diagnostic.into());
                }
                (None, true)
            }
        };
        if prior.is_none() && !imports {
            // In a replacement, hosts send data of the replaced object (rule A3).
            request.prior_private = Opaque::default();
        }
        let (private, foreign) = read_private(&request.prior_private);
        let mut proposed = values::decode_after(
            (&request.prior_state, prior.as_ref()),
            &request.proposed_new_state,
            block,
            "proposed state",
        )?;
        if let Some(prior) = &mut prior
            && !block.identity_only().is_empty()
        {
            let sent = identity::sent(request.prior_identity.as_ref(), &private);
            for object in [Some(prior), proposed.as_mut()].into_iter().flatten() {
                identity::recall(resource, sent, &private, object)?;
            }
        }
        if private.is_moved() {
            let of_prior = |prior| identity::of_state(resource, prior);
            request.prior_identity = prior.as_ref().and_then(of_prior);
        }
        if imports || (deferred.is_some() && !resource.plans_while_deferred()) {
            return Ok(PlanResourceChangeResponse {
                planned_state: match proposed {
                    Some(proposed) => values::encode(proposed, block, &request.type_name)?,
                    None => values::encode_null(block),
                },
                planned_private: request.prior_private,
                planned_identity: request.prior_identity,
                deferred,
                ..PlanResourceChangeResponse::default()
            });
        }
        let mut response = PlanResourceChangeResponse {
            planned_private: request.prior_private.clone(),
            planned_identity: request.prior_identity.clone(),
            deferred,
            ..PlanResourceChangeResponse::default()
        };
        let cx = self.call.context(private.clone());
        let mut cx = cx.with_meta(request.provider_meta.clone());
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let (config, planned, undecided) = match proposed {
            None => (None, None, Vec::new()),
            Some(proposed) => {
                let config = values::decode_after(
                    (&request.proposed_new_state, Some(&proposed)),
                    &request.config,
                    block,
                    "configuration",
                )?;
                let config = values::some(config, "configuration")?;
                let plan = plan_by_schema(
                    resource,
                    &cx,
                    &request.type_name,
                    &config,
                    prior.as_ref(),
                    proposed,
                )?;
                response.requires_replace = plan.replace;
                (Some(config), Some(plan.planned), plan.undecided)
            }
        };
        let prior = prior.map(Arc::new);
        let change = Change {
            config: config.map(Arc::new),
            prior: prior.clone(),
            planned,
            private,
        };
        let planned = self
            .changed(resource, &request, change, cx, &mut response)
            .await?;
        if let Some(planned) = &planned {
            refuse_undecided(&request.type_name, undecided, planned, &mut response);
            let identity = identity::of_plan(
                resource,
                &request.type_name,
                response.planned_identity,
                prior.as_deref(),
                planned,
                !response.requires_replace.is_empty(),
            );
            response.planned_identity = match identity {
                Ok(identity) => identity,
                Err(another) => {
                    response.diagnostics.push(another);
                    return Err(response.diagnostics);
                }
            };
        }
        response.planned_state = match planned {
            Some(planned) => values::encode(planned, block, &request.type_name)?,
            None => values::encode_null(block),
        };
        Ok(response)
    }

    /// Returns the deferral, if the provider defers all plans (rule L1).
    fn deferred_by_provider(&self, capabilities: &ClientCapabilities) -> Option<Deferred> {
        match self.provider() {
            Err(not_ready @ NotReady::Deferred(_)) => not_ready.deferred(capabilities),
            _ => None,
        }
    }

    /// Runs the plan hook of the object (rule L11).
    async fn changed(
        &self,
        resource: &RegisteredType,
        request: &PlanResourceChangeRequest,
        change: Change,
        cx: Context,
        response: &mut PlanResourceChangeResponse,
    ) -> Result<Option<Object>, Diagnostics> {
        let type_name = &request.type_name;
        let doing = format!("Cannot plan {type_name}");
        let deletes = change.planned.is_none();
        let (config, prior, private) = (change.config, change.prior, change.private);
        let change = DynChange {
            config: config.clone(),
            prior: prior.clone(),
            planned: change.planned,
            replace: std::mem::take(&mut response.requires_replace),
            deferred: response.deferred,
            by_hook: false,
            planned_private: first_private(&request.planned_private),
            deferral_allowed: request.client_capabilities.deferral_allowed,
            cx: cx.clone(),
        };
        let provider = self.provider().ok();
        let changed = self.call.run(&doing, || resource.plan(change, provider));
        let change = match changed.await {
            Ok(change) => change,
            Err(error) => return Err(author::report(&cx, Some(error), &doing)),
        };
        response
            .diagnostics
            .extend(author::report(&cx, None, &doing));
        let private_after = cx.journal(|journal| std::mem::take(&mut journal.private));
        if private_after != private {
            response.planned_private = private_after.to_wire().into();
        }
        response.deferred = change.deferred;
        if prior.is_some() {
            response.requires_replace = change.replace;
            response
                .requires_replace
                .sort_by_cached_key(ToString::to_string);
            response.requires_replace.dedup();
        }
        let Some(mut planned) = change.planned else {
            return Ok(None);
        };
        if deletes {
            return Err(messages::values::planned_for_deletion(type_name).into());
        }
        resource.block().forget_write_only(&mut planned);
        let findings =
            resource.check_plan(type_name, prior.as_deref(), config.as_deref(), &planned);
        response.diagnostics.extend(findings);
        Ok(Some(planned))
    }
}

/// Returns the private state that the first plan of a change stored. Only the second plan has it (rule L31).
fn first_private(bytes: &Opaque) -> Option<Private> {
    (*bytes != Opaque::default()).then(|| read_private(bytes).0)
}

/// The plan before the plan hook of the object runs.
struct Change {
    config: Option<Arc<Object>>,
    prior: Option<Arc<Object>>,
    planned: Option<Object>,
    /// The private state before any plan hook.
    private: Private,
}

/// Plans the object by its schema. The context has its private state.
fn plan_by_schema(
    resource: &RegisteredType,
    cx: &Context,
    type_name: &str,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
) -> Result<Plan, Diagnostics> {
    let block = resource.block();
    let doing = format!("Cannot plan {type_name}");
    let private = cx.journal(|journal| journal.private.clone());
    let fingerprints = match block.facts().counts && prior.is_some() {
        true => Fingerprints::stored(&private),
        false => Fingerprints::default(),
    };
    let mut plan = author::call(&doing, || {
        planning::plan(block, config, prior, proposed, &fingerprints, &private)
    })?;
    if let Some(reports) = plan.reports.take() {
        cx.journal(|journal| {
            journal.private = reports.private;
            journal.diagnostics.extend(reports.warnings);
        });
    }
    if let Some(error) = plan.error {
        return Err(author::report(cx, Some(error), &doing));
    }
    if plan.merges {
        // Values that were unknown during validation are validated now.
        let findings = planning::merged(block, config);
        if !findings.is_empty() {
            return Err(refused(cx, &doing, findings));
        }
    }
    if let Some(path) = planning::missing(block, &plan.planned) {
        let missing = messages::values::missing(type_name, &path).at(path);
        return Err(refused(cx, &doing, [missing]));
    }
    Ok(plan)
}

/// Reports attributes that replace the object when they change, and whose values are unknown only because other values change.
///
/// If the object is replaced anyway, they make no difference. A plan hook of the object may have set them.
fn refuse_undecided(
    type_name: &str,
    undecided: Vec<Undecided>,
    planned: &Object,
    response: &mut PlanResourceChangeResponse,
) {
    if undecided.is_empty() || response.deferred.is_some() || !response.requires_replace.is_empty()
    {
        return;
    }
    let planned = Value::from(planned.clone());
    for Undecided { path, was_known } in undecided {
        if planned
            .at(&path)
            .is_some_and(|value| !value.is_wholly_known())
        {
            let error = messages::values::undecided_replacement(type_name, &path, was_known);
            response.diagnostics.push(error.at(path));
        }
    }
}

/// Adds the errors of a plan to the warnings of its plan hooks.
fn refused(cx: &Context, doing: &str, errors: impl IntoIterator<Item = Diagnostic>) -> Diagnostics {
    let mut diagnostics = author::report(cx, None, doing);
    diagnostics.extend(errors);
    diagnostics
}
