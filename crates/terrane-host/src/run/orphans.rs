//! Objects that are destroyed: without a configuration, left over from a replacement, or in a destroy plan.

use terrane_protocol::{DynamicValue, Opaque, PlanResourceChangeRequest};
use terrane_value::Value;

use super::provider::CAPABILITIES;
use super::{Failed, Run, Running, lock};
use crate::address::{ConfigResource, ProviderConfig, ResourceInstance, ResourceMode, Target};
use crate::config::Removed;
use crate::diagnostics::{Report, of_provider};
use crate::graph::ConfigNode;
use crate::object::{Object, ResourceSchema};
use crate::plan::decide::{Repetition, orphan_reason};
use crate::plan::{Action, Mode, Reason, ResourceChange};
use crate::state;

/// An object of the state that a plan destroys.
struct Doomed {
    address: ResourceInstance,
    provider: ProviderConfig,
    deposed: Option<String>,
    stored: state::Object,
}

impl Run<'_> {
    /// Plans the destruction of all objects that the configuration does not have, or of all objects.
    pub(crate) async fn plan_orphans(&self) -> Result<(), Failed> {
        let doomed = self.doomed();
        let mut result = Ok(());
        for object in doomed {
            let Ok(_permit) = self.permits.acquire().await else {
                return Err(Failed);
            };
            result = result.and(self.plan_doomed(object).await);
        }
        result
    }

    fn doomed(&self) -> Vec<Doomed> {
        let state = lock(&self.state).clone();
        let is_destroy = self.settings.mode == Mode::Destroy;
        let mut doomed = Vec::new();
        for resource in state.resources.values() {
            if resource.address.resource.mode == ResourceMode::Data {
                continue;
            }
            for (key, instance) in &resource.instances {
                let address = resource.address.clone().instance(key.clone());
                let object = |deposed: Option<&String>, stored: &state::Object| Doomed {
                    address: address.clone(),
                    provider: resource.provider.clone(),
                    deposed: deposed.cloned(),
                    stored: stored.clone(),
                };
                let current = instance.current.iter();
                let is_current = if is_destroy {
                    self.destroys(&address)
                } else {
                    self.is_orphan(&address)
                };
                doomed.extend(
                    current
                        .filter(|_| is_current)
                        .map(|stored| object(None, stored)),
                );
                let is_deposed = if is_destroy {
                    self.destroys(&address)
                } else {
                    let selection = self.selection.as_ref();
                    selection.is_none_or(|it| it.contains(&address))
                };
                let deposed = instance.deposed.iter().filter(|_| is_deposed);
                doomed.extend(deposed.map(|(key, stored)| object(Some(key), stored)));
            }
        }
        doomed
    }

    /// Returns whether a destroy plan destroys an instance.
    fn destroys(&self, address: &ResourceInstance) -> bool {
        let selection = self.selection.as_ref();
        selection.is_none_or(|it| it.destroys(address))
    }

    /// Returns whether an instance of the run is not configured. Where an instance of a module is gone, a target that has another instance of the
    /// module selects it as well, as in Terraform.
    fn is_orphan(&self, address: &ResourceInstance) -> bool {
        let Some(selection) = &self.selection else {
            return !self.is_configured(address);
        };
        let config = address.resource.config();
        let is_visited = selection.visits(&ConfigNode::Resource(config.clone()));
        let modules = lock(&self.values).instances_of(&config.module);
        let is_gone = is_visited && !modules.contains(&address.resource.module);
        (is_gone || selection.includes(address)) && !self.is_configured(address)
    }

    /// Returns whether the configuration has an instance. A resource whose expansion failed counts as present.
    fn is_configured(&self, address: &ResourceInstance) -> bool {
        let values = lock(&self.values);
        match values.resources.get(&address.resource) {
            Some(expansion) => expansion.keys().contains(&address.key),
            None => {
                let config = address.resource.config();
                let is_expanded = values
                    .instances_of(&config.module)
                    .contains(&address.resource.module);
                is_expanded && self.config_resource(&config).is_some()
            }
        }
    }

    fn reason(&self, address: &ResourceInstance) -> Reason {
        let config = address.resource.config();
        let Some(resource) = self.config_resource(&config) else {
            return if self.moved.contains_key(address) {
                Reason::DeleteBecauseNoMoveTarget
            } else {
                Reason::DeleteBecauseNoResourceConfig
            };
        };
        let instances = lock(&self.values).instances_of(&config.module);
        if !instances.contains(&address.resource.module) {
            return Reason::DeleteBecauseNoModule;
        }
        let repetition = match (&resource.meta.count, &resource.meta.for_each) {
            (Some(_), _) => Repetition::Count,
            (None, Some(_)) => Repetition::ForEach,
            (None, None) => Repetition::None,
        };
        orphan_reason(address.key.as_ref(), repetition)
    }

    /// Returns whether a `removed` block forgets the objects of a resource.
    fn is_forgotten(&self, config: &ConfigResource) -> bool {
        self.removals(config).any(|removed| !removed.destroy)
    }

    /// Finds the `removed` blocks of a resource.
    pub(crate) fn removals(&self, config: &ConfigResource) -> impl Iterator<Item = &Removed> {
        let modules = self.config.modules().into_iter();
        modules.flat_map(move |module| {
            let absolute = |inner: &crate::address::Module| {
                let mut names = module.address.0.clone();
                names.extend(inner.0.iter().cloned());
                names
            };
            let removed = module.removed.iter();
            removed.filter(move |removed| match &removed.from {
                Target::Resource(resource) => {
                    let inner = resource.resource.module.module();
                    resource.resource.resource == config.resource
                        && absolute(&inner) == config.module.0
                }
                Target::Module(inner) => config.module.0.starts_with(&absolute(&inner.module())),
            })
        })
    }

    async fn plan_doomed(&self, doomed: Doomed) -> Result<(), Failed> {
        let Doomed {
            address,
            provider,
            deposed,
            stored,
        } = doomed;
        let running = self.provider(&provider).await?;
        let schema = self.schema(&running, &address.resource.resource, &address)?;
        let mut object = self.upgrade(&running, &schema, &address, &stored).await?;
        if deposed.is_none() {
            self.remember_previous(&schema, &address, &provider, &object)?;
        }
        let is_forgotten = self.config_resource(&address.resource.config()).is_none()
            && self.is_forgotten(&address.resource.config());
        let is_read = !is_forgotten || self.settings.mode == Mode::RefreshOnly;
        if self.settings.refresh && is_read && self.includes(&address) {
            match self.refresh(&running, &schema, &address, object).await? {
                Some(present) => object = present,
                None => {
                    return self.store_doomed(
                        &schema,
                        &address,
                        &provider,
                        deposed.as_deref(),
                        None,
                    );
                }
            }
        }
        self.store_doomed(
            &schema,
            &address,
            &provider,
            deposed.as_deref(),
            Some(&object),
        )?;
        if self.settings.mode == Mode::RefreshOnly {
            return Ok(());
        }
        let is_current = deposed.is_none();
        let is_destroy = self.settings.mode == Mode::Destroy;
        if is_current && is_destroy {
            self.check_kept(&address)?;
        }
        let reason = (is_current && !is_destroy).then(|| self.reason(&address));
        let (action, private) = if is_forgotten {
            (Action::Forget, Opaque::default())
        } else {
            let private = self
                .plan_destroy(&running, &schema, &address, &object)
                .await?;
            (Action::Delete, private)
        };
        self.add_change(ResourceChange {
            previous_address: self.moved.get(&address).cloned(),
            address,
            deposed,
            provider,
            action,
            reason,
            before: object.value,
            after: Value::Null,
            ty: schema.ty.clone(),
            before_sensitive: object.sensitive,
            after_sensitive: Vec::new(),
            replace_paths: Vec::new(),
            importing: None,
            private,
            dependencies: object.dependencies,
        });
        Ok(())
    }

    fn store_doomed(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        deposed: Option<&str>,
        object: Option<&Object>,
    ) -> Result<(), Failed> {
        let Some(key) = deposed else {
            return self.store(schema, address, provider, object);
        };
        let encoded = object.map(|object| schema.to_state(object)).transpose();
        let stored = encoded.map_err(|error| {
            self.fail(Report::error("Object cannot be stored", error).of(address))
        })?;
        lock(&self.state).set_deposed(address, provider, key, stored);
        Ok(())
    }

    /// Asks the provider about a destruction, if it wants to know. Returns the private data for the apply.
    pub(crate) async fn plan_destroy(
        &self,
        running: &Running,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        object: &Object,
    ) -> Result<Opaque, Failed> {
        if !running.schemas.server_capabilities.plan_destroy {
            return Ok(object.private.clone());
        }
        let null = DynamicValue::encode(&Value::Null, &schema.ty).unwrap_or_default();
        let request = PlanResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(&object.value, &schema.ty, address)?,
            proposed_new_state: null.clone(),
            config: null,
            prior_private: object.private.clone(),
            client_capabilities: CAPABILITIES,
            prior_identity: self.encoded_identity(schema, address, object.identity.as_ref())?,
            ..PlanResourceChangeRequest::default()
        };
        let response = self
            .answer(address, running.provider.plan_resource_change(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, address, None))?;
        if response.deferred.is_some() {
            return Err(self.deferred(address));
        }
        if !response.planned_state.is_null() {
            let problem = "The provider has planned an object for a destruction.";
            return Err(self.provider_bug(address, "Provider produced invalid plan", problem));
        }
        Ok(response.planned_private)
    }
}
