//! Calls that change objects continue after the host resets the call, disconnects or sends Stop. Author code is
//! cancelled and decides when to return.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_composition::ProviderProcess;
use terrane_protocol::{ApplyResourceChangeRequest, EmptyRequest, Opaque, Server, Version};
use terrane_test::client::{CallError, Client, Instance, PlannedChange};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use crate::setup::{after, failure, json, value, with_unknown};

/// A limit that only ends a hang, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

/// The messages between a test and author code about one order.
#[derive(Default)]
struct Bench {
    begun: Notify,
    go_on: Notify,
    heard: watch::Sender<Heard>,
}

/// The progress of the author code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heard {
    /// `create` has seen that it should end.
    cancelled: bool,
    created: bool,
    settled: bool,
}

impl Bench {
    fn of(order: &str) -> Arc<Self> {
        static BENCHES: LazyLock<Mutex<HashMap<String, Arc<Bench>>>> =
            LazyLock::new(Mutex::default);
        let mut benches = BENCHES.lock().unwrap();
        Arc::clone(benches.entry(order.to_owned()).or_default())
    }

    fn hear(&self, change: impl FnOnce(&mut Heard)) {
        self.heard.send_modify(change);
    }

    async fn until(&self, what: &str, condition: impl FnMut(&Heard) -> bool) {
        let mut heard = self.heard.subscribe();
        let reached = timeout(PATIENCE, heard.wait_for(condition)).await;
        assert!(reached.is_ok(), "{what}: {:?}", self.heard.borrow());
    }
}

#[derive(Default)]
struct Workshop;

#[provider("registry.terraform.io/example/workshop")]
impl Provider for Workshop {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Order>();
    }
}

/// An order.
#[derive(Model)]
struct Order {
    /// The name.
    #[tf(identity)]
    name: String,
    /// What becomes of it.
    course: String,
    /// Its number.
    number: Computed<i64>,
}

impl Resource for Order {
    type Provider = Workshop;

    async fn create(plan: Self, _: &Workshop, cx: &mut CreateContext) -> Result<Self> {
        let bench = Bench::of(&plan.name);
        bench.begun.notify_one();
        match plan.course.as_str() {
            "waits" => {
                tokio::select! {
                    () = cx.cancelled() => bench.hear(|heard| heard.cancelled = true),
                    () = bench.go_on.notified() => {}
                }
                // The call is gone by now; a future that went with it would not come back from here.
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            "panics" => panic!("no wood"),
            _ => {}
        }
        cx.private_mut().set("receipt", &plan.name);
        bench.hear(|heard| heard.created = true);
        Ok(plan.with_computed(OrderComputed { number: 7 }))
    }

    async fn settle(created: Self, _: &Workshop, _: &mut CreateContext) -> Result<Self> {
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(created.course != "panics late", "no varnish");
        Bench::of(&created.name).hear(|heard| heard.settled = true);
        Ok(created)
    }

    async fn read(prior: Prior<Self>, _: &Workshop, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Workshop,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Workshop, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

type Changed = std::result::Result<Instance, CallError>;

/// A host with a connection to the provider.
struct Host {
    _process: ProviderProcess,
    provider: Arc<dyn terrane_protocol::Provider>,
    client: Arc<Client>,
}

impl Host {
    async fn new(process: ProviderProcess) -> Self {
        let provider = process.provider();
        let client = Client::new(Arc::clone(&provider)).await.unwrap();
        let warnings = client.configure(json("{}")).await.unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        Self {
            _process: process,
            provider,
            client: Arc::new(client),
        }
    }

    /// Plans an order.
    async fn order(&self, name: &str, course: &str) -> PlannedChange {
        let config = json(&format!(r#"{{"name":"{name}","course":"{course}"}}"#));
        let absent = Instance::absent("workshop_order");
        let plan = self.client.plan(&absent, config).await.unwrap();
        assert!(plan.warnings().is_empty(), "{:?}", plan.warnings());
        plan
    }

    /// Creates an order and waits for it.
    async fn create(&self, name: &str, course: &str) -> Changed {
        let plan = self.order(name, course).await;
        timeout(PATIENCE, self.client.apply(plan)).await.unwrap()
    }

    /// Begins to create an order, up to the author's code.
    async fn begin(&self, name: &str, course: &str) -> tokio::task::JoinHandle<Changed> {
        let plan = self.order(name, course).await;
        let client = Arc::clone(&self.client);
        let call = tokio::spawn(async move { client.apply(plan).await });
        let begun = timeout(PATIENCE, Bench::of(name).begun.notified()).await;
        begun.expect("the author's code runs");
        call
    }
}

/// An order that was created without a warning.
#[track_caller]
fn assert_created(order: &Changed) {
    let order = order.as_ref().unwrap();
    assert!(order.warnings().is_empty(), "{:?}", order.warnings());
    assert_eq!(order.attribute("number"), Some(&7.into()));
}

/// Runs a test over both protocol versions, each time with a name that no other test uses.
async fn over_a_socket<F: Future<Output = ()>>(test: &str, body: impl Fn(Host, String) -> F) {
    for version in Version::ALL {
        let server = Server::new(terrane::server::<Workshop>()).versions([version]);
        let running = server.start().await.unwrap();
        let process = ProviderProcess::reattach(running.reattach()).await.unwrap();
        assert_eq!(process.version(), version);
        body(
            Host::new(process).await,
            format!("{test}-{}", version.number()),
        )
        .await;
        running.stop().await;
    }
}

#[tokio::test]
async fn a_create_completes_after_its_call_is_dropped() {
    over_a_socket("dropped", |host, name| async move {
        let bench = Bench::of(&name);
        let call = host.begin(&name, "waits").await;
        assert_eq!(*bench.heard.borrow(), Heard::default());
        call.abort();
        bench
            .until("create hears of it", |heard| heard.cancelled)
            .await;
        bench.until("create ends", |heard| heard.created).await;
        bench.until("settle ends", |heard| heard.settled).await;

        // The connection is as good as before.
        assert_works(&host, &name).await;
    })
    .await;
}

#[tokio::test]
async fn a_create_completes_after_its_host_disconnects() {
    over_a_socket("gone", |host, name| async move {
        let bench = Bench::of(&name);
        let call = host.begin(&name, "waits").await;
        call.abort();
        drop((host, call));
        bench
            .until("settle ends", |heard| heard.cancelled && heard.settled)
            .await;
    })
    .await;
}

/// A call without a Stop is not cancelled.
#[tokio::test]
async fn a_create_whose_host_waits_is_not_cancelled() {
    over_a_socket("waited", |host, name| async move {
        let bench = Bench::of(&name);
        let call = host.begin(&name, "waits").await;
        assert_works(&host, &name).await;
        bench.go_on.notify_one();
        assert_created(&timeout(PATIENCE, call).await.unwrap().unwrap());
        let heard = *bench.heard.borrow();
        assert_eq!((heard.cancelled, heard.settled), (false, true));
    })
    .await;
}

#[tokio::test]
async fn stop_cancels_the_work_in_progress_and_keeps_its_result() {
    over_a_socket("stopped", |host, name| async move {
        let bench = Bench::of(&name);
        let call = host.begin(&name, "waits").await;
        let stopped = host.provider.stop_provider(EmptyRequest::default()).await;
        assert_eq!(stopped.unwrap().error, "");
        assert_created(&timeout(PATIENCE, call).await.unwrap().unwrap());
        assert!(bench.heard.borrow().cancelled);

        // Calls that start after the Stop are not cancelled.
        let later = format!("{name}-later");
        let call = host.begin(&later, "waits").await;
        assert_works(&host, &name).await;
        Bench::of(&later).go_on.notify_one();
        timeout(PATIENCE, call).await.unwrap().unwrap().unwrap();
        assert!(!Bench::of(&later).heard.borrow().cancelled);
    })
    .await;
}

#[tokio::test]
async fn a_panic_after_the_object_exists_does_not_lose_it() {
    over_a_socket("late", |host, name| async move {
        let created = host.create(&name, "panics late").await;
        let [error] = failure(&created) else {
            panic!("{created:?}")
        };
        assert!(error.is_error());
        assert_eq!(error.summary, "Cannot create workshop_order");
        assert!(error.detail.contains("no varnish"), "{error}");
        let order = after(&created).unwrap();
        assert_eq!(order.attribute("name"), Some(&name.as_str().into()));
        assert_eq!(order.attribute("number"), Some(&7.into()));
        let private = String::from_utf8_lossy(order.private()).into_owned();
        assert!(private.contains("receipt"), "{private}");
        assert_works(&host, &name).await;
    })
    .await;
}

#[tokio::test]
async fn a_panic_before_the_object_exists_leaves_no_state() {
    over_a_socket("early", |host, name| async move {
        // A host drops the private data of an object that does not exist, so the answer itself is inspected.
        let order = format!(r#"{{"name":"{name}","course":"panics","number":null}}"#);
        let request = ApplyResourceChangeRequest {
            type_name: "workshop_order".to_owned(),
            planned_state: with_unknown::<Order>(&order, "number"),
            config: value::<Order>(&order),
            ..ApplyResourceChangeRequest::default()
        };
        let call = host.provider.apply_resource_change(request);
        let response = timeout(PATIENCE, call).await.unwrap().unwrap();
        let [error] = &response.diagnostics[..] else {
            panic!("{:?}", response.diagnostics)
        };
        assert!(error.detail.contains("no wood"), "{error}");
        let state = response.new_state.decode(&Order::block().ty());
        assert!(state.unwrap().is_null());
        assert_eq!(response.private, Opaque::default());
        assert_works(&host, &name).await;
    })
    .await;
}

async fn assert_works(host: &Host, name: &str) {
    assert_created(&host.create(&format!("{name}-next"), "plain").await);
}
