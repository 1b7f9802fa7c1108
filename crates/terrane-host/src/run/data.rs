//! Data sources: read in the plan, or in the apply if the configuration is not known earlier.

use terrane_hcl::syntax::ast::Traversal;
use terrane_hcl::value::Mark;
use terrane_protocol::{DynamicValue, ReadDataSourceRequest, ValidateConfigRequest};
use terrane_schema::propose_data;
use terrane_value::Value;

use super::managed::Configuration;
use super::outputs::contains;
use super::provider::{CAPABILITIES, unanswered};
use super::read::{decode, deferral};
use super::replan::meta_arguments;
use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::{self, ConfigResource, ResourceInstance, ResourceMode};
use crate::config;
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::{Needs, Place};
use crate::graph::Reference;
use crate::object::{Object, marked_paths};
use crate::plan::{Action, Mode, Reason, ResourceChange};

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
        let config = self
            .body(&place, &resource.body, &schema.body, &meta_arguments())
            .await?;
        if contains(&config, &Mark::Ephemeral) {
            let detail = "The configuration of a data source is stored, so it must not have ephemeral values.";
            let report = Report::error("Invalid use of ephemeral value", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        }
        let sensitive = marked_paths(&config, &Mark::Sensitive);
        let config = self.unmarked(config, &schema.ty, resource, address)?;
        let at = Some((&resource.body, resource.span));
        let encoded = self.encoded(&config, &schema.ty, address)?;
        let request = ValidateConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: encoded.clone(),
        };
        let response = running
            .provider
            .validate_data_resource_config(request)
            .await;
        let response = response.map_err(|error| self.no_answer(address, &error))?;
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
        let (reports, value) = self.read_data(configuration, address, encoded).await;
        if let Some(check) = configuration.check {
            let read = (reports, value);
            return self
                .checked_data(configuration, address, check, &config, &sensitive, read)
                .await;
        }
        self.report_all(reports)?;
        let value = value.ok_or(Failed)?;
        let object = Object {
            sensitive: schema.sensitive(&value, &sensitive),
            ..Object::new(value)
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
                let detail = "The provider must return a known object for a data source. This is a bug in the provider, which should be reported to its developers.";
                let summary = "Provider produced invalid object";
                reports.push(Report::error(summary, detail).of(address));
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
        let direct = Needs::of_body(&resource.body).managed().into_iter();
        pending.extend(direct.map(|resource| ConfigResource {
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
        for resource in pending.clone() {
            let others = self.dependencies.get(&resource);
            pending.extend(others.into_iter().flatten().cloned());
        }
        let changes = lock(&self.changes);
        let is_pending = changes.values().any(|change| {
            let resource = change.address.resource.config();
            change.action != Action::NoOp
                && resource.resource.mode == ResourceMode::Managed
                && pending.contains(&resource)
        });
        drop(changes);
        let is_pending = is_pending || pending.iter().any(|it| self.has_orphans(it));
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
        let planned = config.as_object();
        let planned = planned.map(|config| propose_data(&schema.rules, config));
        let planned = planned.map_or(Value::Null, Value::from);
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
