//! Calls for managed resources.

use serde_json::Value as Json;
use terrane_protocol::rules::Rules;
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigRequest, Diagnostics, DynamicValue,
    GenerateResourceConfigRequest, ImportResourceStateRequest, MoveResourceStateRequest, Opaque,
    PlanResourceChangeRequest, PlanResourceChangeResponse, RawState, ReadResourceRequest,
    UpgradeRequest,
};
use terrane_schema::propose;
use terrane_value::{Type, Value};

use super::config::{self, Config};
use super::connection::{Client, answer, decode, encode};
use super::error::CallError;
use super::instance::{Instance, object};
use super::planned::PlannedChange;
use crate::outcome::Action;

impl Client {
    /// Validates the configuration of a resource. Returns the warnings.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider refuses it.
    pub async fn validate(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Diagnostics, CallError> {
        let call = format!("validation of {type_name}");
        let schema = self.resource_schema(&call, type_name)?;
        let request = ConfigRequest {
            type_name: type_name.to_owned(),
            config: self.config(&call, config, schema)?,
            client_capabilities: self.capabilities,
        };
        let validated = answer(&call, self.provider.validate_resource_config(request)).await?;
        CallError::check(&call, validated.diagnostics)
    }

    /// Makes an object that a host has stored: an earlier version of the provider made it, or another test.
    ///
    /// `state` has the forms of a configuration: JSON, a value or a model. Here it also sets the attributes that only the provider sets.
    /// [`Instance::with_private`] adds private data.
    ///
    /// # Errors
    ///
    /// Fails if the state does not match the schema.
    pub fn stored(&self, type_name: &str, state: impl Into<Config>) -> Result<Instance, CallError> {
        let call = format!("state of {type_name}");
        let schema = self.resource_schema(&call, type_name)?;
        let computed_blocks = self.capabilities.computed_blocks_allowed;
        let value = state.into().into_state(&schema.block, computed_blocks);
        Ok(Instance {
            value: value.map_err(|error| CallError::misuse(&call, error))?,
            ..Instance::absent(type_name)
        })
    }

    /// Plans the change of an object to a configuration, as a host does: a change that needs a replacement is planned again as a creation.
    ///
    /// [`Instance::absent`] is the prior object of a creation.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, if the provider answers with errors, or if the plan breaks a rule of hosts.
    pub async fn plan(
        &self,
        prior: &Instance,
        config: impl Into<Config>,
    ) -> Result<PlannedChange, CallError> {
        let planned = self.plan_in_place(prior, config).await?;
        if planned.action != Action::Update || planned.replaces.is_empty() {
            return Ok(planned);
        }
        let call = format!("plan of {}", prior.type_name);
        let absent = Instance::absent(&prior.type_name);
        Ok(PlannedChange {
            prior: prior.clone(),
            action: Action::DeleteThenCreate,
            replaces: planned.replaces,
            requires_replace: planned.requires_replace,
            ..self.plan_once(&call, &absent, &planned.config).await?
        })
    }

    /// Plans the change of an object as an update, even if it needs a replacement: the provider's first answer to a host.
    ///
    /// # Errors
    ///
    /// Fails as [`plan`](Self::plan) does.
    pub async fn plan_in_place(
        &self,
        prior: &Instance,
        config: impl Into<Config>,
    ) -> Result<PlannedChange, CallError> {
        let call = format!("plan of {}", prior.type_name);
        let schema = self.resource_schema(&call, &prior.type_name)?;
        let config_value = self.config_value(&call, config, schema)?;
        self.plan_once(&call, prior, &config_value).await
    }

    /// Plans the deletion of an object.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist, or if the provider answers with errors.
    pub async fn plan_delete(&self, prior: &Instance) -> Result<PlannedChange, CallError> {
        let call = format!("plan of {}", prior.type_name);
        if !prior.exists() {
            return Err(CallError::misuse(&call, "the object does not exist"));
        }
        if self.schemas().server_capabilities.plan_destroy {
            return self.plan_once(&call, prior, &Value::Null).await;
        }
        Ok(PlannedChange {
            prior: prior.clone(),
            config: Value::Null,
            planned: Value::Null,
            private: prior.private.clone(),
            identity: prior.identity.clone(),
            known_identity: prior.known_identity.clone(),
            action: Action::Delete,
            replaces: Vec::new(),
            requires_replace: Vec::new(),
            warnings: Diagnostics::new(),
            deferred: None,
            tolerant: false,
        })
    }

    async fn plan_once(
        &self,
        call: &str,
        prior: &Instance,
        config: &Value,
    ) -> Result<PlannedChange, CallError> {
        let schema = self.resource_schema(call, &prior.type_name)?;
        let ty = schema.block.ty();
        let rules = Rules::new(schema);
        let proposed = match object(config) {
            None => Value::Null,
            config => propose(&rules, prior.object(), config).map_or(Value::Null, Value::from),
        };
        let request = PlanResourceChangeRequest {
            type_name: prior.type_name.clone(),
            prior_state: encode(call, &prior.value, &ty)?,
            proposed_new_state: encode(call, &proposed, &ty)?,
            config: encode(call, config, &ty)?,
            prior_private: prior.private.clone(),
            client_capabilities: self.capabilities,
            prior_identity: prior.identity.clone(),
            provider_meta: self.provider_meta.clone(),
            ..PlanResourceChangeRequest::default()
        };
        let response = answer(call, self.provider.plan_resource_change(request)).await?;
        let PlanResourceChangeResponse {
            planned_state,
            requires_replace,
            planned_private,
            diagnostics,
            legacy_type_system,
            deferred,
            planned_identity,
        } = response;
        self.check_deferral(call, deferred)?;
        let warnings = CallError::check(call, diagnostics)?;
        let planned = decode(call, &planned_state, &ty)?;
        if !legacy_type_system && deferred.is_none() {
            let findings = rules.check_plan(prior.object(), object(config), object(&planned));
            CallError::check_rules(call, findings)?;
        }
        let changed = |path: &&_| prior.value.at(path) != planned.at(path);
        let action = match (prior.exists(), planned.is_null()) {
            (false, false) => Action::Create,
            (true, true) => Action::Delete,
            (true, false) if prior.value != planned => Action::Update,
            (true, false) | (false, true) => Action::NoOp,
        };
        Ok(PlannedChange {
            action,
            replaces: requires_replace.iter().filter(changed).cloned().collect(),
            requires_replace,
            prior: prior.clone(),
            config: config.clone(),
            planned,
            private: planned_private,
            known_identity: self.decode_identity(
                call,
                &prior.type_name,
                planned_identity.as_ref(),
            )?,
            identity: planned_identity,
            warnings,
            deferred,
            tolerant: legacy_type_system,
        })
    }

    /// Carries out a plan and returns the object after it. A replacement deletes the old object first.
    ///
    /// # Errors
    ///
    /// Fails if the plan was deferred, if its configuration has unknown values, if the provider answers with errors, or if the new object breaks
    /// a rule of hosts. [`CallError::instance`] is the object that exists nevertheless.
    pub async fn apply(&self, plan: PlannedChange) -> Result<Instance, CallError> {
        let call = format!("apply of {}", plan.prior.type_name);
        if plan.deferred.is_some() {
            return Err(CallError::misuse(&call, "the provider deferred the plan"));
        }
        if object(&plan.config).is_some_and(|config| !config.is_wholly_known()) {
            return Err(CallError::misuse(
                &call,
                "the configuration has unknown values: a host plans again with the known ones",
            ));
        }
        match plan.action {
            Action::NoOp => Ok(plan.prior),
            Action::DeleteThenCreate => {
                let deletion = self.plan_delete(&plan.prior).await?;
                let absent = self.apply_once(&call, deletion).await?;
                let creation = PlannedChange {
                    prior: absent,
                    action: Action::Create,
                    ..plan
                };
                self.apply_once(&call, creation).await
            }
            _ => self.apply_once(&call, plan).await,
        }
    }

    /// Carries out a plan with the configuration as it is at that time. Its write-only values may be others than those of the plan, such as a
    /// password that is generated for each run. Where another value changes, a host plans again: call [`plan`](Self::plan).
    ///
    /// # Errors
    ///
    /// Fails as [`apply`](Self::apply) does, or if the configuration does not match the schema.
    pub async fn apply_with(
        &self,
        plan: PlannedChange,
        config: impl Into<Config>,
    ) -> Result<Instance, CallError> {
        let call = format!("apply of {}", plan.prior.type_name);
        let schema = self.resource_schema(&call, &plan.prior.type_name)?;
        let config_value = self.config_value(&call, config, schema)?;
        self.apply(PlannedChange {
            config: config_value,
            ..plan
        })
        .await
    }

    async fn apply_once(&self, call: &str, plan: PlannedChange) -> Result<Instance, CallError> {
        let type_name = &plan.prior.type_name;
        let schema = self.resource_schema(call, type_name)?;
        let ty = schema.block.ty();
        let request = ApplyResourceChangeRequest {
            type_name: type_name.clone(),
            prior_state: encode(call, &plan.prior.value, &ty)?,
            planned_state: encode(call, &plan.planned, &ty)?,
            config: encode(call, &plan.config, &ty)?,
            planned_private: plan.private,
            planned_identity: plan.identity,
            provider_meta: self.provider_meta.clone(),
        };
        let response = answer(call, self.provider.apply_resource_change(request)).await?;
        let instance = self.instance(
            call,
            type_name,
            &response.new_state,
            response.private,
            response.new_identity,
            Diagnostics::new(),
        )?;
        let checked = CallError::check(call, response.diagnostics).and_then(|warnings| {
            if plan.tolerant || response.legacy_type_system {
                return Ok(warnings);
            }
            let rules = Rules::new(schema);
            let findings = rules.check_applied(object(&plan.planned), instance.object());
            CallError::check_rules(call, findings)?;
            Ok(warnings)
        });
        match checked {
            Ok(warnings) => Ok(Instance {
                warnings,
                ..instance
            }),
            Err(error) if instance.exists() => Err(error.with_instance(instance)),
            Err(error) => Err(error),
        }
    }

    /// Validates a configuration, plans it for an object that does not exist, and applies the plan.
    ///
    /// # Errors
    ///
    /// Fails as [`validate`](Self::validate), [`plan`](Self::plan) and [`apply`](Self::apply) do.
    pub async fn create(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Instance, CallError> {
        self.update(&Instance::absent(type_name), config).await
    }

    /// Validates a configuration, plans it for an object, and applies the plan.
    ///
    /// # Errors
    ///
    /// Fails as [`validate`](Self::validate), [`plan`](Self::plan) and [`apply`](Self::apply) do.
    pub async fn update(
        &self,
        prior: &Instance,
        config: impl Into<Config>,
    ) -> Result<Instance, CallError> {
        let new_config = config.into();
        self.validate(&prior.type_name, new_config.clone()).await?;
        let plan = self.plan(prior, new_config).await?;
        self.apply(plan).await
    }

    /// Plans and applies the deletion of an object.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist, or if the provider answers with errors.
    pub async fn delete(&self, instance: &Instance) -> Result<(), CallError> {
        let plan = self.plan_delete(instance).await?;
        self.apply(plan).await?;
        Ok(())
    }

    /// Reads the current object. If it was deleted, the returned instance [does not exist](Instance::exists).
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors or defers the read.
    pub async fn read(&self, instance: &Instance) -> Result<Instance, CallError> {
        let call = format!("read of {}", instance.type_name);
        let schema = self.resource_schema(&call, &instance.type_name)?;
        let request = ReadResourceRequest {
            type_name: instance.type_name.clone(),
            current_state: encode(&call, &instance.value, &schema.block.ty())?,
            private: instance.private.clone(),
            current_identity: instance.identity.clone(),
            client_capabilities: self.capabilities,
            provider_meta: self.provider_meta.clone(),
        };
        let response = answer(&call, self.provider.read_resource(request)).await?;
        self.check_deferral(&call, response.deferred)?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        if let Some(deferred) = response.deferred {
            return Err(CallError::deferral(&call, deferred));
        }
        self.instance(
            &call,
            &instance.type_name,
            &response.new_state,
            response.private,
            response.new_identity,
            warnings,
        )
    }

    /// Imports an object by its id. A host reads it afterwards: call [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors, defers the import, or finds not exactly one object.
    pub async fn import(&self, type_name: &str, id: &str) -> Result<Instance, CallError> {
        let request = ImportResourceStateRequest {
            id: id.to_owned(),
            ..ImportResourceStateRequest::default()
        };
        self.import_by(type_name, request).await
    }

    /// Imports an object by its identity: a JSON object with the attributes of the identity.
    ///
    /// # Errors
    ///
    /// Fails as [`import`](Self::import) does, or if the identity does not match its schema.
    pub async fn import_by_identity(
        &self,
        type_name: &str,
        identity: Json,
    ) -> Result<Instance, CallError> {
        let call = format!("import of {type_name}");
        let ty = self
            .identity_type(type_name)
            .ok_or_else(|| CallError::misuse(&call, "the type has no identity"))?;
        let identity_value =
            config::value(Some(identity), &ty).map_err(|error| CallError::misuse(&call, error))?;
        let request = ImportResourceStateRequest {
            identity: Some(encode(&call, &identity_value, &ty)?),
            ..ImportResourceStateRequest::default()
        };
        self.import_by(type_name, request).await
    }

    async fn import_by(
        &self,
        type_name: &str,
        request: ImportResourceStateRequest,
    ) -> Result<Instance, CallError> {
        let call = format!("import of {type_name}");
        let full_request = ImportResourceStateRequest {
            type_name: type_name.to_owned(),
            client_capabilities: self.capabilities,
            ..request
        };
        let response = answer(&call, self.provider.import_resource_state(full_request)).await?;
        self.check_deferral(&call, response.deferred)?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        if let Some(deferred) = response.deferred {
            return Err(CallError::deferral(&call, deferred));
        }
        let [imported] = response.imported_resources.as_slice() else {
            let count = response.imported_resources.len();
            return Err(CallError::misuse(
                &call,
                format!("the import found {count} objects, and hosts accept one"),
            ));
        };
        self.instance(
            &call,
            &imported.type_name,
            &imported.state,
            imported.private.clone(),
            imported.identity.clone(),
            warnings,
        )
    }

    /// Has the provider generate the configuration of an object, as `terraform plan -generate-config-out` does.
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors or does not generate configurations.
    pub async fn generate_config(&self, instance: &Instance) -> Result<Config, CallError> {
        let call = format!("generation of a configuration of {}", instance.type_name);
        let ty = self.resource_schema(&call, &instance.type_name)?.block.ty();
        let request = GenerateResourceConfigRequest {
            type_name: instance.type_name.clone(),
            state: encode(&call, &instance.value, &ty)?,
        };
        let response = answer(&call, self.provider.generate_resource_config(request)).await?;
        CallError::check(&call, response.diagnostics)?;
        Ok(decode(&call, &response.config, &ty)?.into())
    }

    /// Upgrades an object that an older version of the schema stored as `state`.
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors.
    pub async fn upgrade(
        &self,
        type_name: &str,
        version: i64,
        state: &Json,
    ) -> Result<Instance, CallError> {
        let call = format!("upgrade of {type_name}");
        let request = UpgradeRequest {
            type_name: type_name.to_owned(),
            version,
            raw_state: RawState::from_json(state.to_string().into_bytes().into()),
        };
        let response = answer(&call, self.provider.upgrade_resource_state(request)).await?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        let state = &response.upgraded_state;
        self.instance(&call, type_name, state, Opaque::default(), None, warnings)
    }

    /// Moves an object of another type to a type of this provider, as a `moved` block does.
    ///
    /// `source` is the type of the other provider, `address` the address of that provider, `version` the version of the schema that stored `state`.
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors, or does not accept objects of that type.
    pub async fn move_state(
        &self,
        address: &str,
        source: &str,
        version: i64,
        state: &Json,
        target: &str,
    ) -> Result<Instance, CallError> {
        let call = format!("move of {source} to {target}");
        let request = MoveResourceStateRequest {
            source_provider_address: address.to_owned(),
            source_type_name: source.to_owned(),
            source_schema_version: version,
            source_state: RawState::from_json(state.to_string().into_bytes().into()),
            target_type_name: target.to_owned(),
            ..MoveResourceStateRequest::default()
        };
        let response = answer(&call, self.provider.move_resource_state(request)).await?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        let (private, identity) = (response.target_private, response.target_identity);
        let state = &response.target_state;
        self.instance(&call, target, state, private, identity, warnings)
    }

    /// Makes an object of the parts of an answer.
    fn instance(
        &self,
        call: &str,
        type_name: &str,
        state: &DynamicValue,
        private: Opaque,
        identity: Option<DynamicValue>,
        warnings: Diagnostics,
    ) -> Result<Instance, CallError> {
        let ty: Type = self.resource_schema(call, type_name)?.block.ty();
        Ok(Instance {
            type_name: type_name.to_owned(),
            value: decode(call, state, &ty)?,
            private,
            known_identity: self.decode_identity(call, type_name, identity.as_ref())?,
            identity,
            warnings,
        })
    }
}
