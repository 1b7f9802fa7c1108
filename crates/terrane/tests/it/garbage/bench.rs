//! Calls with good bytes and with bad ones.

use std::sync::Arc;

use bytes::Bytes;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, CallFunctionRequest, ConfigRequest, ConfigureProviderRequest,
    Diagnostic, DynamicValue, PlanResourceChangeRequest, RawState, ReadDataSourceRequest,
    ReadResourceRequest, RpcError, UpgradeRequest, ValidateConfigRequest,
    ValidateProviderConfigRequest,
};
use terrane_value::{Type, json};

use crate::garbage::lab::{Lab, SETTINGS, TANK};

/// The places of a call that carry a value, by name.
pub(crate) const CALLS: [&str; 14] = [
    "validate provider",
    "configure",
    "validate resource",
    "validate data source",
    "upgrade",
    "read",
    "plan: config",
    "plan: prior",
    "plan: proposed",
    "apply: planned",
    "apply: prior",
    "delete: prior",
    "data source",
    "function",
];

pub(crate) struct Bench {
    pub(crate) provider: Arc<dyn terrane_protocol::Provider>,
    pub(crate) tank: Type,
    pub(crate) settings: Type,
}

/// What a call answered: its errors, as summary, path and detail.
pub(crate) type Errors = Vec<Diagnostic>;

impl Bench {
    pub(crate) async fn new() -> Self {
        let provider = terrane::server::<Lab>();
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        let bench = Self {
            tank: schema.resource_schemas["lab_tank"].block.ty(),
            settings: schema.provider.block.ty(),
            provider,
        };
        assert_eq!(
            bench.call("configure", bench.good("configure")).await,
            Ok(vec![])
        );
        bench
    }

    pub(crate) fn ty(&self, call: &str) -> Type {
        match call {
            "validate provider" | "configure" => self.settings.clone(),
            "function" => Type::list(Type::Number),
            _ => self.tank.clone(),
        }
    }

    pub(crate) fn value(&self, call: &str) -> Value {
        let text = match call {
            "validate provider" | "configure" => SETTINGS,
            "function" => "[1, 2.5]",
            _ => TANK,
        };
        json::decode(text.as_bytes(), &self.ty(call)).unwrap()
    }

    pub(crate) fn good(&self, call: &str) -> DynamicValue {
        if call == "upgrade" {
            return DynamicValue::from_json(Bytes::from_static(TANK.as_bytes()));
        }
        DynamicValue::encode(&self.value(call), &self.ty(call)).unwrap()
    }

    pub(crate) async fn call(&self, call: &str, value: DynamicValue) -> Result<Errors, RpcError> {
        let provider = &self.provider;
        let type_name = "lab_tank".to_owned();
        let whole = || DynamicValue::encode(&self.value("read"), &self.tank).unwrap();
        let diagnostics = match call {
            "validate provider" => {
                let request = ValidateProviderConfigRequest { config: value };
                provider
                    .validate_provider_config(request)
                    .await?
                    .diagnostics
            }
            "configure" => {
                let request = ConfigureProviderRequest {
                    config: value,
                    ..Default::default()
                };
                provider.configure_provider(request).await?.diagnostics
            }
            "validate resource" => {
                let request = ConfigRequest {
                    type_name,
                    config: value,
                    ..Default::default()
                };
                provider
                    .validate_resource_config(request)
                    .await?
                    .diagnostics
            }
            "validate data source" => {
                let request = ValidateConfigRequest {
                    type_name,
                    config: value,
                };
                provider
                    .validate_data_resource_config(request)
                    .await?
                    .diagnostics
            }
            "upgrade" => {
                let raw_state = RawState::from_json(if value.json.is_empty() {
                    value.msgpack
                } else {
                    value.json
                });
                let request = UpgradeRequest {
                    type_name,
                    version: 0,
                    raw_state,
                };
                provider.upgrade_resource_state(request).await?.diagnostics
            }
            "read" => {
                let request = ReadResourceRequest {
                    type_name,
                    current_state: value,
                    ..Default::default()
                };
                provider.read_resource(request).await?.diagnostics
            }
            "plan: config" | "plan: prior" | "plan: proposed" => {
                let mut request = PlanResourceChangeRequest {
                    type_name,
                    config: whole(),
                    prior_state: whole(),
                    proposed_new_state: whole(),
                    ..Default::default()
                };
                match call {
                    "plan: config" => request.config = value,
                    "plan: prior" => request.prior_state = value,
                    _ => request.proposed_new_state = value,
                }
                provider.plan_resource_change(request).await?.diagnostics
            }
            "apply: planned" | "apply: prior" | "delete: prior" => {
                let mut request = ApplyResourceChangeRequest {
                    type_name,
                    prior_state: whole(),
                    planned_state: whole(),
                    config: whole(),
                    ..Default::default()
                };
                match call {
                    "apply: planned" => request.planned_state = value,
                    "apply: prior" => request.prior_state = value,
                    _ => {
                        (request.prior_state, request.planned_state) =
                            (value, DynamicValue::default())
                    }
                }
                provider.apply_resource_change(request).await?.diagnostics
            }
            "data source" => {
                let request = ReadDataSourceRequest {
                    type_name,
                    config: value,
                    ..Default::default()
                };
                provider.read_data_source(request).await?.diagnostics
            }
            "function" => {
                let request = CallFunctionRequest {
                    name: "total".to_owned(),
                    arguments: vec![value],
                };
                let error = provider.call_function(request).await?.error;
                error
                    .map(|error| Diagnostic::error("function", error.text))
                    .into_iter()
                    .collect::<Vec<_>>()
                    .into()
            }
            other => panic!("there is no call {other}"),
        };
        Ok(diagnostics.errors().cloned().collect())
    }

    /// Makes a bad call, then a good one of the same kind.
    pub(crate) async fn survives(&self, call: &str, bytes: Bytes) -> Errors {
        let errors = self
            .call(call, DynamicValue::from_msgpack(bytes.clone()))
            .await
            .unwrap();
        let next = self.call(call, self.good(call)).await.unwrap();
        // A data source's configuration may not set what is computed, and the good value sets it.
        let fine = next.iter().all(|error| error.summary.contains("Read-Only"));
        assert!(fine, "{call} after {bytes:x?}: {next:?}");
        errors
    }
}
