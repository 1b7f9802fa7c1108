//! The visit of a node: all instances of an object.

use futures_util::stream::{self, StreamExt as _};

use super::managed::Configuration;
use super::{Failed, Run, lock};
use crate::address::{
    AbsoluteResource, ConfigResource, ModuleInstance, ResourceInstance, ResourceMode,
};
use crate::diagnostics::Report;
use crate::evaluate::Place;
use crate::graph::{ConfigNode, resource_provider};
use crate::object::Object;
use crate::plan::Mode;

impl Run<'_> {
    /// Visits an object of the configuration.
    pub(crate) async fn visit(&self, node: &ConfigNode) -> Result<(), Failed> {
        let selection = self.selection.as_ref();
        let is_condition = matches!(node, ConfigNode::Validation(..) | ConfigNode::Check(..));
        if selection.is_some_and(|it| !it.visits(node)) || is_condition && !self.has_checks() {
            return Ok(());
        }
        match node {
            ConfigNode::ModuleExpand(module) => self.expand_module(module).await,
            ConfigNode::Variable(module, name) => self.variable(module, name).await,
            ConfigNode::Validation(module, name) => self.validation(module, name).await,
            ConfigNode::Local(module, name) => self.local(module, name).await,
            ConfigNode::Output(module, name) => self.output(module, name).await,
            ConfigNode::Check(module, name) => self.check(module, name).await,
            ConfigNode::Resource(resource) => self.visit_resource(resource).await,
            ConfigNode::Triggers(resource) => self.visit_triggers(resource).await,
            // Providers are started by the first object that needs them.
            ConfigNode::ModuleClose(_) | ConfigNode::Provider(_) => Ok(()),
        }
    }

    async fn visit_triggers(&self, resource: &ConfigResource) -> Result<(), Failed> {
        if self.settings.mode != Mode::Normal {
            return Ok(());
        }
        if self.is_apply() {
            self.invoke_triggers(resource, false).await
        } else {
            self.plan_triggers(resource).await
        }
    }

    async fn visit_resource(&self, address: &ConfigResource) -> Result<(), Failed> {
        let module = self.config.module(&address.module);
        let Some(module) = module else {
            return Ok(());
        };
        let Some((resource, check)) = module.resource(&address.resource) else {
            return Ok(());
        };
        let has_conditions = !resource.lifecycle.preconditions.is_empty()
            || !resource.lifecycle.postconditions.is_empty();
        if has_conditions && !self.is_destruction() {
            lock(&self.checks).declare("resource", &address.to_string());
        }
        let mut all: Vec<(ResourceInstance, Place)> = Vec::new();
        let instances = lock(&self.values).instances_of(&address.module);
        for module in instances {
            let instances = self.expand(address, &module, resource).await?;
            all.extend(
                instances
                    .into_iter()
                    .map(|(instance, place)| (instance, place.in_check(check))),
            );
        }
        if self.settings.mode == Mode::Normal && !self.is_apply() {
            self.evaluate_imports(address).await?;
        }
        if all.is_empty() {
            return Ok(());
        }
        let provider = resource_provider(self.config, module, resource);
        let running = self.provider(&provider).await?;
        let schema = self.schema(&running, &address.resource, address)?;
        let configuration = Configuration {
            resource,
            check,
            provider,
            running,
            schema,
        };
        let visits = all.into_iter().map(|(instance, place)| {
            let configuration = &configuration;
            async move { self.visit_instance(configuration, &instance, place).await }
        });
        let results: Vec<Result<(), Failed>> = stream::iter(visits)
            .buffer_unordered(crate::walk::PARALLELISM)
            .collect()
            .await;
        results.into_iter().collect()
    }

    /// Finds the instances of a resource in an instance of its module.
    async fn expand(
        &self,
        address: &ConfigResource,
        module: &ModuleInstance,
        resource: &crate::config::Resource,
    ) -> Result<Vec<(ResourceInstance, Place)>, Failed> {
        let absolute = AbsoluteResource {
            module: module.clone(),
            resource: address.resource.clone(),
        };
        let place = Place::new(module).of(&absolute);
        let expansion = self.expansion(&place, &resource.meta).await?;
        let keys = expansion.keys().into_iter();
        let all = keys
            .map(|key| {
                let repetition = expansion.repetition(key.as_ref());
                let instance = absolute.clone().instance(key);
                let place = Place::new(module).of(&instance).with(repetition);
                (instance, place)
            })
            .collect();
        lock(&self.values)
            .resources
            .insert(absolute.clone(), expansion);
        if address.resource.mode == ResourceMode::Data && !self.is_apply() {
            // The state never tells the value of a data source.
            let mut state = lock(&self.state);
            let old = state.resource(&absolute).cloned();
            for key in old.iter().flat_map(|old| old.instances.keys()) {
                let provider = &old.as_ref().map(|old| old.provider.clone());
                let instance = absolute.clone().instance(key.clone());
                if let Some(provider) = provider.as_ref().filter(|_| self.includes(&instance)) {
                    state.set_current(&instance, provider, None);
                }
            }
        }
        Ok(all)
    }

    async fn visit_instance(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: Place,
    ) -> Result<(), Failed> {
        let Ok(_permit) = self.permits.acquire().await else {
            return Err(Failed);
        };
        if self.stop.is_stopped() {
            let report = Report::error("Execution halted", "The run was stopped before this step.");
            return Err(self.fail(report.of(address)));
        }
        if !self.includes(address) {
            return self.known_object(configuration, address).await;
        }
        match (configuration.resource.address.mode, self.settings.mode) {
            (ResourceMode::Ephemeral, _) => self.open(configuration, address, place).await,
            (ResourceMode::Action, _) if self.is_apply() => Ok(()),
            (ResourceMode::Action, _) => self.validate_action(configuration, address, &place).await,
            (ResourceMode::Data, Mode::Destroy) if self.is_apply() => Ok(()),
            (ResourceMode::Data, _) if self.is_apply() => match self.change(address) {
                Some(_) => self.visit_data(configuration, address, place).await,
                None => self.known_object(configuration, address).await,
            },
            (ResourceMode::Data, _) => self.visit_data(configuration, address, place).await,
            (ResourceMode::Managed, Mode::Normal | Mode::RefreshOnly) if !self.is_apply() => {
                self.plan_managed(configuration, address, place).await
            }
            (ResourceMode::Managed, Mode::Normal) => {
                self.apply_managed(configuration, address, place).await
            }
            (ResourceMode::Managed, Mode::Destroy | Mode::RefreshOnly) => {
                self.known_object(configuration, address).await
            }
        }
    }

    /// Makes the object of the state visible. In a destroy plan it is read first, by the plan of its destruction.
    async fn known_object(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
    ) -> Result<(), Failed> {
        let Configuration {
            running, schema, ..
        } = configuration;
        let stored = lock(&self.state)
            .instance(address)
            .and_then(|it| it.current.clone());
        let value = match stored {
            Some(stored) => {
                let object = match address.resource.resource.mode {
                    ResourceMode::Managed => {
                        self.upgrade(running, schema, address, &stored).await?
                    }
                    // Data sources have no upgrades: the plan has read the object. Others are not stored.
                    ResourceMode::Data | ResourceMode::Ephemeral | ResourceMode::Action => Object {
                        sensitive: stored.sensitive_attributes.clone().unwrap_or_default(),
                        ..Object::new(
                            self.stored_value(&configuration.provider, address, &stored)
                                .1,
                        )
                    },
                };
                schema.expression(&object)
            }
            None => terrane_hcl::value::Value::unknown(schema.ty.clone()),
        };
        lock(&self.values).instances.insert(address.clone(), value);
        Ok(())
    }
}
