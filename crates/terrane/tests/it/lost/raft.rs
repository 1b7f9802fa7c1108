//! A provider whose code fails at a chosen step.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use terrane::Moves;
use terrane::context::Context;
use terrane::plan::ChangeKind;
use terrane::prelude::*;
use tokio::sync::Notify;

#[derive(Default)]
pub(crate) struct Harbour;

#[provider("registry.terraform.io/example/harbour")]
impl Provider for Harbour {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Raft>();
    }
}

/// The existing rafts, and the events that tests wait for. Each test uses its own names.
#[derive(Default)]
struct World {
    sizes: HashMap<String, i64>,
    begun: HashMap<String, Arc<Notify>>,
}

fn world<T>(with: impl FnOnce(&mut World) -> T) -> T {
    static WORLD: LazyLock<Mutex<World>> = LazyLock::new(Mutex::default);
    with(&mut WORLD.lock().unwrap())
}

/// Returns the size of a raft. `None` if it does not exist.
pub(crate) fn afloat(name: &str) -> Option<i64> {
    world(|world| world.sizes.get(name).copied())
}

/// Puts a raft into the world, or takes it away.
pub(crate) fn set_afloat(name: &str, size: Option<i64>) {
    world(|world| match size {
        Some(size) => drop(world.sizes.insert(name.to_owned(), size)),
        None => drop(world.sizes.remove(name)),
    });
}

/// Fires when the code has come to the place where it is to break off.
pub(crate) fn begun(name: &str) -> Arc<Notify> {
    world(|world| Arc::clone(world.begun.entry(name.to_owned()).or_default()))
}

/// A raft.
#[derive(Debug, Model)]
#[tf(version = 1, previous = RaftV0)]
pub(crate) struct Raft {
    /// The name.
    #[tf(identity, replace)]
    name: String,
    /// The size.
    size: i64,
    /// The step at which the code fails, and the failure: `in settle: panics`.
    breaks: Option<String>,
    /// Its number, which it has once it floats.
    #[tf(keep)]
    number: Computed<i64>,
    /// Its flag, which it has once it is done.
    flag: Computed<String>,
    #[tf(block, timeouts(create, read, update, delete))]
    timeouts: Timeouts,
}

/// A raft as it was stored before.
#[derive(Debug, Model)]
pub(crate) struct RaftV0 {
    name: String,
}

impl From<RaftV0> for Raft {
    fn from(old: RaftV0) -> Self {
        assert!(old.name != "rotten", "the raft is rotten");
        Self {
            name: old.name,
            size: 1,
            breaks: None,
            number: 7.into(),
            flag: "red".to_owned().into(),
            timeouts: Timeouts::default(),
        }
    }
}

/// Breaks off if this is the place.
async fn at(place: &str, name: &str, breaks: Option<&str>, cx: &Context) -> Result<()> {
    let Some((_, way)) = breaks
        .and_then(|it| it.split_once(": "))
        .filter(|it| it.0 == place)
    else {
        return Ok(());
    };
    begun(name).notify_one();
    match way {
        "panics" => panic!("the raft sank {place}"),
        "fails" => return Err(Error::new("The raft sank", place)),
        "ends when told" => {
            cx.cancelled().await;
            return Err(Error::new("The raft was called back", place));
        }
        "ends well when told" => cx.cancelled().await,
        "hears nothing" => tokio::time::sleep(Duration::from_secs(1_000_000)).await,
        way => panic!("there is no way called {way}"),
    }
    Ok(())
}

impl Raft {
    async fn at(&self, place: &str, cx: &Context) -> Result<()> {
        at(place, &self.name, self.breaks.as_deref(), cx).await
    }
}

impl Resource for Raft {
    type Provider = Harbour;

    fn validate(config: &Draft<Self>, _: &mut ValidateContext) -> Result<()> {
        match config.breaks.known().map(String::as_str) {
            Some("in validate: panics") => panic!("the raft sank in validate"),
            Some("in validate: fails") => Err(Error::new("The raft sank", "in validate")),
            _ => Ok(()),
        }
    }

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/yard", "yard_log", |log: RaftV0, _| {
            match log.name.as_str() {
                "sunk" => Err(Error::new("The raft sank", "in move")),
                _ => Ok(log.into()),
            }
        });
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Harbour>) -> Result<()> {
        if change.kind() != ChangeKind::Delete
            && let Some(planned) = change.planned()?
            && let Some((name, breaks)) = known!(planned; name, breaks)
        {
            at("in plan", name, Some(breaks), change.cx()).await?;
        }
        Ok(())
    }

    async fn create(mut plan: Self, _: &Harbour, cx: &mut CreateContext) -> Result<Self> {
        plan.at("before create", cx).await?;
        set_afloat(&plan.name, Some(plan.size));
        plan.number.fill(7);
        cx.private_mut().set("receipt", &plan.name);
        plan.at("late in create", cx).await?;
        Ok(plan)
    }

    async fn settle(created: Self, _: &Harbour, cx: &mut CreateContext) -> Result<Self> {
        created.at("in settle", cx).await?;
        Ok(created.flagged())
    }

    async fn read(prior: Prior<Self>, _: &Harbour, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        if let Some(prior) = &prior {
            prior.at("in read", cx).await?;
        }
        let raft = afloat(&key.name).map(|size| Self {
            name: key.name,
            size,
            breaks: prior.and_then(|prior| prior.breaks),
            number: 7.into(),
            flag: "red".to_owned().into(),
            timeouts: Timeouts::default(),
        });
        Ok(Found::or_gone(raft))
    }

    async fn import(
        id: String,
        _: &Harbour,
        cx: &mut ImportContext,
    ) -> Result<Option<Draft<Self>>> {
        if let Some((name, breaks)) = id.split_once('/') {
            at("in import", name, Some(breaks), cx).await?;
        }
        Ok(None)
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Harbour,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        plan.at("before update", cx).await?;
        set_afloat(&plan.name, Some(plan.size));
        plan.at("late in update", cx).await?;
        Ok(plan.flagged())
    }

    async fn delete(prior: Prior<Self>, _: &Harbour, cx: &mut DeleteContext) -> Result<()> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let breaks = prior.and_then(|prior| prior.breaks);
        at("before delete", &key.name, breaks.as_deref(), cx).await?;
        set_afloat(&key.name, None);
        at("late in delete", &key.name, breaks.as_deref(), cx).await
    }
}

impl Raft {
    fn flagged(self) -> Self {
        self.with_computed(RaftComputed {
            number: 7,
            flag: "red".to_owned(),
        })
    }
}
