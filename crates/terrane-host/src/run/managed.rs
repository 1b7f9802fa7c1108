//! Planning of the instances of a managed resource.

use std::sync::Arc;

use terrane_hcl::Span;
use terrane_hcl::syntax;
use terrane_hcl::syntax::ast::{Expression, TraversalStepKind};
use terrane_value::{Path, Step, Text, Value};

use super::replan::Instance;
use super::{Failed, Run, Running, lock};
use crate::address::{
    ConfigResource, InstanceKey, ModuleInstance, ProviderConfig, Resource, ResourceInstance,
};
use crate::config;
use crate::diagnostics::Report;
use crate::evaluate::Place;
use crate::object::{Object, ResourceSchema};
use crate::plan::{Action, ChangeKey, Mode, Reason, ResourceChange};

/// A resource of the configuration in a run, with its provider.
pub(crate) struct Configuration<'r> {
    pub(crate) resource: &'r config::Resource,
    /// The `check` block of a data source in one.
    pub(crate) check: Option<&'r Text>,
    pub(crate) provider: ProviderConfig,
    pub(crate) running: Arc<Running>,
    pub(crate) schema: Arc<ResourceSchema>,
}

impl Run<'_> {
    /// Plans an instance, and makes its planned value visible.
    pub(crate) async fn plan_managed(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: Place,
    ) -> Result<(), Failed> {
        let Configuration {
            resource,
            provider,
            running,
            schema,
            ..
        } = configuration;
        let config_address = address.resource.config();
        let create_first = self.create_first.contains(&config_address);
        let dependencies = self.dependencies_of(&config_address);
        let (found, importing) = self.stored_or_imported(configuration, address).await?;
        let unread = found.map(|object| Object {
            create_before_destroy: create_first,
            ..object
        });
        let object = if self.settings.refresh {
            let is_read = importing.is_some();
            self.refreshed(configuration, address, unread, is_read, &dependencies)
                .await?
        } else {
            unread
        };
        self.store(schema, address, provider, object.as_ref())?;
        if self.settings.mode == Mode::RefreshOnly {
            let value = match &object {
                Some(object) => schema.expression(object),
                None => terrane_hcl::value::Value::unknown(schema.ty.clone()),
            };
            lock(&self.values).instances.insert(address.clone(), value);
            return Ok(());
        }
        let only_warns = self.settings.mode == Mode::Destroy;
        self.preconditions(resource, address, &place, only_warns)
            .await?;
        let forced = self.forced_replacement(resource, address)?;
        let instance = Instance {
            address,
            resource,
            running,
            schema,
            place: place.clone(),
            create_before_destroy: create_first,
        };
        let planned = self
            .plan_instance(&instance, object.as_ref(), forced)
            .await?;
        self.check_prevent_destroy(resource, address, planned.action)?;
        if planned.action == Action::NoOp
            && let Some(object) = object
        {
            let kept = Object {
                dependencies: dependencies.clone(),
                ..object
            };
            self.store(schema, address, provider, Some(&kept))?;
        }
        let value = schema.expression(&Object {
            sensitive: planned.after_sensitive.clone(),
            ..Object::new(planned.after.clone())
        });
        self.add_change(ResourceChange {
            previous_address: self.moved.get(address).cloned(),
            importing,
            dependencies,
            ..planned.into_change(&instance, provider)
        });
        self.show(resource, address, &place, value).await
    }

    /// Returns the upgraded object of the state, or else the one that an `import` block names, with the id of the import.
    async fn stored_or_imported(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
    ) -> Result<(Option<Object>, Option<String>), Failed> {
        let Configuration {
            provider,
            running,
            schema,
            ..
        } = configuration;
        let instance = lock(&self.state).instance(address).cloned();
        if let Some(stored) = instance.and_then(|instance| instance.current) {
            let upgraded = self.upgrade(running, schema, address, &stored).await?;
            self.remember_previous(schema, address, provider, &upgraded)?;
            return Ok((Some(upgraded), None));
        }
        let Some(target) = self.import_target(address) else {
            return Ok((None, None));
        };
        let imported = self.import(configuration, address, &target).await?;
        Ok((Some(imported), Some(target.id.unwrap_or_default())))
    }

    /// Reads an object, unless its import has read it, and adds the dependencies of its resource.
    async fn refreshed(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        object: Option<Object>,
        is_read: bool,
        dependencies: &[String],
    ) -> Result<Option<Object>, Failed> {
        let Configuration {
            running, schema, ..
        } = configuration;
        let present = match object {
            Some(object) if !is_read => self.refresh(running, schema, address, object).await?,
            imported => imported,
        };
        Ok(present.map(|mut object| {
            object.dependencies.extend_from_slice(dependencies);
            object.dependencies.sort();
            object.dependencies.dedup();
            object
        }))
    }

    pub(crate) fn add_change(&self, change: ResourceChange) {
        lock(&self.changes).insert(change.key(), change);
    }

    /// Returns the addresses on which a resource depends, as states have them.
    pub(crate) fn dependencies_of(&self, resource: &ConfigResource) -> Vec<String> {
        let resources = self.dependencies.get(resource).into_iter().flatten();
        let mut addresses: Vec<String> = resources.map(ToString::to_string).collect();
        addresses.sort();
        addresses
    }

    /// Stores the current object of an instance in the state of the run.
    pub(crate) fn store(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        object: Option<&Object>,
    ) -> Result<(), Failed> {
        let encoded = object.map(|object| schema.to_state(object)).transpose();
        let stored = encoded.map_err(|error| {
            let detail = format!("The object cannot be stored: {error}.");
            self.fail(Report::error("Object cannot be stored", detail).of(address))
        })?;
        lock(&self.state).set_current(address, provider, stored);
        Ok(())
    }

    /// Stores an upgraded object, so that an upgrade counts as no change by others.
    pub(crate) fn remember_previous(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        object: &Object,
    ) -> Result<(), Failed> {
        let stored = schema.to_state(object).map_err(|error| {
            self.fail(Report::error("Object cannot be stored", error).of(address))
        })?;
        let mut previous = lock(&self.previous);
        previous.set_current(address, provider, Some(stored));
        Ok(())
    }

    /// Refuses to destroy an object that must stay.
    fn check_prevent_destroy(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
        action: Action,
    ) -> Result<(), Failed> {
        if !resource.lifecycle.prevent_destroy || !action.is_replace() && action != Action::Delete {
            return Ok(());
        }
        let detail = format!(
            "The plan would destroy {address}, but its `lifecycle` block has `prevent_destroy`. Remove the argument, or change the configuration so that \
             the object stays."
        );
        let report = Report::error("Instance cannot be destroyed", detail);
        Err(self.fail(report.at(resource.span).of(address)))
    }

    /// Refuses to destroy the objects of a destroy plan that must stay.
    pub(crate) fn check_kept(&self, address: &ResourceInstance) -> Result<(), Failed> {
        let resource = self.config_resource(&address.resource.config());
        match resource {
            Some(resource) => self.check_prevent_destroy(resource, address, Action::Delete),
            None => Ok(()),
        }
    }

    pub(crate) fn config_resource(&self, address: &ConfigResource) -> Option<&config::Resource> {
        self.config
            .module(&address.module)?
            .resources
            .get(&address.resource)
    }

    pub(crate) async fn preconditions(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
        place: &Place,
        only_warns: bool,
    ) -> Result<(), Failed> {
        let object = address.resource.config().to_string();
        self.conditions(
            ("resource", &object),
            place,
            &resource.lifecycle.preconditions,
            "Resource precondition failed",
            only_warns,
        )
        .await
    }

    /// Makes the value of an instance visible to expressions, and checks its postconditions.
    pub(crate) async fn show(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
        place: &Place,
        value: terrane_hcl::value::Value,
    ) -> Result<(), Failed> {
        lock(&self.values)
            .instances
            .insert(address.clone(), value.clone());
        self.postconditions(resource, address, place, value).await
    }

    async fn postconditions(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
        place: &Place,
        value: terrane_hcl::value::Value,
    ) -> Result<(), Failed> {
        let object = address.resource.config().to_string();
        let place_with_self = place.clone().with(vec![("self".into(), value)]);
        self.conditions(
            ("resource", &object),
            &place_with_self,
            &resource.lifecycle.postconditions,
            "Resource postcondition failed",
            false,
        )
        .await
    }

    /// Returns why an object is replaced in any case.
    fn forced_replacement(
        &self,
        resource: &config::Resource,
        address: &ResourceInstance,
    ) -> Result<Option<Reason>, Failed> {
        if self.settings.replace.contains(address) {
            return Ok(Some(Reason::ReplaceByRequest));
        }
        for trigger in &resource.lifecycle.replace_triggered_by {
            if self.triggers(trigger, &address.resource.module)? {
                return Ok(Some(Reason::ReplaceByTriggers));
            }
        }
        Ok(None)
    }

    /// Returns whether what a `replace_triggered_by` refers to changes.
    fn triggers(&self, trigger: &Expression, module: &ModuleInstance) -> Result<bool, Failed> {
        let unsupported = |span: Span| {
            let detail = "This host supports references such as `t.name`, `t.name[0]` and `t.name.attribute` here. Write the key of the instance as a constant.";
            self.fail(Report::error("Invalid replace_triggered_by expression", detail).at(span))
        };
        let Ok(traversal) = syntax::traversal(trigger) else {
            return Err(unsupported(trigger.span));
        };
        let Some(crate::graph::Reference::Resource(resource)) =
            crate::graph::Reference::of(&traversal)
        else {
            return Err(unsupported(trigger.span));
        };
        let prefix = usize::from(traversal.root.name == *"resource");
        let mut steps = traversal.steps.iter().skip(1 + prefix).peekable();
        let key = steps.peek().and_then(|step| match &step.kind {
            TraversalStepKind::NumberIndex(index) => {
                let index = index.to_usize().and_then(|it| u64::try_from(it).ok());
                index.map(InstanceKey::Number)
            }
            TraversalStepKind::StringIndex(key) => Some(InstanceKey::String(key.clone())),
            TraversalStepKind::Attribute(_) => None,
        });
        if key.is_some() {
            steps.next();
        }
        let path: Path = steps
            .map(|step| match &step.kind {
                TraversalStepKind::Attribute(name) => Step::Attribute(name.clone()),
                TraversalStepKind::StringIndex(key) => Step::Key(key.clone()),
                TraversalStepKind::NumberIndex(index) => {
                    Step::Index(index.to_usize().unwrap_or(usize::MAX))
                }
            })
            .collect();
        Ok(self.is_changed(module, &resource, key.as_ref(), &path))
    }

    fn is_changed(
        &self,
        module: &ModuleInstance,
        resource: &Resource,
        key: Option<&InstanceKey>,
        path: &Path,
    ) -> bool {
        let changes = lock(&self.changes);
        let mut of_trigger = changes.values().filter(|change| {
            let address = &change.address;
            address.resource.module == *module
                && address.resource.resource == *resource
                && (key.is_none() || address.key.as_ref() == key)
        });
        let part = |value: &Value| value.at(path).cloned();
        of_trigger.any(|change| {
            let is_change = change.action == Action::Update || change.action.is_replace();
            is_change && (path.is_root() || part(&change.before) != part(&change.after))
        })
    }

    /// Returns the planned change of a current object.
    pub(crate) fn change(&self, address: &ResourceInstance) -> Option<ResourceChange> {
        let key = ChangeKey {
            address: address.clone(),
            deposed: None,
        };
        lock(&self.changes).get(&key).cloned()
    }
}
