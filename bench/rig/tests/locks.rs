//! Tests that author code which blocks its thread delays no other call.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use terrane::prelude::*;
use terrane_bench::workload::{self, Error as WorkloadError};
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigRequest, DynamicValue, EmptyRequest,
    PlanResourceChangeRequest, ReadResourceRequest,
};
use terrane_value::{Type, Value};
use tokio::time::timeout;

/// Long enough for a call on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The gate at which `create` reports its start, and waits until it may continue.
static GATE: Mutex<Option<(Sender<()>, Receiver<()>)>> = Mutex::new(None);

struct Locks;

#[derive(Model)]
struct Settings {
    endpoint: Option<String>,
}

#[provider("registry.terraform.io/example/locks")]
impl Provider for Locks {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Locks)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Door>();
    }
}

#[derive(Model)]
struct Door {
    name: String,
}

impl Resource for Door {
    type Provider = Locks;

    async fn create(plan: Self, _: &Locks, _: &mut CreateContext) -> Result<Self> {
        let gate = GATE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((begun, open)) = gate {
            begun.send(())?;
            open.recv()?;
        }
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Locks, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Locks, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Locks, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn value(value: &Value) -> DynamicValue {
    DynamicValue::encode(value, &Type::object([("name", Type::String)])).expect("a door")
}

fn creation() -> ApplyResourceChangeRequest {
    let door = value(&Value::object([("name", "front")]));
    ApplyResourceChangeRequest {
        type_name: "locks_door".to_owned(),
        prior_state: value(&Value::Null),
        planned_state: door.clone(),
        config: door,
        ..ApplyResourceChangeRequest::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_create_that_blocks_delays_no_other_call() -> Result<(), WorkloadError> {
    let provider = terrane::server::<Locks>();
    workload::configure(&*provider).await?;
    let (begin, has_begun) = channel();
    let (open, opened) = channel();
    *GATE.lock().unwrap() = Some((begin, opened));
    let blocked = tokio::spawn({
        let provider = Arc::clone(&provider);
        async move { provider.apply_resource_change(creation()).await }
    });
    has_begun.recv_timeout(PATIENCE)?;

    let others = async {
        let door = value(&Value::object([("name", "back")]));
        let type_name = "locks_door".to_owned();
        provider.get_provider_schema(EmptyRequest {}).await?;
        let validated = ConfigRequest {
            type_name: type_name.clone(),
            config: door.clone(),
            ..ConfigRequest::default()
        };
        provider.validate_resource_config(validated).await?;
        let planned = PlanResourceChangeRequest {
            type_name: type_name.clone(),
            prior_state: value(&Value::Null),
            proposed_new_state: door.clone(),
            config: door.clone(),
            ..PlanResourceChangeRequest::default()
        };
        provider.plan_resource_change(planned).await?;
        let read = ReadResourceRequest {
            type_name,
            current_state: door,
            ..ReadResourceRequest::default()
        };
        provider.read_resource(read).await?;
        let created = provider.apply_resource_change(creation()).await?;
        assert!(created.diagnostics.is_empty());
        // Configuring takes the lock that calls read the provider through.
        workload::configure(&*provider).await
    };
    timeout(PATIENCE, others).await??;
    assert!(!blocked.is_finished());
    open.send(())?;
    let created = timeout(PATIENCE, blocked).await???;
    assert!(created.diagnostics.is_empty());
    Ok(())
}
