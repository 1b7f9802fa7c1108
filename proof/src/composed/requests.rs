//! Random requests to the kitchen sink.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::stream;
use terrane_fuzz::Random;
use terrane_protocol::rules::Rules;
use terrane_protocol::schema::TypeKind;
use terrane_protocol::*;
use terrane_schema::propose;
use terrane_value::{Object, Type, Value, json};

use super::tap::Message;
use crate::schemas;
use crate::values::{self, Knowledge};

/// Makes requests from the schemas, and from earlier answers.
pub(super) struct Requests {
    random: Random,
    schemas: GetProviderSchemaResponse,
    settings: ConfigureProviderRequest,
    states: Vec<State>,
    plans: Vec<ApplyResourceChangeRequest>,
    /// Private data of opened ephemeral resources, by type.
    opened: BTreeMap<String, Option<Opaque>>,
    lock_id: String,
}

/// An object that an answer contained.
#[derive(Clone, Default)]
struct State {
    type_name: String,
    state: DynamicValue,
    private: Opaque,
    identity: Option<DynamicValue>,
}

impl Requests {
    pub(super) fn new(
        random: Random,
        schemas: GetProviderSchemaResponse,
        settings: ConfigureProviderRequest,
    ) -> Self {
        Self {
            random,
            schemas,
            settings,
            states: Vec::new(),
            plans: Vec::new(),
            opened: BTreeMap::new(),
            lock_id: String::new(),
        }
    }

    /// Returns the number of objects that answers contained.
    pub(super) fn objects(&self) -> usize {
        self.states.len()
    }

    /// Picks an RPC.
    pub(super) fn rpc(&mut self) -> Rpc {
        *self.random.pick(Rpc::ALL)
    }

    /// Makes a request. `None` if the provider has no item of the kind.
    pub(super) fn of(&mut self, rpc: Rpc) -> Option<Request> {
        macro_rules! of_type {
            ($variant:ident $request:ident $kind:ident) => {{
                let mut request = $request::default();
                (request.type_name, request.config) = self.configured(TypeKind::$kind)?;
                Request::$variant(request)
            }};
        }
        macro_rules! of_store {
            ($variant:ident $request:ident) => {{
                let mut request = $request::default();
                request.type_name = self.name(TypeKind::StateStore)?;
                request.state_id = self.state_id();
                Request::$variant(request)
            }};
        }
        Some(match rpc {
            Rpc::GetMetadata => Request::GetMetadata(EmptyRequest {}),
            Rpc::GetProviderSchema => Request::GetProviderSchema(EmptyRequest {}),
            Rpc::GetFunctions => Request::GetFunctions(EmptyRequest {}),
            Rpc::StopProvider => Request::StopProvider(EmptyRequest {}),
            Rpc::GetResourceIdentitySchemas => Request::GetResourceIdentitySchemas(EmptyRequest {}),
            Rpc::ValidateProviderConfig => {
                let config = self.provider_config();
                Request::ValidateProviderConfig(ValidateProviderConfigRequest { config })
            }
            Rpc::ConfigureProvider => Request::ConfigureProvider(self.settings.clone()),
            Rpc::ValidateResourceConfig => {
                of_type!(ValidateResourceConfig ConfigRequest Resource)
            }
            Rpc::ValidateDataResourceConfig => {
                of_type!(ValidateDataResourceConfig ValidateConfigRequest DataSource)
            }
            Rpc::ReadDataSource => of_type!(ReadDataSource ReadDataSourceRequest DataSource),
            Rpc::ValidateEphemeralResourceConfig => of_type!(
                ValidateEphemeralResourceConfig ValidateConfigRequest Ephemeral
            ),
            Rpc::OpenEphemeralResource => {
                of_type!(OpenEphemeralResource ConfigRequest Ephemeral)
            }
            Rpc::ValidateListResourceConfig => {
                of_type!(ValidateListResourceConfig ValidateListResourceConfigRequest List)
            }
            Rpc::ListResource => of_type!(ListResource ListResourceRequest List),
            Rpc::ValidateActionConfig => {
                of_type!(ValidateActionConfig ValidateConfigRequest Action)
            }
            Rpc::PlanAction => of_type!(PlanAction ConfigRequest Action),
            Rpc::InvokeAction => of_type!(InvokeAction ConfigRequest Action),
            Rpc::ValidateStateStoreConfig => {
                of_type!(ValidateStateStoreConfig ValidateConfigRequest StateStore)
            }
            Rpc::ConfigureStateStore => {
                of_type!(ConfigureStateStore ConfigureStateStoreRequest StateStore)
            }
            Rpc::ReadStateBytes => of_store!(ReadStateBytes StateId),
            Rpc::LockState => of_store!(LockState LockStateRequest),
            Rpc::DeleteState => of_store!(DeleteState StateId),
            Rpc::UnlockState => Request::UnlockState(UnlockStateRequest {
                type_name: self.name(TypeKind::StateStore)?,
                state_id: self.state_id(),
                lock_id: self.lock_id.clone(),
            }),
            Rpc::GetStates => Request::GetStates(GetStatesRequest {
                type_name: self.name(TypeKind::StateStore)?,
            }),
            Rpc::WriteStateBytes => self.write_state()?,
            Rpc::RenewEphemeralResource => {
                let (type_name, private) = self.opened()?;
                Request::RenewEphemeralResource(OpenedEphemeralResource { type_name, private })
            }
            Rpc::CloseEphemeralResource => {
                let (type_name, private) = self.opened()?;
                Request::CloseEphemeralResource(OpenedEphemeralResource { type_name, private })
            }
            Rpc::PlanResourceChange => self.plan()?,
            Rpc::GetProvisionerSchema
            | Rpc::ValidateProvisionerConfig
            | Rpc::ProvisionResource
            | Rpc::StopProvisioner => return None,
            Rpc::ApplyResourceChange => match self.plans.pop() {
                Some(apply) => Request::ApplyResourceChange(apply),
                None => {
                    let state = self.state()?;
                    Request::ApplyResourceChange(ApplyResourceChangeRequest {
                        type_name: state.type_name,
                        prior_state: state.state,
                        planned_private: state.private,
                        ..ApplyResourceChangeRequest::default()
                    })
                }
            },
            Rpc::ReadResource => {
                let state = self.state()?;
                Request::ReadResource(ReadResourceRequest {
                    type_name: state.type_name,
                    current_state: state.state,
                    private: state.private,
                    current_identity: state.identity,
                    ..ReadResourceRequest::default()
                })
            }
            Rpc::GenerateResourceConfig => {
                let State {
                    type_name, state, ..
                } = self.state()?;
                Request::GenerateResourceConfig(GenerateResourceConfigRequest { type_name, state })
            }
            Rpc::ImportResourceState => {
                let state = self.state()?;
                let id = format!("id{}", self.random.below(3));
                Request::ImportResourceState(ImportResourceStateRequest {
                    type_name: state.type_name,
                    id: if state.identity.is_some() {
                        String::new()
                    } else {
                        id
                    },
                    identity: state.identity,
                    ..ImportResourceStateRequest::default()
                })
            }
            Rpc::UpgradeResourceState => {
                let state = self.state()?;
                let version = self.schemas.resource_schemas[&state.type_name].version;
                Request::UpgradeResourceState(UpgradeRequest {
                    version: version - i64::from(self.random.one_in(3)),
                    raw_state: self.raw(&state),
                    type_name: state.type_name,
                })
            }
            Rpc::UpgradeResourceIdentity => Request::UpgradeResourceIdentity(UpgradeRequest {
                type_name: self.name(TypeKind::Resource)?,
                version: 0,
                raw_state: RawState::from_json(Bytes::from_static(b"{}")),
            }),
            Rpc::MoveResourceState => {
                let state = self.state()?;
                Request::MoveResourceState(MoveResourceStateRequest {
                    source_provider_address: "registry.terraform.io/example/sink".to_owned(),
                    source_state: self.raw(&state),
                    source_type_name: state.type_name,
                    target_type_name: self.name(TypeKind::Resource)?,
                    ..MoveResourceStateRequest::default()
                })
            }
            Rpc::CallFunction => self.call()?,
        })
    }

    /// Remembers what later requests need.
    pub(super) fn learn(&mut self, request: &Message, answer: &Message) {
        let (Message::Request(request), Message::Answer(answer)) = (request, answer) else {
            return;
        };
        match (request, answer) {
            (Request::PlanResourceChange(plan), Response::PlanResourceChange(answer))
                if !answer.diagnostics.has_errors() =>
            {
                self.plans.push(ApplyResourceChangeRequest {
                    type_name: plan.type_name.clone(),
                    prior_state: plan.prior_state.clone(),
                    planned_state: answer.planned_state.clone(),
                    config: plan.config.clone(),
                    planned_private: answer.planned_private.clone(),
                    planned_identity: answer.planned_identity.clone(),
                    ..ApplyResourceChangeRequest::default()
                });
            }
            (Request::ApplyResourceChange(apply), Response::ApplyResourceChange(answer))
                if !answer.new_state.is_null() =>
            {
                self.states.push(State {
                    type_name: apply.type_name.clone(),
                    state: answer.new_state.clone(),
                    private: answer.private.clone(),
                    identity: answer.new_identity.clone(),
                });
            }
            (Request::OpenEphemeralResource(open), Response::OpenEphemeralResource(answer)) => {
                let private = answer.private.clone();
                self.opened.insert(open.type_name.clone(), private);
            }
            (_, Response::LockState(answer)) => self.lock_id.clone_from(&answer.lock_id),
            _ => {}
        }
    }

    /// Picks a type of a kind.
    fn name(&mut self, kind: TypeKind) -> Option<String> {
        let names: Vec<&String> = self.schemas.types(kind).keys().collect();
        let at = self.random.below(names.len());
        names.get(at).map(|name| (*name).clone())
    }

    fn state_id(&mut self) -> String {
        (*self.random.pick(&["default", "other"])).to_owned()
    }

    /// Makes a configuration of a type.
    fn configured(&mut self, kind: TypeKind) -> Option<(String, DynamicValue)> {
        let name = self.name(kind)?;
        let config = self.config(kind, &name);
        let ty = self.schemas.types(kind)[&name].implied_type();
        Some((name, encode(&ty, config.into())))
    }

    fn config(&mut self, kind: TypeKind, name: &str) -> Object {
        let block = schemas::of_protocol(&self.schemas.types(kind)[name].block);
        let partial = values::config(&mut self.random, &block, Knowledge::Partial);
        if self.random.one_in(3) {
            partial
        } else {
            values::resolve(&mut self.random, &block, &partial)
        }
    }

    fn provider_config(&mut self) -> DynamicValue {
        let block = schemas::of_protocol(&self.schemas.provider.block);
        let config = values::config(&mut self.random, &block, Knowledge::Partial);
        encode(&self.schemas.provider.implied_type(), config.into())
    }

    /// Picks an earlier object, or makes one from a configuration.
    fn state(&mut self) -> Option<State> {
        if !self.states.is_empty() && !self.random.one_in(4) {
            return Some(self.random.pick(&self.states).clone());
        }
        let (type_name, state) = self.configured(TypeKind::Resource)?;
        Some(State {
            type_name,
            state,
            ..State::default()
        })
    }

    fn raw(&self, state: &State) -> RawState {
        let ty = self.schemas.resource_schemas[&state.type_name].implied_type();
        let known = state.state.decode(&ty).expect("a state");
        match json::encode(&known, &ty) {
            Ok(text) => RawState::from_json(text.into()),
            // The object has unknown values.
            Err(_) => RawState::from_json(Bytes::from_static(b"{}")),
        }
    }

    fn plan(&mut self) -> Option<Request> {
        let prior = if self.random.one_in(2) {
            self.state()?
        } else {
            State {
                type_name: self.name(TypeKind::Resource)?,
                ..State::default()
            }
        };
        let schema = self.schemas.resource_schemas[&prior.type_name].clone();
        let ty = schema.implied_type();
        let prior_value = prior.state.decode(&ty).expect("a state");
        let config = self.config(TypeKind::Resource, &prior.type_name);
        let is_deletion = prior_value.as_object().is_some() && self.random.one_in(4);
        let config = (!is_deletion).then_some(config);
        let proposed = config.as_ref().and_then(|config| {
            propose(&Rules::new(&schema), prior_value.as_object(), Some(config))
        });
        let value = |object: Option<Object>| object.map_or(Value::Null, Value::from);
        Some(Request::PlanResourceChange(PlanResourceChangeRequest {
            type_name: prior.type_name,
            prior_state: encode(&ty, prior_value.clone()),
            proposed_new_state: encode(&ty, value(proposed)),
            config: encode(&ty, value(config)),
            prior_private: prior.private,
            prior_identity: prior.identity,
            ..PlanResourceChangeRequest::default()
        }))
    }

    fn opened(&mut self) -> Option<(String, Option<Opaque>)> {
        let type_name = self.name(TypeKind::Ephemeral)?;
        let private = self.opened.get(&type_name).cloned().flatten();
        Some((type_name, private))
    }

    fn write_state(&mut self) -> Option<Request> {
        let meta = StateId {
            type_name: self.name(TypeKind::StateStore)?,
            state_id: self.state_id(),
        };
        let length = 1 + self.random.below(9);
        let bytes = Bytes::from(vec![self.random.byte(); length]);
        let chunk = WriteStateBytesChunk {
            meta: Some(meta),
            total_length: length as u64,
            range: Some(StateRange {
                start: 0,
                end: length as u64 - 1,
            }),
            bytes: Opaque(bytes),
        };
        Some(Request::WriteStateBytes(Box::pin(stream::iter([Ok(
            chunk,
        )]))))
    }

    fn call(&mut self) -> Option<Request> {
        let functions: Vec<_> = self.schemas.functions.iter().collect();
        let (name, function) = functions.get(self.random.below(functions.len()))?;
        let random = &mut self.random;
        let arguments = function.parameters.iter().map(|parameter| {
            let value = values::known(random, &parameter.ty);
            encode(&parameter.ty, value)
        });
        Some(Request::CallFunction(CallFunctionRequest {
            name: (*name).clone(),
            arguments: arguments.collect(),
        }))
    }
}

fn encode(ty: &Type, value: Value) -> DynamicValue {
    DynamicValue::encode(&value, ty).expect("a value of the type")
}
