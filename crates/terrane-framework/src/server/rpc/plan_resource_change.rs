//! PlanResourceChange.

use std::iter::once;
use std::mem::take;
use std::sync::Arc;

use terrane_protocol::*;
use terrane_value::{Object, Path, Value};

use crate::context::{Context, Private};
use crate::dynamic::DynPlanContext;
use crate::fingerprint::Fingerprints;
use crate::messages;
use crate::planning::{self, Plan, Undecided};
use crate::server::call::configuration::NotReady;
use crate::server::call::private::read_private;
use crate::server::call::{author, identity, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

/// The variable that adds an explanation to each plan.
const EXPLAIN: &str = "TERRANE_EXPLAIN";

impl Server {
    /// Decodes the request, plans by the schema, runs the plan hook of the object (rule L11), and checks its result.
    pub(crate) async fn plan(
        &self,
        request: PlanResourceChangeRequest,
    ) -> Result<PlanResourceChangeResponse, Diagnostics> {
        let decoded = self.decoded(&request)?;
        if !decoded.is_planned {
            return decoded.unplanned();
        }
        let (decoded, change, undecided) = decoded.planned()?;
        let (cx, config) = (decoded.cx.clone(), change.config.clone());
        let (resource, provider) = (decoded.resource, self.provider().ok());
        let doing = format!("Cannot plan {}", request.type_name);
        let hooked = self.call.run(&doing, || resource.plan(change, provider));
        let change = hooked
            .await
            .map_err(|error| author::report(&cx, Some(error), &doing))?;
        decoded.answer(config.as_deref(), change, undecided, &doing)
    }

    fn decoded<'a>(
        &'a self,
        request: &'a PlanResourceChangeRequest,
    ) -> Result<Decoded<'a>, Diagnostics> {
        let resource = self.definition.resources.find(&request.type_name)?;
        let block = resource.block();
        let (state, capabilities) = (&request.prior_state, &request.client_capabilities);
        let (mut prior, deferred, is_import) = match values::decode(state, block, "prior state") {
            Ok(prior) => (prior, self.deferred_by_provider(capabilities), false),
            Err(diagnostic) => {
                let deferred = self.deferred_import(block, state, capabilities);
                (None, Some(deferred.ok_or(diagnostic)?), true)
            }
        };
        // In a replacement, hosts send data of the replaced object (rule A3).
        let stored_private = if prior.is_none() && !is_import {
            Opaque::default()
        } else {
            request.prior_private.clone()
        };
        let (private, foreign) = read_private(&stored_private);
        let mut cx = self
            .call
            .context(private.clone())
            .with_meta(request.provider_meta.clone());
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let mut proposed = values::decode_after(
            (state, prior.as_ref()),
            &request.proposed_new_state,
            block,
            "proposed state",
        )?;
        if let Some(prior) = &mut prior
            && !block.identity_only().is_empty()
        {
            let sent = identity::sent(request.prior_identity.as_ref(), &private);
            for object in once(prior).chain(proposed.as_mut()) {
                identity::recall(resource, sent, &private, object)?;
            }
        }
        let identity = if private.is_moved() {
            let of_prior = |prior| identity::of_state(resource, prior);
            prior.as_ref().and_then(of_prior)
        } else {
            request.prior_identity.clone()
        };
        let is_deferred = deferred.is_some() && !resource.plans_while_deferred();
        Ok(Decoded {
            request,
            resource,
            cx,
            prior: prior.map(Arc::new),
            proposed,
            private,
            stored_private,
            identity,
            deferred,
            is_planned: !is_import && !is_deferred,
        })
    }

    /// Returns the deferral, if the provider defers all plans (rule L1).
    fn deferred_by_provider(&self, capabilities: &ClientCapabilities) -> Option<DeferredReason> {
        match self.provider() {
            Err(not_ready @ NotReady::Deferred(_)) => not_ready.deferred(capabilities),
            _ => None,
        }
    }
}

/// A decoded request.
struct Decoded<'a> {
    request: &'a PlanResourceChangeRequest,
    resource: &'a RegisteredType,
    cx: Context,
    /// The object. `None` before it is created.
    prior: Option<Arc<Object>>,
    /// The proposed object. `None` for a deletion.
    proposed: Option<Object>,
    /// The private state before any plan hook.
    private: Private,
    stored_private: Opaque,
    /// The identity of the object.
    identity: Option<DynamicValue>,
    deferred: Option<DeferredReason>,
    /// Whether the object is planned now, and not once the provider is ready.
    is_planned: bool,
}

impl Decoded<'_> {
    /// Creates the answer with the proposed object.
    fn unplanned(self) -> Result<PlanResourceChangeResponse, Diagnostics> {
        Ok(PlanResourceChangeResponse {
            planned_state: encoded(self.resource, &self.request.type_name, self.proposed)?,
            planned_private: self.stored_private,
            planned_identity: self.identity,
            deferred: self.deferred,
            ..PlanResourceChangeResponse::default()
        })
    }

    /// Plans the object by its schema. Returns the plan for the plan hook of the object, and the values that replace the object only if they change.
    fn planned(mut self) -> Result<(Self, DynPlanContext, Vec<Undecided>), Diagnostics> {
        let request = self.request;
        let mut change = DynPlanContext {
            config: None,
            prior: self.prior.clone(),
            planned: None,
            replace: Vec::new(),
            deferred: self.deferred,
            by_hook: false,
            planned_private: first_private(&request.planned_private),
            deferral_allowed: request.client_capabilities.deferral_allowed,
            cx: self.cx.clone(),
        };
        let mut undecided = Vec::new();
        if let Some(proposed) = self.proposed.take() {
            let (resource, name) = (self.resource, &request.type_name);
            let config = values::decode_after(
                (&request.proposed_new_state, Some(&proposed)),
                &request.config,
                resource.block(),
                "configuration",
            )?;
            let config = values::some(config, "configuration")?;
            let prior = self.prior.as_deref();
            let plan = plan_by_schema(resource, &self.cx, name, &config, prior, proposed)?;
            undecided = plan.undecided;
            change.config = Some(Arc::new(config));
            change.planned = Some(plan.planned);
            change.replace = plan.replace;
        }
        Ok((self, change, undecided))
    }

    /// Checks the plan that the plan hook of the object has returned, and creates the answer. `config` is the configuration, which a deletion does not have.
    fn answer(
        self,
        config: Option<&Object>,
        change: DynPlanContext,
        undecided: Vec<Undecided>,
        doing: &str,
    ) -> Result<PlanResourceChangeResponse, Diagnostics> {
        let (resource, name) = (self.resource, &*self.request.type_name);
        let prior = self.prior.as_deref();
        let mut diagnostics = author::report(&self.cx, None, doing);
        let private = self.cx.journal(|journal| take(&mut journal.private));
        let planned_private = if private == self.private {
            self.stored_private
        } else {
            private.to_wire().into()
        };
        let replace = if prior.is_some() {
            sorted(change.replace)
        } else {
            Vec::new()
        };
        let mut planned = change.planned;
        let mut identity = self.identity;
        if let Some(planned) = &mut planned {
            if config.is_none() {
                return Err(messages::values::planned_for_deletion(name).into());
            }
            resource.block().forget_write_only(planned);
            diagnostics.extend(resource.check_plan(name, prior, config, planned));
            if change.deferred.is_none() && replace.is_empty() {
                diagnostics.extend(still_undecided(name, undecided, planned));
            }
            if let Some(config) = config
                && std::env::var_os(EXPLAIN).is_some_and(|it| it == "1")
            {
                let text = planning::explain(resource.block(), config, prior, planned, &replace);
                diagnostics.push(messages::values::explained(name, text));
            }
            let replaces = !replace.is_empty();
            identity = match identity::of_plan(resource, name, identity, prior, planned, replaces) {
                Ok(identity) => identity,
                Err(another) => {
                    diagnostics.push(another);
                    return Err(diagnostics);
                }
            };
        }
        Ok(PlanResourceChangeResponse {
            planned_state: encoded(resource, name, planned)?,
            requires_replace: replace,
            planned_private,
            planned_identity: identity,
            diagnostics,
            deferred: change.deferred,
            ..PlanResourceChangeResponse::default()
        })
    }
}

/// Encodes a planned object, or the absence of one.
fn encoded(
    resource: &RegisteredType,
    type_name: &str,
    object: Option<Object>,
) -> Result<DynamicValue, Diagnostics> {
    match object {
        Some(object) => values::encode(object, resource.block(), type_name),
        None => Ok(values::encode_null(resource.block())),
    }
}

/// Returns the paths in the order of their texts, each once.
fn sorted(mut paths: Vec<Path>) -> Vec<Path> {
    paths.sort_by_cached_key(ToString::to_string);
    paths.dedup();
    paths
}

/// Returns the private state that the first plan of a change stored. Only the second plan has it (rule L31).
fn first_private(bytes: &Opaque) -> Option<Private> {
    (*bytes != Opaque::default()).then(|| read_private(bytes).0)
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
    let fingerprints = if block.facts().counts && prior.is_some() {
        Fingerprints::stored(&private)
    } else {
        Fingerprints::default()
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

/// Returns the errors about attributes that replace the object when they change, and whose values are unknown only because other values change. A plan
/// hook of the object may have set them.
///
/// If the object is replaced anyway, they make no difference.
fn still_undecided(
    type_name: &str,
    undecided: Vec<Undecided>,
    planned: &Object,
) -> Vec<Diagnostic> {
    if undecided.is_empty() {
        return Vec::new();
    }
    let planned = Value::from(planned.clone());
    let is_unknown = |it: &Undecided| {
        let value = planned.at(&it.path);
        value.is_some_and(|value| !value.is_wholly_known())
    };
    let undecided = undecided.into_iter().filter(is_unknown);
    let errors = undecided.map(|Undecided { path, was_known }| {
        messages::values::undecided_replacement(type_name, &path, was_known).at(path)
    });
    errors.collect()
}

/// Adds the errors of a plan to the warnings of its plan hooks.
fn refused(cx: &Context, doing: &str, errors: impl IntoIterator<Item = Diagnostic>) -> Diagnostics {
    let mut diagnostics = author::report(cx, None, doing);
    diagnostics.extend(errors);
    diagnostics
}
