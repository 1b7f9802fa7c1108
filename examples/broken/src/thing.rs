//! A correct provider, whose objects live in its memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use terrane::Moves;
use terrane::context::Context;
use terrane::dynamic::Lock;
use terrane::{StateStore, prelude::*};

/// The provider.
#[derive(Default)]
pub(crate) struct Workshop {
    things: Mutex<BTreeMap<String, Thing>>,
}

#[provider("registry.terraform.io/example/broken")]
impl Provider for Workshop {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Thing>()
            .data_source::<Report>()
            .ephemeral::<Badge>()
            .list::<Things>()
            .action::<Polish>()
            .state_store::<Drawer>()
            .function::<double>();
    }
}

impl Workshop {
    fn things(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Thing>> {
        self.things.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thing.
#[derive(Debug, Clone, Model)]
pub(crate) struct Thing {
    /// The name of the thing.
    #[tf(identity, replace)]
    name: String,
    /// The name again, as the id of imports.
    #[tf(keep)]
    id: Computed<String>,
    /// The size of the thing.
    size: Option<Number>,
    /// A note about the thing.
    note: Option<String>,
    /// The labels on the thing.
    labels: Option<Vec<String>>,
    /// The password of the thing.
    password: Option<Sensitive<String>>,
    /// A token that is not stored.
    token: WriteOnly<Sensitive<String>>,
    /// The color, which the workshop chooses if it is not configured.
    #[tf(optional, keep)]
    color: Computed<String>,
    /// The number that the workshop gives to the thing.
    #[tf(keep)]
    serial: Computed<String>,
    /// The zones in which the thing exists.
    #[tf(keep)]
    zones: Computed<Vec<String>>,
    /// The parts of the thing.
    #[tf(block)]
    parts: Vec<Part>,
}

/// The type of a gizmo.
pub(crate) const GIZMO: &str = "broken_gizmo";

/// A gizmo of an earlier provider, which becomes a thing.
#[derive(Debug, Clone, Model)]
pub(crate) struct Gizmo {
    /// The name of the gizmo.
    name: String,
}

impl From<Gizmo> for Thing {
    fn from(gizmo: Gizmo) -> Self {
        Self::named(gizmo.name)
    }
}

/// A part of a thing.
#[derive(Debug, Clone, Model)]
pub(crate) struct Part {
    /// What the part is.
    kind: Option<String>,
}

impl Thing {
    /// Returns a thing of which only the name is configured.
    fn named(name: String) -> Self {
        let thing = Self {
            name,
            id: Computed::unknown(),
            size: None,
            note: None,
            labels: None,
            password: None,
            token: WriteOnly::none(),
            color: Computed::unknown(),
            serial: Computed::unknown(),
            zones: Computed::unknown(),
            parts: Vec::new(),
        };
        thing.filled()
    }

    /// Fills what the workshop decides.
    fn filled(mut self) -> Self {
        self.id.fill(self.name.clone());
        self.serial.fill(format!("serial-{}", self.name));
        self.zones.fill(vec!["a".to_owned(), "b".to_owned()]);
        if self.color.known().is_none() {
            self.color.fill("grey".to_owned());
        }
        self
    }
}

impl Resource for Thing {
    type Provider = Workshop;

    fn moves(moves: &mut Moves<Self>) {
        moves.from::<Gizmo>("example/earlier", GIZMO);
    }

    async fn create(plan: Self, workshop: &Workshop, _: &mut CreateContext) -> Result<Self> {
        let thing = plan.filled();
        workshop.things().insert(thing.name.clone(), thing.clone());
        Ok(thing)
    }

    async fn read(
        prior: Prior<Self>,
        workshop: &Workshop,
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let thing = workshop.things().get(&prior.key().name).cloned();
        Ok(Found::or_gone(thing))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        workshop: &Workshop,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        let thing = plan.filled();
        workshop.things().insert(thing.name.clone(), thing.clone());
        Ok(thing)
    }

    async fn delete(prior: Prior<Self>, workshop: &Workshop, _: &mut DeleteContext) -> Result<()> {
        workshop.things().remove(&prior.key().name);
        Ok(())
    }
}

/// Finds all things.
#[derive(Debug, Model)]
pub(crate) struct Things {}

impl ListResource for Things {
    type Resource = Thing;

    fn list(
        _: Self,
        workshop: &Workshop,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Thing>>> + Send {
        let mut things = vec![Thing::named("first".to_owned())];
        things.extend(workshop.things().values().cloned());
        stream::iter(
            things
                .into_iter()
                .map(|thing| Ok(Listed::new(thing.name.clone(), thing))),
        )
    }
}

/// Polishes all things.
#[derive(Debug, Model)]
pub(crate) struct Polish {
    /// How often.
    times: Option<i64>,
}

impl Action for Polish {
    type Provider = Workshop;

    async fn invoke(_: Self, _: &Workshop, cx: &mut InvokeContext) -> Result<()> {
        cx.progress("polishing").await;
        Ok(())
    }
}

/// A drawer for states.
#[derive(Debug, Model)]
pub(crate) struct Drawer {
    /// The label of the drawer.
    label: Option<String>,
}

/// What is in a drawer.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    states: BTreeMap<String, Bytes>,
    locks: BTreeMap<String, Lock>,
}

fn open(drawer: &Mutex<Contents>) -> std::sync::MutexGuard<'_, Contents> {
    drawer.lock().unwrap_or_else(PoisonError::into_inner)
}

impl StateStore for Drawer {
    type Provider = Workshop;
    type Store = Mutex<Contents>;

    async fn configure(_: Self, _: &Workshop, _: &mut Context) -> Result<Self::Store> {
        Ok(Mutex::default())
    }

    async fn read(drawer: &Self::Store, state: &str, _: &mut Context) -> Result<Option<Bytes>> {
        Ok(open(drawer).states.get(state).cloned())
    }

    async fn write(drawer: &Self::Store, state: &str, bytes: Bytes, _: &mut Context) -> Result<()> {
        open(drawer).states.insert(state.to_owned(), bytes);
        Ok(())
    }

    async fn lock(
        drawer: &Self::Store,
        state: &str,
        lock: Lock,
        _: &mut Context,
    ) -> Result<Option<String>> {
        let locks = &mut open(drawer).locks;
        if let Some(other) = locks.get(state) {
            return Err(other.conflict(state));
        }
        let id = lock.id.clone();
        locks.insert(state.to_owned(), lock);
        Ok(Some(id))
    }

    async fn unlock(
        drawer: &Self::Store,
        state: &str,
        lock_id: &str,
        _: &mut Context,
    ) -> Result<()> {
        let locks = &mut open(drawer).locks;
        if locks.get(state).is_none_or(|it| it.id != lock_id) {
            return Err(Error::new(
                "No such lock",
                "The state has no lock with this id.",
            ));
        }
        locks.remove(state);
        Ok(())
    }

    async fn list(drawer: &Self::Store, _: &mut Context) -> Result<Vec<String>> {
        Ok(open(drawer).states.keys().cloned().collect())
    }

    async fn delete(drawer: &Self::Store, state: &str, _: &mut Context) -> Result<()> {
        open(drawer).states.remove(state);
        Ok(())
    }
}

/// A report about the workshop.
#[derive(Debug, Model)]
pub(crate) struct Report {
    /// The title of the report.
    title: Option<String>,
    /// The text of the report.
    text: Computed<String>,
}

impl DataSource for Report {
    type Provider = Workshop;

    async fn read(config: Self, _: &Workshop, _: &mut ReadDataContext) -> Result<Self> {
        let text = "All is well.".to_owned();
        Ok(config.with_computed(ReportComputed { text }))
    }
}

/// A badge for a visitor.
#[derive(Debug, Model)]
pub(crate) struct Badge {
    /// The visitor.
    visitor: String,
    /// The number on the badge.
    number: Computed<Sensitive<String>>,
}

impl Ephemeral for Badge {
    type Provider = Workshop;

    async fn open(config: Self, _: &Workshop, _: &mut OpenContext) -> Result<Self> {
        let number = Sensitive::new("7".to_owned());
        Ok(config.with_computed(BadgeComputed { number }))
    }
}

/// Doubles a number.
#[function]
fn double(
    /// The number.
    number: i64,
) -> Result<i64> {
    number
        .checked_mul(2)
        .ok_or_else(|| Error::argument(0, "expected a smaller number"))
}
