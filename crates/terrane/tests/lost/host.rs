//! A host that plans and applies as hosts do.

use std::sync::Arc;

use serde_json::{Value, json};
use terrane::model::ObjectModel;
use terrane_protocol::rules::Rules;
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, ConfigureProviderRequest, Diagnostics,
    DynamicValue, PlanResourceChangeRequest, PlanResourceChangeResponse, Provider,
    ReadResourceRequest, ReadResourceResponse,
};
use terrane_value::Type;

use crate::raft::Raft;

pub(crate) const RAFT: &str = "harbour_raft";

#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) provider: Arc<dyn Provider>,
}

impl Host {
    /// Configures a provider.
    pub(crate) async fn new(provider: Arc<dyn Provider>) -> Self {
        let ty = Type::object::<&str>([]);
        let config = terrane_value::json::decode(b"{}", &ty).unwrap();
        let request = ConfigureProviderRequest {
            config: DynamicValue::encode(&config, &ty).unwrap(),
            ..Default::default()
        };
        let configured = provider.configure_provider(request).await.unwrap();
        assert!(configured.diagnostics.is_empty(), "{configured:?}");
        Self { provider }
    }

    /// Plans a change; null is nothing.
    pub(crate) async fn plan(&self, prior: &Value, config: &Value) -> PlanResourceChangeResponse {
        let rules = Rules::new(&Raft::block().to_protocol(1));
        let ty = Raft::block().ty();
        let [prior, config] = [prior, config].map(|it| encode(it).decode(&ty).unwrap());
        let proposed = match config.as_object() {
            Some(config) => rules.propose(prior.as_object(), Some(config)),
            None => None,
        };
        let proposed = proposed.map_or(terrane_value::Value::Null, Into::into);
        let [prior_state, config, proposed_new_state] =
            [&prior, &config, &proposed].map(|it| DynamicValue::encode(it, &ty).unwrap());
        let request = PlanResourceChangeRequest {
            type_name: RAFT.to_owned(),
            prior_state,
            proposed_new_state,
            config,
            ..Default::default()
        };
        self.provider.plan_resource_change(request).await.unwrap()
    }

    /// Plans a change, which succeeds, and makes the request that carries it out.
    pub(crate) async fn planned(
        &self,
        prior: &Value,
        config: &Value,
    ) -> ApplyResourceChangeRequest {
        let plan = self.plan(prior, config).await;
        assert!(!plan.diagnostics.has_errors(), "{:?}", plan.diagnostics);
        ApplyResourceChangeRequest {
            type_name: RAFT.to_owned(),
            prior_state: encode(prior),
            planned_state: plan.planned_state,
            config: encode(config),
            planned_private: plan.planned_private,
            ..Default::default()
        }
    }

    pub(crate) async fn apply(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> ApplyResourceChangeResponse {
        self.provider.apply_resource_change(request).await.unwrap()
    }

    pub(crate) async fn read(&self, state: &Value) -> ReadResourceResponse {
        let request = ReadResourceRequest {
            type_name: RAFT.to_owned(),
            current_state: encode(state),
            ..Default::default()
        };
        self.provider.read_resource(request).await.unwrap()
    }
}

/// A raft as it is configured.
pub(crate) fn config(name: &str, size: i64, breaks: &str, timeout: Option<&str>) -> Value {
    let timeouts =
        timeout.map(|it| json!({ "create": it, "read": it, "update": it, "delete": it }));
    json!({ "name": name, "size": size, "breaks": breaks, "timeouts": timeouts })
}

/// The same raft once it exists, and once it is done.
pub(crate) fn state(config: &Value, flag: Option<&str>) -> Value {
    let mut state = config.clone();
    state["number"] = json!(7);
    state["flag"] = json!(flag);
    state
}

pub(crate) fn encode(value: &Value) -> DynamicValue {
    let ty = Raft::block().ty();
    let value = terrane_value::json::decode(value.to_string().as_bytes(), &ty).unwrap();
    DynamicValue::encode(&value, &ty).unwrap()
}

pub(crate) fn decode(value: &DynamicValue) -> Value {
    let ty = Raft::block().ty();
    let value = value.decode(&ty).unwrap();
    serde_json::from_slice(&terrane_value::json::encode(&value, &ty).unwrap()).unwrap()
}

/// The errors, as text.
pub(crate) fn errors(diagnostics: &Diagnostics) -> String {
    let errors: Vec<_> = diagnostics.errors().map(ToString::to_string).collect();
    errors.join("\n")
}
