//! Ephemeral resources are opened, renewed and closed around their use, and their values are never stored.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use terrane::prelude::*;
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions};
use terrane_host::factory::Factories;
use terrane_host::plan::Plan;
use terrane_host::state::{State, StateFile};
use tokio::sync::Notify;

use crate::folder::folder;

/// The number of tickets that were opened.
static OPENED: AtomicUsize = AtomicUsize::new(0);
/// The number of the ticket that was renewed last.
static RENEWED: AtomicUsize = AtomicUsize::new(0);
static RENEWAL: Notify = Notify::const_new();

#[derive(Default)]
struct Zoo;

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Gate>().ephemeral::<Ticket>();
    }
}

/// A way in.
#[derive(Model)]
struct Ticket {
    /// For whom.
    name: String,
    /// What the gate asks for.
    code: Computed<String>,
}

impl Ephemeral for Ticket {
    type Provider = Zoo;

    async fn open(config: Self, _: &Zoo, cx: &mut OpenContext) -> Result<Self> {
        if config.name == "Ada" {
            let number = OPENED.fetch_add(1, Ordering::SeqCst) + 1;
            cx.renew_at(SystemTime::now());
            cx.private_mut().set("number", &number);
        }
        let code = Computed::from("confidential".to_owned());
        Ok(Ticket { code, ..config })
    }

    async fn renew(_: &Zoo, cx: &mut RenewContext) -> Result<()> {
        let number = cx.private().get::<usize>("number")?;
        RENEWED.store(number.unwrap_or_default(), Ordering::SeqCst);
        RENEWAL.notify_one();
        Ok(())
    }
}

/// A gate.
#[derive(Model)]
struct Gate {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// What opens it.
    code: WriteOnly<String>,
}

impl Resource for Gate {
    type Provider = Zoo;

    /// Waits until the ticket of the apply is renewed.
    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        while RENEWED.load(Ordering::SeqCst) < OPENED.load(Ordering::SeqCst) {
            RENEWAL.notified().await;
        }
        Ok(plan)
    }
    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }
    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn engine(folder: &std::path::Path) -> Engine {
    let config = Config::load(folder).unwrap_or_else(|error| panic!("{error}"));
    let zoo = "example/zoo".parse().unwrap();
    let factories = Factories::new().with_instance(zoo, terrane::server::<Zoo>);
    Engine::new(config, folder, factories)
}

const REQUIRED: &str =
    "terraform {\n  required_providers {\n    zoo = { source = \"example/zoo\" }\n  }\n}\n";

#[tokio::test]
async fn ephemeral_resource_is_open_while_a_run_uses_its_value() {
    let text = format!(
        "{REQUIRED}ephemeral \"zoo_ticket\" \"day\" {{\n  name = \"Ada\"\n}}\nlocals {{\n  code = ephemeral.zoo_ticket.day.code\n}}\nresource \"zoo_gate\" \"north\" {{\n  name = \"north\"\n  code = local.code\n}}\n"
    );
    let folder = folder(&[("main.tf", &text)]);
    let engine = engine(folder.path());
    let events = Mutex::new(Vec::new());
    let note = |event: Event| {
        let name = match event {
            Event::Opening(_) => "open",
            Event::Renewing(_) => "renew",
            Event::Closing(address) => {
                assert_eq!(address, "ephemeral.zoo_ticket.day");
                "close"
            }
            _ => return,
        };
        events.lock().unwrap().push(name);
    };
    let state = State::default();
    let plan = engine.plan_with(&state, PlanOptions::default(), &note);
    let plan = plan.await.unwrap();
    let seen = std::mem::take(&mut *events.lock().unwrap());
    assert_eq!((seen.first(), seen.last()), (Some(&"open"), Some(&"close")));
    let saved = folder.path().join("plan");
    plan.save(&saved).unwrap();
    assert!(!fs::read_to_string(&saved).unwrap().contains("confidential"));

    let path = folder.path().join("terraform.tfstate");
    let mut file = StateFile::open(&path).unwrap();
    let plan = Plan::load(&saved).unwrap();
    let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &note);
    applied.await.into_result().unwrap();
    assert_eq!(*events.lock().unwrap(), ["open", "renew", "close"]);
    assert!(!fs::read_to_string(path).unwrap().contains("confidential"));
}

#[tokio::test]
async fn ephemeral_values_are_refused_where_they_would_be_stored() {
    for (user, summary) in [
        (
            "resource \"terraform_data\" \"a\" {\n  input = ephemeral.zoo_ticket.day.code\n}\n",
            "Invalid use of ephemeral value",
        ),
        (
            "output \"a\" {\n  value = ephemeral.zoo_ticket.day.code\n}\n",
            "Ephemeral value not allowed",
        ),
        (
            "output \"a\" {\n  value     = 1\n  ephemeral = true\n}\n",
            "Ephemeral output not allowed",
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  count = ephemeral.zoo_ticket.day.code == \"\" ? 1 : 2\n}\n",
            "Invalid count argument",
        ),
    ] {
        let text =
            format!("{REQUIRED}ephemeral \"zoo_ticket\" \"day\" {{\n  name = \"Eve\"\n}}\n{user}");
        let folder = folder(&[("main.tf", &text)]);
        let engine = engine(folder.path());
        let state = State::default();
        let planned = engine.plan(&state, PlanOptions::default()).await;
        let reports = planned.unwrap_err();
        assert_eq!(reports[0].diagnostic.summary, summary);
    }
}
