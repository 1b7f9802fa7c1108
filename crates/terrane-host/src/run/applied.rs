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

/// The summary of an answer that contradicts the plan.
const INCONSISTENT_RESULT: &str = "Provider produced inconsistent result after apply";

/// A planned change with all values known.
struct FinalChange<'c> {
    instance: Instance<'c>,
    provider: &'c ProviderConfig,
    /// The object before the change.
    before: Option<Object>,
    planned: Planned,
    dependencies: &'c [String],
}

impl FinalChange<'_> {
    /// Returns the object after the change with a value, but without private data and identity.
    fn object(&self, value: Value) -> Object {
        let configured = &self.planned.config.sensitive;
        Object {
            sensitive: self.instance.schema.sensitive(&value, configured),
            dependencies: self.dependencies.to_vec(),
            create_before_destroy: self.instance.create_before_destroy,
            ..Object::new(value)
        }
    }
}

/// What the provider's apply has led to.
struct Applied {
    /// The new object. Without one, the old one stays.
    object: Option<AppliedObject>,
    succeeded: bool,
}

impl Applied {
    /// Returns the result of a call that has failed without an object.
    const fn without_object() -> Self {
        Self {
            object: None,
            succeeded: false,
        }
    }
}

/// The object that a provider returns for a change.
struct AppliedObject {
    value: Value,
    private: Opaque,
    identity: Option<Value>,
}

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
            self.current_object(configuration, address).await?
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
    async fn current_object(
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
        let object = self.current_object(configuration, address).await?;
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
        let final_change = FinalChange {
            instance,
            provider,
            before: object,
            planned,
            dependencies: &change.dependencies,
        };
        match final_change.planned.action {
            // With all values known, nothing changes: the state keeps the object.
            Action::NoOp => final_change.before.ok_or(Failed),
            Action::Update if final_change.planned.before == final_change.planned.after => {
                self.apply_without_call(final_change)
            }
            _ if !final_change.planned.config.value.is_wholly_known() => {
                let detail = "The configuration has values that are not known in the apply. This is a bug in this host.";
                let report = Report::error("Configuration contains unknown value", detail);
                Err(self.fail(report.at(resource.span).of(address)))
            }
            _ => self.apply_with_call(&final_change).await,
        }
    }

    /// Stores the marks and dependencies of an object whose values do not change.
    fn apply_without_call(&self, change: FinalChange<'_>) -> Result<Object, Failed> {
        let address = change.instance.address;
        let former = change
            .before
            .clone()
            .unwrap_or_else(|| Object::new(Value::Null));
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
            ..change.object(former.value)
        };
        let schema = change.instance.schema;
        self.store(schema, address, change.provider, Some(&object))?;
        self.changed();
        (self.events)(Event::Finished {
            address: address.to_string(),
            deposed: None,
            action: Action::Update,
            success: true,
            id,
        });
        Ok(object)
    }

    /// Lets the provider carry out a change, and stores what it returns.
    async fn apply_with_call(&self, change: &FinalChange<'_>) -> Result<Object, Failed> {
        let FinalChange {
            instance, planned, ..
        } = change;
        let id = |object: &Object| ObjectId::of(&object.value, &object.sensitive);
        (self.events)(Event::Started {
            address: instance.address.to_string(),
            deposed: None,
            action: planned.action,
            id: change.before.as_ref().and_then(id),
        });
        let applied = self.call_apply(change).await;
        let succeeded = matches!(&applied, Ok(applied) if applied.succeeded);
        let result = match applied.and_then(|applied| self.store_applied(change, applied)) {
            Ok(created) if planned.action == Action::Create => {
                self.provision_new(instance, change.provider, created).await
            }
            stored => stored,
        };
        (self.events)(Event::Finished {
            address: instance.address.to_string(),
            deposed: None,
            action: planned.action,
            success: succeeded && result.is_ok(),
            id: result.as_ref().ok().and_then(id),
        });
        result
    }

    /// Stores the object after the answer of a provider, and returns it if the call succeeded.
    fn store_applied(&self, change: &FinalChange<'_>, applied: Applied) -> Result<Object, Failed> {
        let planned = &change.planned;
        let kept = match applied.object {
            Some(answer) => Some(Object {
                private: answer.private,
                identity: answer.identity.or(planned.identity.clone()),
                is_tainted: !applied.succeeded && planned.action == Action::Create,
                ..change.object(answer.value)
            }),
            None => change.before.clone(),
        };
        let Instance {
            schema, address, ..
        } = change.instance;
        self.store(schema, address, change.provider, kept.as_ref())?;
        self.changed();
        kept.filter(|_| applied.succeeded).ok_or(Failed)
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
        let summary = "Provider produced inconsistent final plan";
        if !fits {
            let problem = format!(
                "The action for {address} was planned as \"{}\", and with all values known as \"{}\".",
                change.action, planned.action
            );
            return Err(self.provider_bug(address, summary, problem));
        }
        let rules = &instance.schema.rules;
        let findings = rules.check_applied(change.after.as_object(), planned.after.as_object());
        let problems = findings.into_iter().map(|finding| {
            format!(
                "The plan of {address} with all values known differs from the plan before: {finding}."
            )
        });
        self.provider_bugs(address, summary, problems)
    }

    async fn call_apply(&self, change: &FinalChange<'_>) -> Result<Applied, Failed> {
        let FinalChange {
            instance, planned, ..
        } = change;
        let Instance {
            address,
            resource,
            running,
            schema,
            ..
        } = instance;
        let before = change.before.as_ref();
        let prior = before.map_or(&Value::Null, |object| &object.value);
        let request = ApplyResourceChangeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            prior_state: self.encoded(prior, &schema.ty, address)?,
            planned_state: self.encoded(&planned.after, &schema.ty, address)?,
            config: self.encoded(&planned.config.value, &schema.ty, address)?,
            planned_private: planned.private.clone(),
            provider_meta: DynamicValue::default(),
            planned_identity: self.encoded_identity(schema, address, planned.identity.as_ref())?,
        };
        let call = running.provider.apply_resource_change(request);
        let Ok(response) = self.answer(address, call).await else {
            return Ok(Applied::without_object());
        };
        let at = Some((&resource.body, resource.span));
        let reported = self.report_all(of_provider(response.diagnostics, address, at));
        let Ok(value) = self.decoded(&response.new_state, &schema.ty, address, "apply") else {
            return Ok(Applied::without_object());
        };
        if self.write_only_null(instance, &value, "apply").is_err() {
            return Ok(Applied::without_object());
        }
        if value.is_null() {
            if reported.is_ok() {
                let problem = format!("The provider returned no object for {address}.");
                self.provider_bug(address, INCONSISTENT_RESULT, problem);
            }
            return Ok(Applied::without_object());
        }
        let must_agree = reported.is_ok() && !response.legacy_type_system;
        let checked = self.check_applied_value(change, &value, must_agree);
        let identity = self.identity(schema, address, response.new_identity.as_ref());
        let known = value.transform(|_, part| {
            Ok::<_, Failed>(if part.is_unknown() { Value::Null } else { part })
        })?;
        Ok(Applied {
            object: Some(AppliedObject {
                value: known,
                private: response.private,
                identity: identity.unwrap_or_default(),
            }),
            succeeded: reported.and(checked).is_ok(),
        })
    }

    /// Checks that a new object is known, and agrees with its plan if it must.
    fn check_applied_value(
        &self,
        change: &FinalChange<'_>,
        value: &Value,
        must_agree: bool,
    ) -> Result<(), Failed> {
        let Instance {
            address, schema, ..
        } = change.instance;
        if !value.is_wholly_known() {
            value.walk(|path, part| {
                if part.is_unknown() {
                    let summary = "Provider returned invalid result object after apply";
                    let problem = format!(
                        "The provider returned an unknown value for `{path}` after the apply."
                    );
                    self.provider_bug(address, summary, problem);
                }
                true
            });
            return Err(Failed);
        }
        if !must_agree {
            return Ok(());
        }
        let planned = change.planned.after.as_object();
        let findings = schema.rules.check_applied(planned, value.as_object());
        let problems = findings.into_iter().map(|finding| {
            format!("The new object of {address} does not agree with its plan: {finding}.")
        });
        self.provider_bugs(address, INCONSISTENT_RESULT, problems)
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
