//! What becomes of the work when the host resets a call in the middle of it: it continues to its end.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use terrane_composition::ProviderProcess;
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigureProviderRequest, DynamicValue, PlanResourceChangeRequest,
    Provider, ReadResourceRequest,
};
use zoo::zoo_api::{Call, Fault, Server};

const TOKEN: &str = "s3cret-t0ken";

/// The provider in a process of its own, with this test in the place of a host.
struct Zoo {
    api: Server,
    provider: Arc<dyn Provider>,
    process: ProviderProcess,
}

impl Zoo {
    async fn start() -> Self {
        let api = Server::start(TOKEN).expect("a free port");
        let mut command = Command::new(env!("CARGO_BIN_EXE_terraform-provider-zoo"));
        command.env("ZOO_URL", api.url()).env("ZOO_TOKEN", TOKEN);
        let process = ProviderProcess::launch(command)
            .await
            .expect("the provider starts");
        let provider = process.provider();
        let request = ConfigureProviderRequest {
            config: value(&json!({ "url": null, "token": null, "timeout": null })),
            ..ConfigureProviderRequest::default()
        };
        let configured = provider
            .configure_provider(request)
            .await
            .expect("an answer")
            .diagnostics;
        assert!(!configured.has_errors(), "{configured:?}");
        Self {
            api,
            provider,
            process,
        }
    }

    /// Plans a pet with so many legs, and returns the request that applies the plan.
    async fn plan(&self, prior: &DynamicValue, legs: i64) -> ApplyResourceChangeRequest {
        let config = value(&json!({
            "name": "Rex", "legs": legs, "diet": { "kcal": 300, "avoid": null },
            "tags": null, "toys": null, "id": null, "portion": null, "changes": null,
        }));
        let request = PlanResourceChangeRequest {
            type_name: "zoo_pet".to_owned(),
            prior_state: prior.clone(),
            proposed_new_state: config.clone(),
            config: config.clone(),
            ..PlanResourceChangeRequest::default()
        };
        let plan = self
            .provider
            .plan_resource_change(request)
            .await
            .expect("an answer");
        assert!(!plan.diagnostics.has_errors(), "{:?}", plan.diagnostics);
        ApplyResourceChangeRequest {
            type_name: "zoo_pet".to_owned(),
            prior_state: prior.clone(),
            planned_state: plan.planned_state,
            config,
            planned_private: plan.planned_private,
            ..ApplyResourceChangeRequest::default()
        }
    }

    /// Applies, and resets the call as soon as the API has got a request.
    async fn apply_and_reset(&self, apply: ApplyResourceChangeRequest, request: &str) {
        let provider = Arc::clone(&self.provider);
        let call = tokio::spawn(async move { provider.apply_resource_change(apply).await });
        self.until(|api| api.take_log().iter().any(|line| line == request))
            .await;
        self.until(|api| api.held() == 1).await;
        call.abort();
        assert!(call.await.is_err_and(|error| error.is_cancelled()));
    }

    async fn until(&self, condition: impl Fn(&Server) -> bool) {
        let waiting = async {
            while !condition(&self.api) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(600), waiting)
            .await
            .expect("it happens");
    }
}

fn value(json: &Value) -> DynamicValue {
    DynamicValue::from_json(json.to_string().into())
}

#[tokio::test]
async fn a_creation_continues() {
    let zoo = Zoo::start().await;
    zoo.api.fault(Call::Add, 1, Fault::Hold);
    let apply = zoo.plan(&DynamicValue::default(), 4).await;
    zoo.apply_and_reset(apply, "POST /pets").await;
    assert!(zoo.api.pets().is_empty(), "the API has not answered yet");
    zoo.api.release();
    // It does so only for a client that still waits.
    zoo.until(|api| api.pet("pet-1").is_some()).await;
    zoo.process.kill().await.unwrap();
}

#[tokio::test]
async fn a_change_continues_with_its_second_step() {
    let zoo = Zoo::start().await;
    let apply = zoo.plan(&DynamicValue::default(), 4).await;
    let created = zoo.provider.apply_resource_change(apply).await.unwrap();
    assert!(!created.diagnostics.has_errors());

    zoo.api.fault(Call::Change, 1, Fault::Hold);
    let apply = zoo.plan(&created.new_state, 3).await;
    zoo.apply_and_reset(apply, "PATCH /pets/pet-1").await;
    assert_eq!(zoo.api.pet("pet-1").unwrap().traits.legs, 4, "not yet");
    zoo.api.release();
    zoo.until(|api| api.take_log() == ["POST /pets/pet-1/feed"])
        .await;
    assert_eq!(zoo.api.pet("pet-1").unwrap().traits.legs, 3);

    let request = ReadResourceRequest {
        type_name: "zoo_pet".to_owned(),
        current_state: created.new_state.clone(),
        ..ReadResourceRequest::default()
    };
    let read = zoo.provider.read_resource(request).await.unwrap();
    assert!(!read.diagnostics.has_errors());
    assert_ne!(read.new_state, created.new_state, "the process lives");
    zoo.process.kill().await.unwrap();
}
