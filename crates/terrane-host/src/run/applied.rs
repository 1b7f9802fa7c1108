//! Creating and changing the instances of a managed resource.

use std::sync::atomic::Ordering;

use terrane_protocol::{ApplyResourceChangeRequest, DynamicValue, Opaque};
use terrane_value::Value;

use super::managed::Configuration;
use super::replan::{Instance, Planned};
use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::{ProviderConfig, ResourceInstance};
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::object::Object;
use crate::plan::{Action, ResourceChange};

impl Run<'_> {
    /// Notes that the state has to be written.
    pub(crate) fn changed(&self) {
        self.has_changed.store(true, Ordering::SeqCst);
    }

    /// Carries out the change of an instance, and makes its new object visible.
    pub(crate) async fn apply_managed(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: Place,
    ) -> Result<(), Failed> {
        let Configuration {
            resource, schema, ..
        } = configuration;
        let Some(change) = self.change(address) else {
            let detail = format!(
                "The plan has no change for {address}, which the configuration has now. Plan again."
            );
            let report = Report::error("Instance is not part of the plan", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        };
        self.preconditions(resource, address, &place, false).await?;
        if let Some(import_id) = change.importing.clone() {
            (self.events)(Event::Imported {
                address: address.to_string(),
                import_id,
            });
        }
        let object = if change.action == Action::NoOp {
            self.current(configuration, address).await?
        } else {
            Some(
                self.change_instance(configuration, address, &place, &change)
                    .await?,
            )
        };
        let value = match &object {
            Some(object) => schema.expression(object),
            None => terrane_hcl::value::Value::null(schema.ty.clone()),
        };
        self.show(resource, address, &place, value).await
    }

    /// Returns the current object of the state.
    async fn current(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
    ) -> Result<Option<Object>, Failed> {
        let stored = lock(&self.state)
            .instance(address)
            .and_then(|it| it.current.clone());
        let Some(stored) = stored else {
            return Ok(None);
        };
        let Configuration {
            running, schema, ..
        } = configuration;
        self.upgrade(running, schema, address, &stored)
            .await
            .map(Some)
    }

    async fn change_instance(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: &Place,
        change: &ResourceChange,
    ) -> Result<Object, Failed> {
        if change.action == Action::CreateThenDelete {
            self.depose(address, change);
        }
        let changed = self.try_change(configuration, address, place, change).await;
        if changed.is_err() && change.action == Action::CreateThenDelete {
            self.restore(address, change);
        }
        changed
    }

    async fn try_change(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: &Place,
        change: &ResourceChange,
    ) -> Result<Object, Failed> {
        let Configuration {
            resource,
            provider,
            running,
            schema,
            ..
        } = configuration;
        let object = self.current(configuration, address).await?;
        let instance = Instance {
            address,
            resource,
            running,
            schema,
            place: place.clone(),
            create_before_destroy: self.create_first.contains(&address.resource.config()),
        };
        let planned = self.plan_instance(&instance, object.as_ref(), None).await?;
        self.check_final(&instance, change, &planned)?;
        let make = |value: Value| Object {
            sensitive: schema.sensitive(&value, &planned.config.sensitive),
            dependencies: change.dependencies.clone(),
            create_before_destroy: instance.create_before_destroy,
            ..Object::new(value)
        };
        // With all values known, nothing changes: the state keeps the object.
        if planned.action == Action::NoOp {
            return object.ok_or(Failed);
        }
        if planned.action == Action::Update && planned.before == planned.after {
            let former = object.unwrap_or_else(|| Object::new(Value::Null));
            let id = ObjectId::of(&former.value, &former.sensitive);
            (self.events)(Event::Started {
                address: address.to_string(),
                deposed: None,
                action: Action::Update,
                id: id.clone(),
            });
            let object = Object {
                private: former.private,
                identity: former.identity,
                ..make(former.value)
            };
            self.store(schema, address, provider, Some(&object))?;
            self.changed();
            (self.events)(Event::Finished {
                address: address.to_string(),
                deposed: None,
                action: Action::Update,
                success: true,
                id,
            });
            return Ok(object);
        }
        if !planned.config.value.is_wholly_known() {
            let detail = "The configuration has values that are not known in the apply. This is a bug in this host.";
            let report = Report::error("Configuration contains unknown value", detail);
            return Err(self.fail(report.at(resource.span).of(address)));
        }
        (self.events)(Event::Started {
            address: address.to_string(),
            deposed: None,
            action: planned.action,
            id: object
                .as_ref()
                .and_then(|it| ObjectId::of(&it.value, &it.sensitive)),
        });
        let result = self.call_apply(&instance, object.as_ref(), &planned).await;
        let success = matches!(&result, Ok((_, true)));
        let stored = result.and_then(|(answer, success)| {
            let is_create = planned.action == Action::Create;
            let kept = match answer {
                Some((value, private, identity)) => Some(Object {
                    private,
                    identity: identity.or(planned.identity.clone()),
                    is_tainted: !success && is_create,
                    ..make(value)
                }),
                None => object.clone(),
            };
            self.store(schema, address, provider, kept.as_ref())?;
            self.changed();
            kept.filter(|_| success).ok_or(Failed)
        });
        let stored = match stored {
            Ok(created) if planned.action == Action::Create => {
                self.provision_new(&instance, provider, created).await
            }
            stored => stored,
        };
        (self.events)(Event::Finished {
            address: address.to_string(),
            deposed: None,
            action: planned.action,
            success: success && stored.is_ok(),
            id: stored
                .as_ref()
                .ok()
                .and_then(|it| ObjectId::of(&it.value, &it.sensitive)),
        });
        stored
    }

    /// Runs the provisioners of a new object. If one of them fails, the object is tainted.
    async fn provision_new(
        &self,
        instance: &Instance<'_>,
        provider: &ProviderConfig,
        created: Object,
    ) -> Result<Object, Failed> {
        let Instance {
            address,
            resource,
            schema,
            place,
            ..
        } = instance;
        let value = schema.expression(&created);
        let provisioners = &resource.provisioners;
        let provisioned = self.provision_created(provisioners, address, place, value);
        if provisioned.await.is_ok() {
            return Ok(created);
        }
        let tainted = Object {
            is_tainted: true,
            ..created
        };
        self.store(schema, address, provider, Some(&tainted))?;
        Err(Failed)
    }

    /// Compares the plan with the values that are known now with the plan that was shown.
    fn check_final(
        &self,
        instance: &Instance<'_>,
        change: &ResourceChange,
        planned: &Planned,
    ) -> Result<(), Failed> {
        let address = instance.address;
        let fits = match change.action {
            Action::Update => matches!(planned.action, Action::Update | Action::NoOp),
            _ => planned.action == Action::Create,
        };
        let advice = "This is a bug in the provider, which should be reported to its developers.";
        if !fits {
            let detail = format!(
                "The action for {address} was planned as \"{}\", and with all values known as \"{}\". {advice}",
                change.action, planned.action
            );
            let report = Report::error("Provider produced inconsistent final plan", detail);
            return Err(self.fail(report.of(address)));
        }
        let rules = &instance.schema.rules;
        let findings = rules.check_applied(change.after.as_object(), planned.after.as_object());
        let reports = findings.into_iter().map(|finding| {
            let detail = format!(
                "The plan of {address} with all values known differs from the plan before: {finding}. {advice}"
            );
            Report::error("Provider produced inconsistent final plan", detail).of(address)
        });
        self.report_all(reports.collect())
    }

    /// Calls the provider. Returns the new object unless the old one stays, and whether the call succeeded.
    async fn call_apply(
        &self,
        instance: &Instance<'_>,
        object: Option<&Object>,
        planned: &Planned,
    ) -> Result<(Option<(Value, Opaque, Option<Value>)>, bool), Failed> {
        let Instance {
            address,
            resource,
            schema,
            ..
        } = instance;
        let prior = object.map_or(&Value::Null, |object| &object.value);
        let request = ApplyResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(prior, &schema.ty, address)?,
            planned_state: self.encoded(&planned.after, &schema.ty, address)?,
            config: self.encoded(&planned.config.value, &schema.ty, address)?,
            planned_private: planned.private.clone(),
            provider_meta: DynamicValue::default(),
            planned_identity: self.encoded_identity(schema, address, planned.identity.as_ref())?,
        };
        let response = instance
            .running
            .provider
            .apply_resource_change(request)
            .await;
        let response = match response {
            Ok(response) => response,
            Err(error) => {
                self.no_answer(address, &error);
                return Ok((None, false));
            }
        };
        let at = Some((&resource.body, resource.span));
        let reported = self.report_all(of_provider(response.diagnostics, address, at));
        let mut success = reported.is_ok();
        let Ok(value) = self.decoded(&response.new_state, &schema.ty, address, "apply") else {
            return Ok((None, false));
        };
        if self.write_only_null(instance, &value, "apply").is_err() {
            return Ok((None, false));
        }
        if value.is_null() {
            if success {
                let detail = format!(
                    "The provider returned no object for {address}. This is a bug in the provider, which should be reported to its developers."
                );
                self.fail(
                    Report::error("Provider produced inconsistent result after apply", detail)
                        .of(address),
                );
            }
            return Ok((None, false));
        }
        if !value.is_wholly_known() {
            success = false;
            value.walk(|path, part| {
                if part.is_unknown() {
                    let detail = format!("The provider returned an unknown value for `{path}` after the apply. This is a bug in the provider, which should be reported to its developers.");
                    self.fail(Report::error("Provider returned invalid result object after apply", detail).of(address));
                }
                true
            });
        } else if success && !response.legacy_type_system {
            let findings = schema
                .rules
                .check_applied(planned.after.as_object(), value.as_object());
            for finding in findings {
                success = false;
                let detail = format!(
                    "The new object of {address} does not agree with its plan: {finding}. This is a bug in the provider, which should be reported to its developers."
                );
                self.fail(
                    Report::error("Provider produced inconsistent result after apply", detail)
                        .of(address),
                );
            }
        }
        let known = value.transform(|_, part| {
            Ok::<_, Failed>(if part.is_unknown() { Value::Null } else { part })
        })?;
        let identity = self.identity(schema, address, response.new_identity.as_ref());
        let identity = identity.unwrap_or_default();
        Ok((Some((known, response.private, identity)), success))
    }

    /// Makes room for a new object: the old one is deposed under a new key.
    fn depose(&self, address: &ResourceInstance, change: &ResourceChange) {
        let mut state = lock(&self.state);
        let Some(old) = state.instance(address).and_then(|it| it.current.clone()) else {
            return;
        };
        let key = deposed_key();
        state.set_deposed(address, &change.provider, &key, Some(old));
        state.set_current(address, &change.provider, None);
        drop(state);
        lock(&self.deposed).insert(address.clone(), key);
        self.changed();
    }

    /// Makes a deposed object the current one again, if its replacement does not exist.
    fn restore(&self, address: &ResourceInstance, change: &ResourceChange) {
        let Some(key) = lock(&self.deposed).get(address).cloned() else {
            return;
        };
        let mut state = lock(&self.state);
        let Some(instance) = state.instance(address).cloned() else {
            return;
        };
        if instance.current.is_none()
            && let Some(old) = instance.deposed.get(&key)
        {
            state.set_current(address, &change.provider, Some(old.clone()));
            state.set_deposed(address, &change.provider, &key, None);
        }
    }
}

/// Makes a key of eight hexadecimal digits.
fn deposed_key() -> String {
    let mut bytes = [0; 4];
    if getrandom::fill(&mut bytes).is_err() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        bytes = now.unwrap_or_default().subsec_nanos().to_be_bytes();
    }
    format!("{:08x}", u32::from_be_bytes(bytes))
}
