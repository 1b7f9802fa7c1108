//! The calls of the table.

use std::sync::Arc;

use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigRequest, ConfigureProviderRequest, Diagnostics, DynamicValue,
    PlanResourceChangeRequest, RawState, ReadDataSourceRequest, ReadResourceRequest,
    UpgradeRequest,
};
use terrane_value::{Data, Object, Type, json};

use crate::states::lab::Lab;

pub(crate) const CONFIGURED: &str = r#"{"id":"1","required":"a","dynamic":{"type":"string","value":"a"},"sensitive":"a","list":["a"],
  "list_null":["a"],"set":["a"],"map":{"k":"a"},"nested":{"x":"a"},"nested_list":[{"x":"a"}],"block":{"x":"a"},"block_list":[]}"#;

pub(crate) const COMPUTED: [&str; 6] = [
    "computed",
    "kept",
    "computed_optional",
    "computed_null",
    "found",
    "called",
];

/// What stands in a place of a value.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Null,
    Unknown,
}

impl State {
    pub(crate) fn value(self) -> Value {
        match self {
            State::Null => Value::Null,
            State::Unknown => Value::unknown(),
        }
    }
}

pub(crate) struct Bench {
    pub(crate) provider: Arc<dyn terrane_protocol::Provider>,
    pub(crate) ty: Type,
}

impl Bench {
    pub(crate) async fn new() -> Self {
        let provider = terrane::server::<Lab>();
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        let ty = schema.resource_schemas["lab_kinds"].block.ty();
        let settings = schema.provider.block.ty();
        let config = json::decode(br#"{"required":"a","env":"a"}"#, &settings).unwrap();
        let config = DynamicValue::encode(&config, &settings).unwrap();
        let request = ConfigureProviderRequest {
            config,
            ..Default::default()
        };
        assert!(
            !provider
                .configure_provider(request)
                .await
                .unwrap()
                .diagnostics
                .has_errors()
        );
        Self { provider, ty }
    }

    /// A complete configuration with one place changed; the path is an attribute, or an attribute and what is in it.
    pub(crate) fn config(&self, place: &str, state: State) -> Object {
        let Ok(Value::Known(Data::Object(mut object))) =
            json::decode(CONFIGURED.as_bytes(), &self.ty)
        else {
            panic!("the configuration is no object");
        };
        match place.split_once('.') {
            None => {
                object.set(place, state.value());
            }
            Some((attribute, inside)) => {
                let value = match (inside, object.get(attribute).cloned()) {
                    ("element", Some(Value::Known(Data::List(_)))) => {
                        Data::List(vec![state.value()])
                    }
                    ("element", Some(Value::Known(Data::Set(_)))) => {
                        Data::Set([state.value()].into_iter().collect())
                    }
                    ("element", Some(Value::Known(Data::Map(_)))) => {
                        Data::Map([("k", state.value())].into())
                    }
                    ("x", Some(Value::Known(Data::Object(mut part)))) => {
                        part.set("x", state.value());
                        Data::Object(part)
                    }
                    other => panic!("{place} is {other:?}"),
                };
                object.set(attribute, Value::Known(value));
            }
        }
        object
    }

    /// What the host would have as state: the same with computed values.
    pub(crate) fn state(&self, place: &str, state: State) -> Object {
        let mut object = self.config(place, state);
        for name in COMPUTED {
            if name != place {
                object.set(name, "c");
            }
        }
        if place != "defaulted" {
            object.set("defaulted", "d");
        }
        object
    }

    pub(crate) fn encode(&self, object: Object) -> DynamicValue {
        DynamicValue::encode(&Value::Known(Data::Object(object)), &self.ty).unwrap()
    }

    pub(crate) fn seen(
        &self,
        diagnostics: &Diagnostics,
        new: &DynamicValue,
        place: &str,
    ) -> String {
        if let Some(error) = diagnostics.errors().next() {
            let at = error
                .path
                .as_ref()
                .map(|path| format!(" at `{path}`"))
                .unwrap_or_default();
            return format!("{}{at}", error.summary);
        }
        match new.decode(&self.ty).unwrap() {
            Value::Known(Data::Object(object)) => {
                match object.get(place.split('.').next().unwrap()).unwrap() {
                    Value::Null => "null".to_owned(),
                    Value::Unknown(_) => "unknown".to_owned(),
                    Value::Known(Data::String(text)) => format!("`{text}`"),
                    Value::Known(_) => "unchanged".to_owned(),
                }
            }
            Value::Null => "null object".to_owned(),
            other => format!("{other:?}"),
        }
    }

    pub(crate) async fn validate(&self, place: &str, state: State) -> String {
        let request = ConfigRequest {
            type_name: "lab_kinds".to_owned(),
            config: self.encode(self.config(place, state)),
            ..Default::default()
        };
        let answer = self
            .provider
            .validate_resource_config(request)
            .await
            .unwrap();
        match answer.diagnostics.errors().next() {
            Some(_) => self.seen(&answer.diagnostics, &DynamicValue::default(), place),
            None => "passes".to_owned(),
        }
    }

    pub(crate) async fn plan(&self, place: &str, state: State, prior: Option<Object>) -> String {
        let config = self.config(place, state);
        let proposed = match &prior {
            None => config.clone(),
            // What the host proposes: the configuration, with the state's values where nothing is configured.
            Some(prior) => {
                let mut proposed = config.clone();
                for name in COMPUTED.into_iter().chain(["defaulted"]) {
                    if config.get(name) == Some(&Value::Null) {
                        proposed.set(name, prior.get(name).unwrap().clone());
                    }
                }
                proposed
            }
        };
        let request = PlanResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: prior.map(|prior| self.encode(prior)).unwrap_or_default(),
            proposed_new_state: self.encode(proposed),
            config: self.encode(config),
            ..Default::default()
        };
        let answer = self.provider.plan_resource_change(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.planned_state, place)
    }

    pub(crate) async fn apply(&self, place: &str, state: State, prior: Option<Object>) -> String {
        let planned = self.state(place, state);
        let request = ApplyResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: prior.map(|prior| self.encode(prior)).unwrap_or_default(),
            planned_state: self.encode(planned),
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.new_state, place)
    }

    pub(crate) async fn read(&self, place: &str, state: State) -> String {
        let request = ReadResourceRequest {
            type_name: "lab_kinds".to_owned(),
            current_state: self.encode(self.state(place, state)),
            ..Default::default()
        };
        let answer = self.provider.read_resource(request).await.unwrap();
        match (
            answer.diagnostics.errors().next(),
            answer.diagnostics.warnings().next(),
        ) {
            (None, Some(how)) => how.summary.clone(),
            _ => self.seen(&answer.diagnostics, &answer.new_state, place),
        }
    }

    pub(crate) async fn delete(&self, place: &str, state: State) -> String {
        let request = ApplyResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: self.encode(self.state(place, state)),
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        match answer.diagnostics.errors().next() {
            Some(_) => self.seen(&answer.diagnostics, &answer.new_state, place),
            None => "deleted".to_owned(),
        }
    }

    pub(crate) async fn upgrade(&self, place: &str) -> String {
        let value = Value::Known(Data::Object(self.state(place, State::Null)));
        let request = UpgradeRequest {
            type_name: "lab_kinds".to_owned(),
            version: 0,
            raw_state: RawState::from_json(json::encode(&value, &self.ty).unwrap().into()),
        };
        let answer = self.provider.upgrade_resource_state(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.upgraded_state, place)
    }

    pub(crate) async fn read_data(&self, place: &str, state: State) -> String {
        let request = ReadDataSourceRequest {
            type_name: "lab_kinds".to_owned(),
            config: self.encode(self.config(place, state)),
            ..Default::default()
        };
        let answer = self.provider.read_data_source(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.state, place)
    }
}
