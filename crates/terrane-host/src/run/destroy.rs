//! Destroying objects, and what a plan does at its end.

use terrane_protocol::{ApplyResourceChangeRequest, DynamicValue};
use terrane_value::{Type, Value};

use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::{ProviderConfig, ResourceInstance, ResourceMode};
use crate::diagnostics::{Report, of_provider};
use crate::object::Object;
use crate::plan::{Action, ChangeKey, Mode};
use crate::state;

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
        let change = lock(&self.changes).get(key).cloned();
        let Some(change) = change else {
            return Ok(());
        };
        let deposed = match change.action {
            Action::CreateThenDelete => match lock(&self.deposed).get(address) {
                Some(key) => Some(key.clone()),
                None => return Ok(()),
            },
            _ => key.deposed.clone(),
        };
        let set = |object: Option<state::Object>| {
            let mut state = lock(&self.state);
            match &deposed {
                Some(key) => state.set_deposed(address, &change.provider, key, object),
                None => state.set_current(address, &change.provider, object),
            }
            drop(state);
            self.changed();
        };
        if change.action == Action::Forget {
            set(None);
            return Ok(());
        }
        let instance = lock(&self.state).instance(address).cloned();
        let stored = instance.and_then(|instance| match &deposed {
            Some(key) => instance.deposed.get(key).cloned(),
            None => instance.current,
        });
        let Some(stored) = stored else {
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
            deposed: deposed.clone(),
            action: Action::Delete,
            id: ObjectId::of(&object.value, &object.sensitive),
        });
        if deposed.is_none() && !object.is_tainted {
            let value = schema.expression(&object);
            let provisioned = self.provision_destroyed(address, value).await;
            if provisioned.is_err() {
                (self.events)(Event::Finished {
                    address: address.to_string(),
                    deposed: None,
                    action: Action::Delete,
                    success: false,
                    id: None,
                });
                return provisioned;
            }
        }
        let response = running.provider.apply_resource_change(request).await;
        let result = response.map_err(|error| self.no_answer(address, &error));
        let result = result.and_then(|response| {
            let reported = self.report_all(of_provider(response.diagnostics, address, None));
            let value = self.decoded(&response.new_state, &schema.ty, address, "destruction")?;
            if value.is_null() {
                if reported.is_ok() {
                    set(None);
                }
                return reported;
            }
            let kept = Object {
                sensitive: schema.sensitive(&value, &object.sensitive),
                value,
                private: response.private,
                ..object.clone()
            };
            let kept = schema.to_state(&kept).map_err(|error| {
                self.fail(Report::error("Object cannot be stored", error).of(address))
            })?;
            set(Some(kept));
            reported?;
            let detail = format!("The provider reported no error, but {address} still exists. This is a bug in the provider, which should be reported to its developers.");
            let summary = "Provider returned invalid result object after apply";
            Err(self.fail(Report::error(summary, detail).of(address)))
        });
        (self.events)(Event::Finished {
            address: address.to_string(),
            deposed: deposed.clone(),
            action: Action::Delete,
            success: result.is_ok(),
            id: None,
        });
        result
    }

    /// Removes data sources that the configuration does not have from the state, and all of them in a destroy plan.
    pub(crate) fn forget_data(&self) {
        let values = lock(&self.values);
        let mut state = lock(&self.state);
        let is_destroy = self.settings.mode == Mode::Destroy;
        state.resources.retain(|_, resource| {
            let mut keys = resource.instances.keys();
            let is_selected = keys.any(|key| {
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
