//! Data sources: read in the plan, or in the apply if the configuration is not known earlier.

use terrane_hcl::syntax::ast::Traversal;
use terrane_hcl::value::Mark;
use terrane_protocol::{DynamicValue, ReadDataSourceRequest, ValidateConfigRequest};
use terrane_schema::propose_data;
use terrane_value::Value;

use super::answer::unanswered;
use super::managed::Configuration;
use super::outputs::contains_mark;
use super::provider::CAPABILITIES;
use super::read::{decode, deferral};
use super::replan::meta_arguments;
use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::{self, ConfigResource, ResourceInstance, ResourceMode};
use crate::config;
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::{Needs, Place};
use crate::graph::Reference;
use crate::object::{Object, ResourceSchema, marked_paths};
use crate::plan::{Action, Mode, Reason, ResourceChange};

/// Returns what is known of a result before the call: the configuration, and unknown computed attributes.
pub(crate) fn proposed_data(schema: &ResourceSchema, config: &Value) -> Value {
    config.as_object().map_or(Value::Null, |config| {
        Value::from(propose_data(&schema.rules, config))
    })
}

impl Run<'_> {
    /// Reads a data source, or plans to read it later.
    pub(crate) async fn visit_data(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: Place,
    ) -> Result<(), Failed> {
        let Configuration {
            resource,
            running,
            schema,
            ..
        } = configuration;
        let only_warns = self.settings.mode != Mode::Normal;
        self.preconditions(resource, address, &place, only_warns)
            .await?;
        let evaluated = self
            .body(&place, &resource.body, &schema.body, &meta_arguments())
            .await?;
        if contains_mark(&evaluated, &Mark::Ephemeral) {
            let detail = "The configuration of a data source is stored, so it must not have ephemeral values.";
            let report = Report::error("Invalid use of ephemeral value", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        }
        let sensitive = marked_paths(&evaluated, &Mark::Sensitive);
        let config = self.unmarked(evaluated, &schema.ty, resource, address)?;
        let at = Some((&resource.body, resource.span));
        let encoded = self.encoded(&config, &schema.ty, address)?;
        let request = ValidateConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: encoded.clone(),
        };
        let response = self
            .answer(
                address,
                running.provider.validate_data_resource_config(request),
            )
            .await?;
        self.report_all(of_provider(response.diagnostics, address, at))?;
        let reason = self.defer_reason(resource, address, &config);
        if !self.is_apply()
            && let Some(reason) = reason
        {
            return self.defer_data(configuration, address, &config, &sensitive, reason);
        }
        if !config.is_wholly_known() {
            let detail = "The configuration of the data source has values that are not known in the apply. This is a bug in this host.";
            let report = Report::error("Configuration contains unknown value", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        }
        let read = self.read_data(configuration, address, encoded).await;
        if let Some(check) = configuration.check {
            return self
                .checked_data(configuration, address, check, &config, &sensitive, read)
                .await;
        }
        let (reports, result) = read;
        self.report_all(reports)?;
        let attributes = result.ok_or(Failed)?;
        let object = Object {
            sensitive: schema.sensitive(&attributes, &sensitive),
            ..Object::new(attributes)
        };
        (self.events)(Event::Read {
            address: address.to_string(),
            id: ObjectId::of(&object.value, &object.sensitive),
        });
        self.store(schema, address, &configuration.provider, Some(&object))?;
        let value = schema.expression(&object);
        self.show(resource, address, &place, value).await
    }

    /// Calls the provider. Returns what it reports, and the value unless one of the reports is an error.
    async fn read_data(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        config: DynamicValue,
    ) -> (Vec<Report>, Option<Value>) {
        let Configuration {
            resource,
            running,
            schema,
            ..
        } = configuration;
        (self.events)(Event::Reading {
            address: address.to_string(),
        });
        let request = ReadDataSourceRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config,
            provider_meta: DynamicValue::default(),
            client_capabilities: CAPABILITIES,
        };
        let response = match running.provider.read_data_source(request).await {
            Ok(response) => response,
            Err(error) => return (vec![unanswered(address, &error)], None),
        };
        let at = Some((&resource.body, resource.span));
        let mut reports = of_provider(response.diagnostics, address, at);
        if reports.iter().any(Report::is_error) {
            return (reports, None);
        }
        if response.deferred.is_some() {
            reports.push(deferral(address));
            return (reports, None);
        }
        match decode(&response.state, &schema.ty, address, "read") {
            Ok(value) if !value.is_null() && value.is_wholly_known() => (reports, Some(value)),
            Ok(_) => {
                let summary = "Provider produced invalid object";
                let problem = "The provider must return a known object for a data source.";
                reports.push(Report::provider_bug(summary, problem).of(address));
                (reports, None)
            }
            Err(report) => {
                reports.push(report);
                (reports, None)
            }
        }
    }

    /// Returns why a data source is read in the apply.
    fn defer_reason(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
        config: &Value,
    ) -> Option<Reason> {
        if !config.is_wholly_known() {
            return Some(Reason::ReadBecauseConfigUnknown);
        }
        let module = &address.resource.module;
        let has_conditions = !resource.lifecycle.preconditions.is_empty()
            || !resource.lifecycle.postconditions.is_empty();
        let mut at = module.module();
        let mut pending = self.depends_on(&at, &resource.meta.depends_on);
        // A direct reference to a managed resource counts as a dependency whose changes are awaited.
        let referenced = Needs::of_body(&resource.body).managed().into_iter();
        pending.extend(referenced.map(|resource| ConfigResource {
            module: at.clone(),
            resource,
        }));
        // What the calls of the module depend on counts as well.
        while let Some((parent, name)) = at.split_last() {
            let call = self
                .config
                .module(&parent)
                .and_then(|it| it.calls.get(name));
            if let Some(call) = call {
                pending.extend(self.depends_on(&parent, &call.meta.depends_on));
            }
            at = parent;
        }
        if has_conditions {
            let own = self.dependencies.get(&address.resource.config());
            pending.extend(own.into_iter().flatten().cloned());
        }
        for direct in pending.clone() {
            let others = self.dependencies.get(&direct);
            pending.extend(others.into_iter().flatten().cloned());
        }
        let changes = lock(&self.changes);
        let has_changes = changes.values().any(|change| {
            let resource = change.address.resource.config();
            change.action != Action::NoOp
                && resource.resource.mode == ResourceMode::Managed
                && pending.contains(&resource)
        });
        drop(changes);
        let is_pending = has_changes || pending.iter().any(|it| self.has_orphans(it));
        is_pending.then_some(Reason::ReadBecauseDependencyPending)
    }

    /// Returns whether the state has instances of a managed resource that its `count` or `for_each` does not have, which will be destroyed.
    fn has_orphans(&self, config: &ConfigResource) -> bool {
        if config.resource.mode != ResourceMode::Managed {
            return false;
        }
        let values = lock(&self.values);
        let state = lock(&self.state);
        state.resources.values().any(|stored| {
            let expansion = values.resources.get(&stored.address);
            stored.address.config() == *config
                && expansion.is_some_and(|expansion| {
                    let keys = expansion.keys();
                    stored.instances.keys().any(|key| !keys.contains(key))
                })
        })
    }

    /// Returns the resources of a `depends_on` argument.
    fn depends_on(
        &self,
        module: &address::Module,
        references: &[Traversal],
    ) -> Vec<ConfigResource> {
        let mut found: Vec<ConfigResource> = Vec::new();
        for reference in references.iter().filter_map(Reference::of) {
            match reference {
                Reference::Resource(resource) => found.push(ConfigResource {
                    module: module.clone(),
                    resource,
                }),
                Reference::Module(name) => {
                    let child = module.child(name);
                    let resources = self.dependencies.keys();
                    let inside = resources.filter(|it| it.module.0.starts_with(&child.0));
                    found.extend(inside.cloned());
                }
                _ => {}
            }
        }
        found
    }

    pub(crate) fn defer_data(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        config: &Value,
        sensitive: &[terrane_value::Path],
        reason: Reason,
    ) -> Result<(), Failed> {
        let schema = &configuration.schema;
        let planned = proposed_data(schema, config);
        let after_sensitive = schema.sensitive(&planned, sensitive);
        let value = schema.expression(&Object {
            sensitive: after_sensitive.clone(),
            ..Object::new(planned.clone())
        });
        lock(&self.values).instances.insert(address.clone(), value);
        if self.settings.mode != Mode::Normal {
            return Ok(());
        }
        self.add_change(ResourceChange {
            address: address.clone(),
            previous_address: None,
            deposed: None,
            provider: configuration.provider.clone(),
            action: Action::Read,
            reason: Some(reason),
            before: Value::Null,
            after: planned,
            ty: schema.ty.clone(),
            before_sensitive: Vec::new(),
            after_sensitive,
            replace_paths: Vec::new(),
            importing: None,
            private: Default::default(),
            dependencies: Vec::new(),
        });
        Ok(())
    }
}
