//! What becomes of the work when the host resets a call in the middle of it: the request on its way continues to its end.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use terrane_api_test::Server;
use terrane_composition::ProviderProcess;
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigureProviderRequest, DynamicValue, PlanResourceChangeRequest,
    Provider, ReadResourceRequest,
};

use crate::api::Api;
use crate::held::Held;

const TOKEN: &str = "s3cret-t0ken";

/// The provider in a process of its own, with this test in the place of a host.
struct Zoo {
    api: Api,
    held: Held,
    _front: Server,
    provider: Arc<dyn Provider>,
    process: ProviderProcess,
}

impl Zoo {
    /// `method` is the one of the requests that can be held.
    async fn start(method: Method) -> Self {
        let api = Api::start(TOKEN).expect("a free port");
        let (front, held) = Held::start(api.url(), method);
        let mut command = Command::new(env!("CARGO_BIN_EXE_terraform-provider-zoo"));
        command.env("ZOO_URL", front.url()).env("ZOO_TOKEN", TOKEN);
        let process = ProviderProcess::launch(command)
            .await
            .expect("the provider starts");
        let provider = process.provider();
        let request = ConfigureProviderRequest {
            config: value(
                &json!({ "url": null, "token": null, "timeout": null, "max_retries": null }),
            ),
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
            held,
            _front: front,
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

    /// Applies, and resets the call as soon as a request is held.
    async fn apply_and_reset(&self, apply: ApplyResourceChangeRequest) {
        self.held.hold();
        let provider = Arc::clone(&self.provider);
        let call = tokio::spawn(async move { provider.apply_resource_change(apply).await });
        self.until(|_| self.held.count() == 1).await;
        call.abort();
        assert!(call.await.is_err_and(|error| error.is_cancelled()));
    }

    async fn until(&self, condition: impl Fn(&Api) -> bool) {
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
    let zoo = Zoo::start(Method::POST).await;
    let apply = zoo.plan(&DynamicValue::default(), 4).await;
    zoo.apply_and_reset(apply).await;
    assert!(zoo.api.pets().is_empty(), "the API has not answered yet");
    zoo.held.release();
    // It does so only for a client that still waits.
    zoo.until(|api| api.pet("pet-1").is_some()).await;
    zoo.process.kill().await.unwrap();
}

/// Requests end with their call. The one that is on its way gets its answer, and the next run does the rest.
#[tokio::test]
async fn a_change_ends_after_the_request_that_was_on_its_way() {
    let zoo = Zoo::start(Method::PATCH).await;
    let apply = zoo.plan(&DynamicValue::default(), 4).await;
    let created = zoo.provider.apply_resource_change(apply).await.unwrap();
    assert!(!created.diagnostics.has_errors());

    zoo.api.take_log();
    let apply = zoo.plan(&created.new_state, 3).await;
    zoo.apply_and_reset(apply).await;
    assert!(zoo.api.take_log().is_empty(), "not yet");
    zoo.held.release();
    let is_changed = |api: &Api| api.pet("pet-1").is_some_and(|pet| pet.traits.legs == 3);
    zoo.until(is_changed).await;

    let request = ReadResourceRequest {
        type_name: "zoo_pet".to_owned(),
        current_state: created.new_state.clone(),
        ..ReadResourceRequest::default()
    };
    let read = zoo.provider.read_resource(request).await.unwrap();
    assert!(!read.diagnostics.has_errors());
    assert_ne!(read.new_state, created.new_state, "the process lives");
    let apply = zoo.plan(&read.new_state, 2).await;
    let changed = zoo.provider.apply_resource_change(apply).await.unwrap();
    assert!(!changed.diagnostics.has_errors());
    let requests = [
        "PATCH /pets/pet-1",
        "GET /pets/pet-1",
        "PATCH /pets/pet-1",
        "POST /pets/pet-1/feed",
    ];
    assert_eq!(zoo.api.take_log(), requests);
    zoo.process.kill().await.unwrap();
}
