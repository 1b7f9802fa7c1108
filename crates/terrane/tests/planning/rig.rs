//! A host that proposes as hosts do, and plans and applies in process.

use std::sync::Arc;

use terrane::Model;
use terrane_protocol::rules::Rules;
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue,
    PlanResourceChangeRequest, PlanResourceChangeResponse, Provider,
};
use terrane_value::{Object, Path, Value, json};

pub(crate) use crate::setup::{DEFERS, configured, configured_by};

/// An object of a model, from JSON; `"?"` stands for an unknown string.
pub(crate) fn object<M: Model>(text: &str) -> Object {
    let value = json::decode(text.as_bytes(), &M::block().ty()).unwrap();
    let Ok(value) = value.transform(|_, value| {
        Ok::<_, std::convert::Infallible>(if value.as_str() == Some("?") {
            Value::unknown()
        } else {
            value
        })
    });
    value.as_object().unwrap().clone()
}

pub(crate) fn encode<M: Model>(object: Option<Object>) -> DynamicValue {
    let value = object.map_or(Value::Null, Into::into);
    DynamicValue::encode(&value, &M::block().ty()).unwrap()
}

pub(crate) fn decode<M: Model>(value: &DynamicValue) -> Option<Object> {
    value.decode(&M::block().ty()).unwrap().as_object().cloned()
}

/// The request with which a host asks for a plan; nothing stands for null.
pub(crate) fn request<M: Model>(
    type_name: &str,
    prior: Option<&str>,
    config: Option<&str>,
) -> PlanResourceChangeRequest {
    let rules = Rules::new(&M::block().to_protocol(0));
    let (prior, config) = (prior.map(object::<M>), config.map(object::<M>));
    let proposed = config
        .as_ref()
        .and_then(|config| rules.propose(prior.as_ref(), Some(config)));
    PlanResourceChangeRequest {
        type_name: type_name.to_owned(),
        prior_state: encode::<M>(prior),
        proposed_new_state: encode::<M>(proposed),
        config: encode::<M>(config),
        ..PlanResourceChangeRequest::default()
    }
}

/// Plans without an error.
pub(crate) async fn plan<P: terrane::Provider, M: Model>(
    type_name: &str,
    prior: Option<&str>,
    config: &str,
) -> Planned {
    let request = request::<M>(type_name, prior, Some(config));
    let response = terrane::server::<P>()
        .plan_resource_change(request)
        .await
        .unwrap();
    assert!(
        !response.diagnostics.has_errors(),
        "{:?}",
        response.diagnostics
    );
    Planned {
        object: decode::<M>(&response.planned_state).unwrap(),
        response,
    }
}

pub(crate) struct Planned {
    pub(crate) object: Object,
    pub(crate) response: PlanResourceChangeResponse,
}

impl Planned {
    /// A value by its path.
    pub(crate) fn at(&self, path: &str) -> Value {
        let path: Path = path.parse().unwrap();
        Value::from(self.object.clone()).at(&path).unwrap().clone()
    }

    pub(crate) fn replace(&self) -> Vec<String> {
        self.response
            .requires_replace
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}

/// Carries a plan out.
pub(crate) async fn apply(
    provider: &Arc<dyn Provider>,
    planned: PlanResourceChangeResponse,
    asked: PlanResourceChangeRequest,
) -> ApplyResourceChangeResponse {
    let request = ApplyResourceChangeRequest {
        type_name: asked.type_name,
        prior_state: asked.prior_state,
        planned_state: planned.planned_state,
        config: asked.config,
        planned_private: planned.planned_private,
        ..ApplyResourceChangeRequest::default()
    };
    provider.apply_resource_change(request).await.unwrap()
}
