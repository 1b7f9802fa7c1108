//! Destroying objects, and what a plan does at its end.

use terrane_protocol::{ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue};
use terrane_value::{Type, Value};

use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::{ProviderConfig, ResourceInstance, ResourceMode};
use crate::diagnostics::{Report, of_provider};
use crate::object::{Object, ResourceSchema};
use crate::plan::{Action, ChangeKey, Mode, ResourceChange};
use crate::state;

/// An object of the state that a change destroys.
struct DestroyedObject<'d> {
    address: &'d ResourceInstance,
    provider: &'d ProviderConfig,
    /// The key of a deposed object.
    deposed: Option<String>,
}

impl Run<'_> {
    /// Destroys or forgets the object of a change. That of a replacement with the new object first has been deposed.
    pub(crate) async fn destroy(&self, key: &ChangeKey) -> Result<(), Failed> {
        let Ok(_permit) = self.permits.acquire().await else {
            return Err(Failed);
        };
        let address = &key.address;
        if self.stop.is_stopped() {
            let report = Report::error("Execution halted", "The run was stopped before this step.");
            return Err(self.fail(report.of(address)));
        }
        let Some(change) = lock(&self.changes).get(key).cloned() else {
            return Ok(());
        };
        let Some(deposed) = self.deposed_key(key, &change) else {
            return Ok(());
        };
        let destroyed = DestroyedObject {
            address,
            provider: &change.provider,
            deposed,
        };
        if change.action == Action::Forget {
            self.replace_destroyed(&destroyed, None);
            return Ok(());
        }
        let Some(stored) = self.stored_object(&destroyed) else {
            return Ok(());
        };
        let running = self.provider(&change.provider).await?;
        let schema = self.schema(&running, &address.resource.resource, address)?;
        let object = self.upgrade(&running, &schema, address, &stored).await?;
        let null = DynamicValue::encode(&Value::Null, &schema.ty).unwrap_or_default();
        let request = ApplyResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(&object.value, &schema.ty, address)?,
            planned_state: null.clone(),
            config: null,
            planned_private: change.private.clone(),
            provider_meta: DynamicValue::default(),
            planned_identity: self.encoded_identity(&schema, address, object.identity.as_ref())?,
        };
        (self.events)(Event::Started {
            address: address.to_string(),
            deposed: destroyed.deposed.clone(),
            action: Action::Delete,
            id: ObjectId::of(&object.value, &object.sensitive),
        });
        let has_provisioners = destroyed.deposed.is_none() && !object.is_tainted;
        let provisioned = if has_provisioners {
            let value = schema.expression(&object);
            self.provision_destroyed(address, value).await
        } else {
            Ok(())
        };
        let result = match provisioned {
            Ok(()) => {
                let call = running.provider.apply_resource_change(request);
                let answer = self.answer(address, call).await;
                answer.and_then(|answer| self.store_destroyed(&destroyed, &schema, object, answer))
            }
            Err(failed) => Err(failed),
        };
        (self.events)(Event::Finished {
            address: address.to_string(),
            deposed: destroyed.deposed,
            action: Action::Delete,
            success: result.is_ok(),
            id: None,
        });
        result
    }

    /// Returns the key of the deposed object that a change destroys, or no key for the current object. Nothing is returned if the object of a
    /// replacement was not deposed.
    fn deposed_key(&self, key: &ChangeKey, change: &ResourceChange) -> Option<Option<String>> {
        match change.action {
            Action::CreateThenDelete => lock(&self.deposed).get(&key.address).cloned().map(Some),
            _ => Some(key.deposed.clone()),
        }
    }

    fn stored_object(&self, destroyed: &DestroyedObject<'_>) -> Option<state::Object> {
        let instance = lock(&self.state).instance(destroyed.address).cloned()?;
        match &destroyed.deposed {
            Some(key) => instance.deposed.get(key).cloned(),
            None => instance.current,
        }
    }

    /// Stores another object in place of a destroyed one, or removes it.
    fn replace_destroyed(&self, destroyed: &DestroyedObject<'_>, object: Option<state::Object>) {
        let DestroyedObject {
            address, provider, ..
        } = destroyed;
        let mut state = lock(&self.state);
        match &destroyed.deposed {
            Some(key) => state.set_deposed(address, provider, key, object),
            None => state.set_current(address, provider, object),
        }
        drop(state);
        self.changed();
    }

    /// Stores what the provider has left of an object. Anything but null is an error.
    fn store_destroyed(
        &self,
        destroyed: &DestroyedObject<'_>,
        schema: &ResourceSchema,
        object: Object,
        answer: ApplyResourceChangeResponse,
    ) -> Result<(), Failed> {
        let address = destroyed.address;
        let reported = self.report_all(of_provider(answer.diagnostics, address, None));
        let value = self.decoded(&answer.new_state, &schema.ty, address, "destruction")?;
        if value.is_null() {
            if reported.is_ok() {
                self.replace_destroyed(destroyed, None);
            }
            return reported;
        }
        let kept = Object {
            sensitive: schema.sensitive(&value, &object.sensitive),
            value,
            private: answer.private,
            ..object
        };
        let stored = schema.to_state(&kept).map_err(|error| {
            self.fail(Report::error("Object cannot be stored", error).of(address))
        })?;
        self.replace_destroyed(destroyed, Some(stored));
        reported?;
        let summary = "Provider returned invalid result object after apply";
        let problem = format!("The provider reported no error, but {address} still exists.");
        Err(self.provider_bug(address, summary, problem))
    }

    /// Removes data sources that the configuration does not have from the state, and all of them in a destroy plan.
    pub(crate) fn forget_data(&self) {
        let values = lock(&self.values);
        let mut state = lock(&self.state);
        let is_destroy = self.settings.mode == Mode::Destroy;
        state.resources.retain(|_, resource| {
            let is_selected = resource.instances.keys().any(|key| {
                let address = resource.address.clone().instance(key.clone());
                self.includes(&address)
            });
            if resource.address.resource.mode != ResourceMode::Data || !is_selected {
                return true;
            }
            let Some(expansion) = values
                .resources
                .get(&resource.address)
                .filter(|_| !is_destroy)
            else {
                return false;
            };
            let keys = expansion.keys();
            resource.instances.retain(|key, _| keys.contains(key));
            !resource.instances.is_empty()
        });
    }

    /// Warns about replacements by request of instances that are not replaced.
    pub(crate) fn check_replaced(&self) {
        for address in &self.settings.replace {
            let change = self.change(address);
            if !change.is_some_and(|change| change.action.is_replace()) {
                let detail = format!(
                    "The plan does not replace {address}, because there is no such instance, or it does not exist yet."
                );
                self.report(Report::warning(
                    "Incompletely-matched force-replace resource instance",
                    detail,
                ));
            }
        }
    }

    /// Decodes an object of the state, and returns it with its type. It is null if its provider is not running.
    pub(crate) fn stored_value(
        &self,
        provider: &ProviderConfig,
        address: &ResourceInstance,
        stored: &state::Object,
    ) -> (Type, Value) {
        let slot = lock(&self.providers).get(provider).cloned();
        let running = slot.and_then(|slot| slot.get().cloned()?.ok());
        let resource = &address.resource.resource;
        let schema = running.and_then(|it| it.resource(resource.mode, &resource.type_name));
        match (&stored.attributes, schema) {
            (state::Attributes::Json(json), Some(schema)) => {
                let value = terrane_value::json::decode(json.as_str().as_bytes(), &schema.ty);
                (schema.ty.clone(), value.unwrap_or_default())
            }
            _ => (Type::Dynamic, Value::Null),
        }
    }
}
