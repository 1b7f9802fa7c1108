//! A model of the host: it makes requests as hosts do and checks each answer.

use std::sync::Arc;

use terrane_protocol::rules::{Finding, Rules};
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigRequest, Diagnostics, DynamicValue,
    ImportResourceStateRequest, Opaque, PlanResourceChangeRequest, Provider, ReadResourceRequest,
    UpgradeRequest,
};
use terrane_schema::propose;
use terrane_value::{Data, Object, Path, Type, Value};

use crate::wire;

const TYPE: &str = "proof_object";

/// A change of an answer that the checks must find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tampering {
    /// A plan has another value instead of a configured one.
    Planned,
    /// A plan has null instead of an unknown value.
    Promised,
    /// An applied object has another value instead of a planned one.
    Applied,
    /// The answer of a failed call has no object.
    Lost,
    /// A value is missing in a state that is read.
    Read,
    /// A value is missing in a state that is upgraded.
    Upgraded,
}

/// An object as the host stores it.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) object: Object,
    pub(crate) private: Opaque,
    pub(crate) identity: Option<DynamicValue>,
}

/// A plan that the host accepts.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) planned: Option<Object>,
    pub(crate) replace: Vec<Path>,
    private: Opaque,
    identity: Option<DynamicValue>,
}

/// The result of an apply.
#[derive(Debug)]
pub(crate) struct Applied {
    pub(crate) stored: Option<Stored>,
    pub(crate) errors: Vec<String>,
}

/// A broken rule, in words.
pub(crate) type Checked<T> = Result<T, String>;

pub(crate) struct Host {
    provider: Arc<dyn Provider>,
    rules: Rules,
    ty: Type,
    tampering: Option<Tampering>,
}

fn errors(diagnostics: &Diagnostics) -> Vec<String> {
    let errors = diagnostics.errors();
    errors
        .map(|error| format!("{}: {}", error.summary, error.detail))
        .collect()
}

fn accepted(what: &str, findings: &[Finding]) -> Checked<()> {
    match findings {
        [] => Ok(()),
        findings => Err(format!(
            "{what}: {}",
            findings
                .iter()
                .map(|finding| format!("{:?} {finding}", finding.rule))
                .collect::<Vec<_>>()
                .join("; ")
        )),
    }
}

impl Host {
    /// Reads the schema of a provider and configures it.
    pub(crate) async fn new(
        provider: Arc<dyn Provider>,
        tampering: Option<Tampering>,
    ) -> Checked<Self> {
        let (answer, configured) = wire::configure(&*provider).await.unwrap();
        if answer.diagnostics.has_errors() {
            return Err(format!("the schema: {:?}", errors(&answer.diagnostics)));
        }
        let schema = &answer.resource_schemas[TYPE];
        assert!(!configured.diagnostics.has_errors());
        Ok(Self {
            rules: Rules::new(schema),
            ty: schema.implied_type(),
            provider,
            tampering,
        })
    }

    fn encode(&self, object: Option<&Object>) -> DynamicValue {
        wire::encode(&self.ty, object)
    }

    fn decode(&self, what: &str, value: &DynamicValue) -> Checked<Option<Object>> {
        let value = value.decode(&self.ty);
        match value.map_err(|error| format!("{what} cannot be decoded: {error}"))? {
            Value::Null => Ok(None),
            Value::Known(Data::Object(object)) => Ok(Some(object)),
            value => Err(format!("{what} is no object: {value:?}")),
        }
    }

    /// Decodes a state, which has no unknown values.
    fn decode_state(&self, what: &str, value: &DynamicValue) -> Checked<Option<Object>> {
        let state = self.decode(what, value)?;
        match &state {
            Some(object) if !object.is_wholly_known() => {
                Err(format!("{what} has unknown values: {object:?}"))
            }
            _ => Ok(state),
        }
    }

    fn tampers(&self, tampering: Tampering) -> bool {
        self.tampering == Some(tampering)
    }

    /// Validates a configuration and returns the errors.
    pub(crate) async fn validate(&self, config: &Object) -> Vec<String> {
        let request = ConfigRequest {
            type_name: TYPE.to_owned(),
            config: self.encode(Some(config)),
            ..ConfigRequest::default()
        };
        let answer = self.provider.validate_resource_config(request).await;
        errors(&answer.unwrap().diagnostics)
    }

    /// Plans a change. The inner result has the errors of the provider.
    pub(crate) async fn plan(
        &self,
        prior: Option<&Stored>,
        config: Option<&Object>,
    ) -> Checked<Result<Plan, Vec<String>>> {
        let prior_object = prior.map(|prior| &prior.object);
        // A deletion has no proposed state.
        let proposed = config.and_then(|config| propose(&self.rules, prior_object, Some(config)));
        let request = PlanResourceChangeRequest {
            type_name: TYPE.to_owned(),
            prior_state: self.encode(prior_object),
            proposed_new_state: self.encode(proposed.as_ref()),
            config: self.encode(config),
            prior_private: prior.map(|prior| prior.private.clone()).unwrap_or_default(),
            prior_identity: prior.and_then(|prior| prior.identity.clone()),
            ..PlanResourceChangeRequest::default()
        };
        let answer = self.provider.plan_resource_change(request).await.unwrap();
        if answer.diagnostics.has_errors() {
            return Ok(Err(errors(&answer.diagnostics)));
        }
        let mut planned = self.decode("the plan", &answer.planned_state)?;
        if let (Some(planned), Some(config)) = (&mut planned, config) {
            if self.tampers(Tampering::Planned) {
                replace_text(planned, |name| {
                    config.get(name).is_some_and(Value::is_known)
                });
            }
            if self.tampers(Tampering::Promised) {
                planned.set(crate::schemas::ID, Value::Null);
            }
        }
        let findings = self
            .rules
            .check_plan(prior_object, config, planned.as_ref());
        accepted("a plan without errors", &findings)?;
        Ok(Ok(Plan {
            planned,
            replace: answer.requires_replace,
            private: answer.planned_private,
            identity: answer.planned_identity,
        }))
    }

    /// Checks a second plan against the first, which had a configuration with unknown values.
    pub(crate) fn check_second(&self, first: &Plan, second: &Plan) -> Checked<()> {
        let (first, second) = (first.planned.as_ref(), second.planned.as_ref());
        let findings = self.rules.check_applied(first, second);
        accepted("the second plan against the first", &findings)
    }

    /// Applies a plan.
    pub(crate) async fn apply(
        &self,
        prior: Option<&Stored>,
        plan: &Plan,
        config: Option<&Object>,
    ) -> Checked<Applied> {
        let prior_object = prior.map(|prior| &prior.object);
        let request = ApplyResourceChangeRequest {
            type_name: TYPE.to_owned(),
            prior_state: self.encode(prior_object),
            planned_state: self.encode(plan.planned.as_ref()),
            config: self.encode(config),
            planned_private: plan.private.clone(),
            planned_identity: plan.identity.clone(),
            ..ApplyResourceChangeRequest::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        let errors = errors(&answer.diagnostics);
        let mut object = self.decode_state("the applied object", &answer.new_state)?;
        if errors.is_empty() {
            if let Some(object) = &mut object
                && self.tampers(Tampering::Applied)
            {
                let planned = plan.planned.as_ref();
                replace_text(object, |name| {
                    planned.is_some_and(|it| it.get(name).is_some_and(Value::is_known))
                });
            }
            let planned = plan.planned.as_ref();
            let findings = self.rules.check_applied(planned, object.as_ref());
            accepted("an applied object without errors", &findings)?;
        } else if self.tampers(Tampering::Lost) {
            object = None;
        }
        Ok(Applied {
            stored: object.map(|object| Stored {
                object,
                private: answer.private,
                identity: answer.new_identity,
            }),
            errors,
        })
    }

    /// Reads an object. Returns `None` if it does not exist.
    pub(crate) async fn read(&self, stored: &Stored) -> Checked<Option<Stored>> {
        let request = ReadResourceRequest {
            type_name: TYPE.to_owned(),
            current_state: self.encode(Some(&stored.object)),
            private: stored.private.clone(),
            current_identity: stored.identity.clone(),
            ..ReadResourceRequest::default()
        };
        let answer = self.provider.read_resource(request).await.unwrap();
        if answer.diagnostics.has_errors() {
            return Err(format!("a read fails: {:?}", errors(&answer.diagnostics)));
        }
        let mut object = self.decode_state("the state that is read", &answer.new_state)?;
        if let Some(object) = &mut object
            && self.tampers(Tampering::Read)
        {
            object.set(crate::schemas::ID, Value::Null);
        }
        Ok(object.map(|object| Stored {
            object,
            private: answer.private,
            identity: answer.new_identity,
        }))
    }

    /// Imports an object by its id.
    pub(crate) async fn import(&self, id: &str) -> Checked<Stored> {
        let request = ImportResourceStateRequest {
            type_name: TYPE.to_owned(),
            id: id.to_owned(),
            ..ImportResourceStateRequest::default()
        };
        let answer = self.provider.import_resource_state(request).await.unwrap();
        let [imported] = &answer.imported_resources[..] else {
            return Err(format!("an import: {:?}", errors(&answer.diagnostics)));
        };
        let state = self.decode_state("the imported state", &imported.state)?;
        let object = state.ok_or("an import has no state")?;
        Ok(Stored {
            object,
            private: imported.private.clone(),
            identity: imported.identity.clone(),
        })
    }

    /// Upgrades a state of the present version, as hosts do before each use. `missing` are the attributes that the stored state does not have.
    pub(crate) async fn upgrade(&self, object: &Object, missing: &[String]) -> Checked<Object> {
        let Type::Object(ty) = &self.ty else {
            return Err("the schema has no object".to_owned());
        };
        let is_stored = |name: &str| !missing.iter().any(|it| it == name);
        let request = UpgradeRequest {
            type_name: TYPE.to_owned(),
            version: 0,
            raw_state: wire::older_state(ty, object, is_stored),
        };
        let answer = self.provider.upgrade_resource_state(request).await.unwrap();
        if answer.diagnostics.has_errors() {
            return Err(format!("an upgrade: {:?}", errors(&answer.diagnostics)));
        }
        let upgraded = self.decode_state("the upgraded state", &answer.upgraded_state)?;
        let mut upgraded = upgraded.ok_or("an upgraded state is null")?;
        if self.tampers(Tampering::Upgraded) {
            upgraded.set(crate::schemas::ID, Value::Null);
        }
        Ok(upgraded)
    }
}

/// Replaces the first text whose attribute has a property.
fn replace_text(object: &mut Object, has: impl Fn(&str) -> bool) {
    let found = object
        .iter()
        .find(|(name, value)| value.as_str().is_some() && has(name.as_str()));
    let name = found.map(|(name, _)| name.clone());
    if let Some(name) = name {
        object.set(&name, "tampered");
    }
}
