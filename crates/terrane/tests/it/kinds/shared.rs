//! The provider that all kinds share (rule P3).

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use terrane::context::Context;
use terrane::{StateStore, prelude::*};
use terrane_protocol::ConfigureStateStoreRequest;
use terrane_test::client::{Client, Query};

use crate::setup::{json, value};

/// Counts who comes.
struct Gate {
    visits: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.visits.fetch_add(1, Ordering::SeqCst);
    }
}

#[provider("registry.terraform.io/example/gate")]
impl Provider for Gate {
    async fn configure((): (), _: &mut ConfigureContext) -> Result<Self> {
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
#[derive(Model)]
struct Visit {
    /// The visitor.
    #[tf(identity)]
    name: String,
}

/// Lists visits.
#[derive(Model)]
#[tf(name = "visit")]
struct Visits {}

/// Tells how many there have been.
#[function(provider = Gate)]
fn visits(gate: &Gate) -> i64 {
    gate.visits.load(Ordering::SeqCst) as i64
}

impl Resource for Visit {
    type Provider = Gate;

    async fn create(plan: Self, gate: &Gate, _: &mut CreateContext) -> Result<Self> {
        gate.pass();
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Gate, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Gate, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Visit {
    type Provider = Gate;

    async fn read(config: Self, gate: &Gate, _: &mut ReadDataContext) -> Result<Self> {
        gate.pass();
        Ok(config)
    }
}

impl Ephemeral for Visit {
    type Provider = Gate;

    async fn open(config: Self, gate: &Gate, _: &mut OpenContext) -> Result<Self> {
        gate.pass();
        Ok(config)
    }
}

impl ListResource for Visits {
    type Resource = Visit;

    fn list(
        _: Self,
        gate: &Gate,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Visit>>> + Send {
        gate.pass();
        stream::empty()
    }
}

impl Action for Visit {
    type Provider = Gate;

    async fn invoke(_: Self, gate: &Gate, _: &mut InvokeContext) -> Result<()> {
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
    let provider = terrane::server::<Gate>();
    let client = Client::configured(provider.clone(), json("{}"))
        .await
        .unwrap();
    let name = "gate_visit";
    let tom = || json(r#"{"name":"Tom"}"#);
    let visits = async || client.call("visits", []).await.unwrap();
    assert_eq!(visits().await, 0.into());
    client.create(name, tom()).await.unwrap();
    assert_eq!(visits().await, 1.into());
    client.read_data(name, tom()).await.unwrap();
    assert_eq!(visits().await, 2.into());
    client.open(name, tom()).await.unwrap();
    assert_eq!(visits().await, 3.into());
    let found = client.list(name, json("{}"), Query::default()).await;
    assert_eq!((found.unwrap().len(), visits().await), (0, 4.into()));
    let invoked = client.invoke(name, tom()).await.unwrap();
    assert_eq!(invoked.progress(), [""; 0]);
    assert_eq!(visits().await, 5.into());
    let store = ConfigureStateStoreRequest {
        type_name: name.to_owned(),
        config: value::<Visit>(r#"{"name":"Tom"}"#),
        ..ConfigureStateStoreRequest::default()
    };
    provider.configure_state_store(store).await.unwrap();
    assert_eq!(visits().await, 6.into());
}
