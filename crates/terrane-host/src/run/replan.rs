//! The plan of one configured object: the same in a plan and, with the values that are known then, in an apply.

use terrane_hcl::syntax::BodySchema;
use terrane_hcl::value::Mark;
use terrane_protocol::{
    ConfigRequest, DynamicValue, Opaque, PlanResourceChangeRequest, PlanResourceChangeResponse,
};
use terrane_schema::propose;
use terrane_value::{Path, Value};

use super::outputs::contains_mark;
use super::provider::CAPABILITIES;
use super::{Failed, Run, Running};
use crate::address::{ProviderConfig, ResourceInstance};
use crate::config::{self, IgnoreChanges};
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::object::{Object, ResourceSchema, marked_paths, write_only_paths};
use crate::plan::decide::{self, Facts};
use crate::plan::{Action, Reason, ResourceChange, ignore_changes};

/// A configured instance of a resource.
pub(crate) struct Instance<'i> {
    pub(crate) address: &'i ResourceInstance,
    pub(crate) resource: &'i config::Resource,
    pub(crate) running: &'i Running,
    pub(crate) schema: &'i ResourceSchema,
    pub(crate) place: Place,
    /// Whether a replacement creates the new object first.
    pub(crate) create_before_destroy: bool,
}

/// The evaluated configuration of an instance.
pub(crate) struct Configured {
    /// The value with write-only attributes.
    pub(crate) value: Value,
    pub(crate) sensitive: Vec<Path>,
}

/// The plan of an instance.
pub(crate) struct Planned {
    pub(crate) action: Action,
    pub(crate) reason: Option<Reason>,
    /// The object before the change, also a tainted one.
    pub(crate) before: Value,
    pub(crate) before_sensitive: Vec<Path>,
    pub(crate) after: Value,
    pub(crate) after_sensitive: Vec<Path>,
    pub(crate) replace_paths: Vec<Path>,
    pub(crate) private: Opaque,
    pub(crate) identity: Option<Value>,
    pub(crate) config: Configured,
}

impl Planned {
    /// Returns the change of an instance.
    pub(crate) fn into_change(
        self,
        instance: &Instance<'_>,
        provider: &ProviderConfig,
    ) -> ResourceChange {
        ResourceChange {
            address: instance.address.clone(),
            previous_address: None,
            deposed: None,
            provider: provider.clone(),
            action: self.action,
            reason: self.reason,
            before: self.before,
            after: self.after,
            ty: instance.schema.ty.clone(),
            before_sensitive: self.before_sensitive,
            after_sensitive: self.after_sensitive,
            replace_paths: self.replace_paths,
            importing: None,
            private: self.private,
            dependencies: Vec::new(),
        }
    }
}

/// The summary of a plan that contradicts the configuration or the prior object.
const INVALID_PLAN: &str = "Provider produced invalid plan";

/// The arguments and blocks of resources that hosts read themselves.
pub(crate) fn meta_arguments() -> BodySchema {
    let schema = ["count", "for_each", "depends_on", "provider"]
        .into_iter()
        .fold(BodySchema::default(), |schema, name| {
            schema.attribute(name, false)
        });
    schema
        .block("lifecycle", [])
        .block("connection", [])
        .block("provisioner", ["type"])
        .block("locals", [])
}

impl Run<'_> {
    /// Evaluates the configuration of an instance. Ephemeral values may be in write-only attributes only.
    pub(crate) async fn configure(&self, instance: &Instance<'_>) -> Result<Configured, Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let body = &resource.body;
        let value = self
            .body(&instance.place, body, &schema.body, &meta_arguments())
            .await?;
        let sensitive = marked_paths(&value, &Mark::Sensitive);
        let ephemeral = if contains_mark(&value, &Mark::Ephemeral) {
            marked_paths(&value, &Mark::Ephemeral)
        } else {
            Vec::new()
        };
        let plain = self.unmarked(value, &schema.ty, resource, address)?;
        let write_only = write_only_paths(&schema.schema.block, &plain);
        let stored = |path: &&Path| !write_only.iter().any(|it| path.starts_with(it));
        if let Some(path) = ephemeral.iter().find(stored) {
            let detail = format!(
                "The value of `{path}` is ephemeral, so it must not be stored. Only write-only attributes may have ephemeral values."
            );
            let report = Report::error("Invalid use of ephemeral value", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        }
        Ok(Configured {
            value: plain,
            sensitive,
        })
    }

    /// Plans an instance with the object that it has, if it has one.
    pub(crate) async fn plan_instance(
        &self,
        instance: &Instance<'_>,
        object: Option<&Object>,
        forced: Option<Reason>,
    ) -> Result<Planned, Failed> {
        let Instance {
            resource, schema, ..
        } = instance;
        let config = self.configure(instance).await?;
        self.validate(instance, &config.value).await?;
        let tainted = object.filter(|object| object.is_tainted);
        let prior = object.filter(|object| !object.is_tainted);
        let prior_value = prior.map_or(Value::Null, |object| object.value.clone());
        let block = &schema.schema.block;
        let ignored = &resource.lifecycle.ignore_changes;
        let effective = ignore_changes(block, ignored, &prior_value, config.value.clone());
        let first = self
            .ask_for_plan(instance, prior, &effective, false)
            .await?;
        let replace_paths = self.replacement_paths(instance, &prior_value, &first)?;
        let after_sensitive = schema.sensitive(&first.value, &config.sensitive);
        let before_sensitive = object.map(|it| it.sensitive.clone()).unwrap_or_default();
        let decided = decide::action(Facts {
            prior: &prior_value,
            planned: &first.value,
            replaces: &replace_paths,
            forced,
            create_before_destroy: instance.create_before_destroy,
            marks_differ: prior.is_some() && before_sensitive != after_sensitive,
        });
        let answer = if decided.0.is_replace() {
            let second_prior = Object {
                private: first.private,
                identity: first.identity,
                ..Object::new(Value::Null)
            };
            self.ask_for_plan(instance, Some(&second_prior), &config.value, true)
                .await?
        } else {
            first
        };
        let (action, reason) = match (tainted, instance.create_before_destroy) {
            (None, _) => decided,
            (Some(_), true) => (
                Action::CreateThenDelete,
                Some(Reason::ReplaceBecauseTainted),
            ),
            (Some(_), false) => (
                Action::DeleteThenCreate,
                Some(Reason::ReplaceBecauseTainted),
            ),
        };
        let is_kept = action == Action::NoOp;
        Ok(Planned {
            action,
            reason,
            before: object.map_or(Value::Null, |object| object.value.clone()),
            before_sensitive,
            after_sensitive: if is_kept {
                after_sensitive
            } else {
                schema.sensitive(&answer.value, &config.sensitive)
            },
            after: answer.value,
            replace_paths: if action.is_replace() {
                replace_paths
            } else {
                Vec::new()
            },
            private: answer.private,
            identity: answer.identity,
            config,
        })
    }

    /// Returns the paths of a plan that really require a replacement.
    fn replacement_paths(
        &self,
        instance: &Instance<'_>,
        prior: &Value,
        answer: &PlanAnswer,
    ) -> Result<Vec<Path>, Failed> {
        let write_only = write_only_paths(&instance.schema.schema.block, &answer.value);
        let is_write_only = |path: &Path| write_only.contains(path);
        let required = &answer.requires_replace;
        decide::replaces(prior, &answer.value, required, is_write_only).map_err(|path| {
            let problem = format!(
                "The provider requires a replacement because of `{path}`, which neither object has."
            );
            self.provider_bug(instance.address, INVALID_PLAN, problem)
        })
    }

    async fn validate(&self, instance: &Instance<'_>, config: &Value) -> Result<(), Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let request = ConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(config, &schema.ty, address)?,
            client_capabilities: CAPABILITIES,
        };
        let response = self
            .answer(
                address,
                instance.running.provider.validate_resource_config(request),
            )
            .await?;
        let at = Some((&resource.body, resource.span));
        self.report_all(of_provider(response.diagnostics, address, at))
    }

    /// Asks the provider for a plan, and checks its answer. The second plan of a replacement has no prior object, only private data and identity.
    async fn ask_for_plan(
        &self,
        instance: &Instance<'_>,
        prior: Option<&Object>,
        config: &Value,
        is_second: bool,
    ) -> Result<PlanAnswer, Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let request = self.plan_request(instance, prior, config)?;
        let call = instance.running.provider.plan_resource_change(request);
        let PlanResourceChangeResponse {
            planned_state,
            requires_replace,
            planned_private,
            diagnostics,
            legacy_type_system,
            deferred,
            planned_identity,
        } = self.answer(address, call).await?;
        if deferred.is_some() {
            return Err(self.deferred(address));
        }
        let at = Some((&resource.body, resource.span));
        let mut reports = of_provider(diagnostics, address, at);
        if is_second {
            // The first plan has shown the warnings.
            reports.retain(Report::is_error);
        }
        self.report_all(reports)?;
        let planned = self.decoded(&planned_state, &schema.ty, address, "plan")?;
        self.write_only_null(instance, &planned, "plan")?;
        let prior_value = prior.map_or(&Value::Null, |object| &object.value);
        if !legacy_type_system && !is_second {
            self.check_planned_value(instance, prior_value, config, &planned)?;
        }
        let ignored = &resource.lifecycle.ignore_changes;
        let value = if legacy_type_system && !is_second && *ignored != IgnoreChanges::All {
            ignore_changes(&schema.schema.block, ignored, prior_value, planned)
        } else {
            planned
        };
        Ok(PlanAnswer {
            value,
            requires_replace,
            private: planned_private,
            identity: self.identity(schema, address, planned_identity.as_ref())?,
        })
    }

    fn plan_request(
        &self,
        instance: &Instance<'_>,
        prior: Option<&Object>,
        config: &Value,
    ) -> Result<PlanResourceChangeRequest, Failed> {
        let Instance {
            address, schema, ..
        } = instance;
        let prior_value = prior.map_or(&Value::Null, |object| &object.value);
        let proposed = propose(&schema.rules, prior_value.as_object(), config.as_object())
            .map_or(Value::Null, Value::from);
        let prior_identity = prior.and_then(|it| it.identity.as_ref());
        Ok(PlanResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(prior_value, &schema.ty, address)?,
            proposed_new_state: self.encoded(&proposed, &schema.ty, address)?,
            config: self.encoded(config, &schema.ty, address)?,
            prior_private: prior.map(|it| it.private.clone()).unwrap_or_default(),
            provider_meta: DynamicValue::default(),
            client_capabilities: CAPABILITIES,
            prior_identity: self.encoded_identity(schema, address, prior_identity)?,
            planned_private: Opaque::default(),
        })
    }

    /// Checks that a planned value follows from the prior value and the configuration.
    fn check_planned_value(
        &self,
        instance: &Instance<'_>,
        prior: &Value,
        config: &Value,
        planned: &Value,
    ) -> Result<(), Failed> {
        let address = instance.address;
        let rules = &instance.schema.rules;
        let findings = rules.check_plan(prior.as_object(), config.as_object(), planned.as_object());
        let problems = findings.into_iter().map(|finding| {
            format!("The provider has planned an invalid value for {address}: {finding}.")
        });
        self.provider_bugs(address, INVALID_PLAN, problems)
    }

    /// Checks that an answer has no write-only values.
    pub(crate) fn write_only_null(
        &self,
        instance: &Instance<'_>,
        value: &Value,
        call: &str,
    ) -> Result<(), Failed> {
        let paths = write_only_paths(&instance.schema.schema.block, value);
        let is_set = |path: &&Path| value.at(path).is_some_and(|value| !value.is_absent());
        let Some(path) = paths.iter().find(is_set) else {
            return Ok(());
        };
        let problem =
            format!("The answer to the {call} has a value for the write-only attribute `{path}`.");
        Err(self.provider_bug(instance.address, "Write-only attribute set", problem))
    }
}

/// The checked answer of a provider to a plan.
struct PlanAnswer {
    value: Value,
    requires_replace: Vec<Path>,
    private: Opaque,
    identity: Option<Value>,
}
