//! What all kinds of things share: the one provider (rule P3).

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, Stream};
use terrane::context::Context;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, CallFunctionRequest, ConfigureStateStoreRequest,
    InvokeActionRequest, ListResourceRequest, OpenEphemeralResourceRequest, ReadDataSourceRequest,
};

use crate::setup::{configured, value};

/// Counts who comes.
struct Gate {
    visits: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.visits.fetch_add(1, Ordering::SeqCst);
    }
}

impl Provider for Gate {
    const ADDRESS: &'static str = "registry.terraform.io/example/gate";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        let visits = AtomicUsize::new(0);
        Ok(Gate { visits })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Visit>()
            .data_source::<Visit>()
            .ephemeral::<Visit>()
            .list::<Visits>()
            .action::<Visit>()
            .state_store::<Visit>()
            .function::<visits>();
    }
}

/// A visit, of any kind.
#[derive(Schema)]
struct Visit {
    /// Who comes.
    #[tf(identity)]
    name: String,
}

/// Lists visits.
#[derive(Schema)]
#[tf(name = "visit")]
struct Visits {}

/// Tells how many there have been.
#[function(provider = Gate)]
fn visits(gate: &Gate) -> i64 {
    gate.visits.load(Ordering::SeqCst) as i64
}

impl Resource for Visit {
    type Provider = Gate;

    async fn create(plan: Self, gate: &Gate, _: &mut Create) -> Result<Self> {
        gate.pass();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Gate, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Gate, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Visit {
    type Provider = Gate;

    async fn read(config: Self, gate: &Gate, _: &mut ReadData) -> Result<Self> {
        gate.pass();
        Ok(config)
    }
}

impl Ephemeral for Visit {
    type Provider = Gate;

    async fn open(config: Self, gate: &Gate, _: &mut Open) -> Result<Self> {
        gate.pass();
        Ok(config)
    }
}

impl ListResource for Visits {
    type Resource = Visit;

    fn list(
        _: Self,
        gate: &Gate,
        _: &mut List,
    ) -> impl Stream<Item = Result<Listed<Visit>>> + Send {
        gate.pass();
        stream::empty()
    }
}

impl Action for Visit {
    type Provider = Gate;

    async fn invoke(_: Self, gate: &Gate, _: &mut Invoke) -> Result<()> {
        gate.pass();
        Ok(())
    }
}

impl StateStore for Visit {
    type Provider = Gate;
    type Store = ();

    async fn configure(_: Self, gate: &Gate, _: &mut Context) -> Result<()> {
        gate.pass();
        Ok(())
    }

    async fn read((): &(), _: &str, _: &mut Context) -> Result<Option<Bytes>> {
        Ok(None)
    }

    async fn write((): &(), _: &str, _: Bytes, _: &mut Context) -> Result<()> {
        Ok(())
    }

    async fn list((): &(), _: &mut Context) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn delete((): &(), _: &str, _: &mut Context) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn p3_every_kind_has_the_same_provider() {
    let host = configured::<Gate>().await;
    let type_name = "gate_visit".to_owned();
    let config = value::<Visit>(r#"{"name":"Tom"}"#);
    let visits = async || {
        let request = CallFunctionRequest {
            name: "visits".to_owned(),
            arguments: Vec::new(),
        };
        let answer = host.call_function(request).await.unwrap();
        answer.result.decode(&terrane_value::Type::Number).unwrap()
    };
    assert_eq!(visits().await, 0.into());
    let create = ApplyResourceChangeRequest {
        type_name: type_name.clone(),
        planned_state: config.clone(),
        config: config.clone(),
        ..ApplyResourceChangeRequest::default()
    };
    host.apply_resource_change(create).await.unwrap();
    assert_eq!(visits().await, 1.into());
    let read = ReadDataSourceRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        ..ReadDataSourceRequest::default()
    };
    host.read_data_source(read).await.unwrap();
    assert_eq!(visits().await, 2.into());
    let open = OpenEphemeralResourceRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        ..OpenEphemeralResourceRequest::default()
    };
    host.open_ephemeral_resource(open).await.unwrap();
    assert_eq!(visits().await, 3.into());
    let list = ListResourceRequest {
        type_name: type_name.clone(),
        config: value::<Visits>("{}"),
        limit: 1,
        ..ListResourceRequest::default()
    };
    let found: Vec<_> = host.list_resource(list).await.unwrap().collect().await;
    assert_eq!((found.len(), visits().await), (0, 4.into()));
    let invoke = InvokeActionRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        ..InvokeActionRequest::default()
    };
    let events: Vec<_> = host.invoke_action(invoke).await.unwrap().collect().await;
    assert_eq!((events.len(), visits().await), (1, 5.into()));
    let store = ConfigureStateStoreRequest {
        type_name,
        config,
        ..ConfigureStateStoreRequest::default()
    };
    host.configure_state_store(store).await.unwrap();
    assert_eq!(visits().await, 6.into());
}
