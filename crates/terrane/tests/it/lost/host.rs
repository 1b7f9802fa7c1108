//! A host that plans and applies as hosts do.

use std::sync::Arc;

use serde_json::{Value, json};
use terrane::ObjectModel;
use terrane_protocol::{Diagnostics, DynamicValue, Provider};
use terrane_test::client::{CallError, Client, Instance, PlannedChange};

use crate::lost::raft::Raft;
use crate::setup::{after, value};

pub(crate) const RAFT: &str = "harbour_raft";

pub(crate) type Answer<T> = Result<T, CallError>;

#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) client: Arc<Client>,
}

impl Host {
    /// Configures a provider.
    pub(crate) async fn new(provider: Arc<dyn Provider>) -> Self {
        let client = Client::new(Arc::clone(&provider)).await.unwrap();
        let warnings = client.configure(json!({})).await.unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        Self {
            provider,
            client: Arc::new(client),
        }
    }

    /// Plans a change; null is nothing.
    pub(crate) async fn plan(&self, prior: &Value, config: &Value) -> Answer<PlannedChange> {
        let prior = self.stored(prior);
        if config.is_null() {
            self.client.plan_delete(&prior).await
        } else {
            self.client.plan(&prior, config.clone()).await
        }
    }

    /// Plans a change, which succeeds.
    pub(crate) async fn planned(&self, prior: &Value, config: &Value) -> PlannedChange {
        self.plan(prior, config).await.unwrap()
    }

    pub(crate) async fn apply(&self, plan: PlannedChange) -> Answer<Instance> {
        self.client.apply(plan).await
    }

    /// Reads an object, and shows it.
    pub(crate) async fn read(&self, state: &Value) -> Value {
        let read = self.client.read(&self.stored(state)).await;
        stored(&read)
    }

    fn stored(&self, state: &Value) -> Instance {
        if state.is_null() {
            Instance::absent(RAFT)
        } else {
            self.client.stored(RAFT, state.clone()).unwrap()
        }
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

/// The state that a host stores after a call that may have failed.
pub(crate) fn stored(answer: &Answer<Instance>) -> Value {
    shown(after(answer).map_or(&terrane_value::Value::Null, Instance::value))
}

pub(crate) fn encode(state: &Value) -> DynamicValue {
    value::<Raft>(&state.to_string())
}

pub(crate) fn decode(value: &DynamicValue) -> Value {
    shown(&value.decode(&Raft::block().ty()).unwrap())
}

fn shown(value: &terrane_value::Value) -> Value {
    let text = terrane_value::json::encode(value, &Raft::block().ty()).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The errors, as text.
pub(crate) fn errors(diagnostics: &Diagnostics) -> String {
    let errors: Vec<_> = diagnostics.errors().map(ToString::to_string).collect();
    errors.join("\n")
}
