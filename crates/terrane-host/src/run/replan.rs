//! The plan of one configured object: the same in a plan and, with the values that are known then, in an apply.

use terrane_hcl::syntax::BodySchema;
use terrane_hcl::value::Mark;
use terrane_protocol::{
    DynamicValue, Opaque, PlanResourceChangeRequest, PlanResourceChangeResponse,
    ValidateResourceConfigRequest,
};
use terrane_schema::propose;
use terrane_value::{Path, Value};

use super::outputs::contains;
use super::provider::CAPABILITIES;
use super::{Failed, Run, Running};
use crate::address::ResourceInstance;
use crate::config::{self, IgnoreChanges};
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::object::{Object, ResourceSchema, marked_paths, write_only_paths};
use crate::plan::decide::{self, Facts};
use crate::plan::{Action, Reason, ignore_changes};

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
        let ephemeral = contains(&value, &Mark::Ephemeral);
        let ephemeral = if ephemeral {
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
            address,
            resource,
            schema,
            ..
        } = instance;
        let config = self.configure(instance).await?;
        self.validate(instance, &config.value).await?;
        let tainted = object.filter(|object| object.is_tainted);
        let prior = object.filter(|object| !object.is_tainted);
        let prior_value = prior.map_or(Value::Null, |object| object.value.clone());
        let block = &schema.schema.block;
        let ignored = &resource.lifecycle.ignore_changes;
        let effective = ignore_changes(block, ignored, &prior_value, config.value.clone());
        let first = self.ask(instance, prior, &effective, false).await?;
        let replaces = decide::replaces(
            &prior_value,
            &first.value,
            &first.requires_replace,
            |path| {
                let paths = write_only_paths(block, &first.value);
                paths.iter().any(|it| it == path)
            },
        );
        let replace_paths = replaces.map_err(|path| {
            let detail = format!(
                "The provider requires a replacement because of `{path}`, which neither object has. This is a bug in the provider, which should be \
                 reported to its developers."
            );
            let summary = "Provider produced invalid plan";
            self.fail(Report::error(summary, detail).of(address))
        })?;
        let after_sensitive = schema.sensitive(&first.value, &config.sensitive);
        let before_sensitive = object.map(|it| it.sensitive.clone()).unwrap_or_default();
        let (mut action, mut reason) = decide::action(Facts {
            prior: &prior_value,
            planned: &first.value,
            replaces: &replace_paths,
            forced,
            create_before_destroy: instance.create_before_destroy,
            marks_differ: prior.is_some() && before_sensitive != after_sensitive,
        });
        let mut answer = first;
        if action.is_replace() {
            let first = Object {
                private: answer.private,
                identity: answer.identity,
                ..Object::new(Value::Null)
            };
            answer = self
                .ask(instance, Some(&first), &config.value, true)
                .await?;
        }
        if tainted.is_some() {
            action = if instance.create_before_destroy {
                Action::CreateThenDelete
            } else {
                Action::DeleteThenCreate
            };
            reason = Some(Reason::ReplaceBecauseTainted);
        }
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

    async fn validate(&self, instance: &Instance<'_>, config: &Value) -> Result<(), Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let request = ValidateResourceConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(config, &schema.ty, address)?,
            client_capabilities: CAPABILITIES,
        };
        let response = instance.running.provider.validate_resource_config(request);
        let response = response.await;
        let response = response.map_err(|error| self.no_answer(address, &error))?;
        let at = Some((&resource.body, resource.span));
        self.report_all(of_provider(response.diagnostics, address, at))
    }

    /// Asks the provider for a plan, and checks its answer. The second plan of a replacement has no prior object, only private data and identity.
    async fn ask(
        &self,
        instance: &Instance<'_>,
        prior: Option<&Object>,
        config: &Value,
        is_second: bool,
    ) -> Result<Answer, Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let prior_value = prior.map_or(&Value::Null, |object| &object.value);
        let proposed = propose(&schema.rules, prior_value.as_object(), config.as_object());
        let proposed = proposed.map_or(Value::Null, Value::from);
        let request = PlanResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(prior_value, &schema.ty, address)?,
            proposed_new_state: self.encoded(&proposed, &schema.ty, address)?,
            config: self.encoded(config, &schema.ty, address)?,
            prior_private: prior.map(|it| it.private.clone()).unwrap_or_default(),
            provider_meta: DynamicValue::default(),
            client_capabilities: CAPABILITIES,
            prior_identity: self.encoded_identity(
                schema,
                address,
                prior.and_then(|it| it.identity.as_ref()),
            )?,
            planned_private: Opaque::default(),
        };
        let response = instance
            .running
            .provider
            .plan_resource_change(request)
            .await;
        let PlanResourceChangeResponse {
            planned_state,
            requires_replace,
            planned_private,
            diagnostics,
            legacy_type_system,
            deferred,
            planned_identity,
        } = response.map_err(|error| self.no_answer(address, &error))?;
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
        let mut value = self.decoded(&planned_state, &schema.ty, address, "plan")?;
        self.write_only_null(instance, &value, "plan")?;
        if !legacy_type_system && !is_second {
            let findings = schema.rules.check_plan(
                prior_value.as_object(),
                config.as_object(),
                value.as_object(),
            );
            let reports = findings.into_iter().map(|finding| {
                let detail = format!(
                    "The provider has planned an invalid value for {address}: {finding}. This is a bug in the provider, which should be reported to its \
                     developers."
                );
                Report::error("Provider produced invalid plan", detail).of(address)
            });
            self.report_all(reports.collect())?;
        }
        let ignored = &resource.lifecycle.ignore_changes;
        if legacy_type_system && !is_second && *ignored != IgnoreChanges::All {
            value = ignore_changes(&schema.schema.block, ignored, prior_value, value);
        }
        Ok(Answer {
            value,
            requires_replace,
            private: planned_private,
            identity: self.identity(schema, address, planned_identity.as_ref())?,
        })
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
        let detail = format!(
            "The answer to the {call} has a value for the write-only attribute `{path}`. This is a bug in the provider, which should be reported to its \
             developers."
        );
        let summary = "Write-only attribute set";
        Err(self.fail(Report::error(summary, detail).of(instance.address)))
    }
}

/// The checked answer of a provider to a plan.
struct Answer {
    value: Value,
    requires_replace: Vec<Path>,
    private: Opaque,
    identity: Option<Value>,
}
