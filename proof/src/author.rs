//! The author's code: a resource of a random schema whose objects are in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use terrane::dynamic::DynPlanContext;
use terrane::dynamic::DynResource;
use terrane::dynamic::{BoxFuture, Configured};
use terrane::prelude::*;
use terrane::schema::{Block, Shape};
use terrane_fuzz::Random;
use terrane_value::{Object, Type, Value};

use crate::schemas::ID;
use crate::values;

/// How the author's code misbehaves in its next call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It fails before it does anything.
    FailsFirst,
    /// It records the object and fails.
    FailsRecorded,
    /// It returns the plan with its unknown values.
    FillsNone,
    /// It returns another value instead of a planned one.
    ChangesPlanned,
    /// It returns null where a value is computed.
    LosesComputed,
    /// It plans another value instead of a configured one.
    PlansOther,
}

/// The existing objects, and the next behaviour of the author's code.
pub(crate) struct World {
    pub(crate) objects: BTreeMap<String, Object>,
    pub(crate) fault: Option<Fault>,
    random: Random,
    count: usize,
}

impl World {
    pub(crate) fn new(random: Random) -> Arc<Mutex<Self>> {
        Arc::new(Mutex::new(Self {
            objects: BTreeMap::new(),
            fault: None,
            random,
            count: 0,
        }))
    }

    /// Creates the object of a plan.
    fn make(&mut self, block: &Block, plan: &Object) -> Object {
        let Self { random, count, .. } = self;
        values::fill(random, block, plan, &mut || {
            *count += 1;
            format!("made{count}")
        })
    }
}

fn id(object: &Object) -> String {
    let id = object.get(ID).and_then(Value::as_str);
    id.unwrap_or_default().to_owned()
}

/// The resource `proof_object`.
#[derive(Clone)]
struct Resource {
    block: Block,
    world: Arc<Mutex<World>>,
}

impl Resource {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no call panics")
    }

    /// Carries a plan out. Returns the object to record, and the result.
    fn execute(&self, plan: &Object) -> (Option<Object>, Result<Object>) {
        let mut world = self.world();
        let fault = world.fault.take();
        let failed = || Error::new("The object is not as planned", "The author's code fails.");
        if fault == Some(Fault::FailsFirst) {
            return (None, Err(failed()));
        }
        let mut made = world.make(&self.block, plan);
        if fault == Some(Fault::ChangesPlanned) {
            change_known(&self.block, plan, &mut made);
        }
        world.objects.insert(id(&made), made.clone());
        match fault {
            Some(Fault::FailsRecorded) => (Some(made), Err(failed())),
            Some(Fault::FillsNone) => {
                let mut returned = plan.clone();
                returned.set(ID, made.get(ID).cloned().unwrap_or_default());
                (None, Ok(returned))
            }
            Some(Fault::LosesComputed) => {
                for member in self.block.members() {
                    if member.computed() && member.name() != ID {
                        made.set(member.name(), Value::Null);
                    }
                }
                (None, Ok(made))
            }
            _ => (None, Ok(made)),
        }
    }
}

/// Replaces a known string or number of the plan by another value.
fn change_known(block: &Block, plan: &Object, made: &mut Object) {
    for member in block.members() {
        let known = plan.get(member.name()).is_some_and(Value::is_known);
        let other: Value = match member.shape() {
            _ if !known || member.name() == ID || member.is_write_only() => continue,
            Shape::Type(Type::String) => "another text".into(),
            Shape::Type(Type::Number) => Value::from(terrane_value::Number::from(77)),
            _ => continue,
        };
        made.set(member.name(), other);
        return;
    }
}

impl DynResource for Resource {
    fn name(&self) -> &str {
        "object"
    }

    fn block(&self) -> Block {
        self.block.clone()
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn plan(
        &self,
        mut change: DynPlanContext,
        _: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        if self.world().fault == Some(Fault::PlansOther)
            && let Some(planned) = &mut change.planned
        {
            let before = planned.clone();
            change_known(&self.block, &before, planned);
        }
        Box::pin(async { Ok(change) })
    }

    fn create(
        &self,
        plan: &Object,
        _: Configured,
        mut cx: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        let (recorded, result) = self.execute(plan);
        if let Some(recorded) = recorded {
            cx.checkpoint(recorded);
        }
        Box::pin(async { result })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        let found = self.world().objects.get(&id(&state)).cloned();
        Box::pin(async { Ok(Found::or_gone(found)) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        mut cx: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let (recorded, result) = self.execute(plan);
        if let Some(recorded) = recorded {
            cx.checkpoint(recorded);
        }
        Box::pin(async { result })
    }

    fn delete(&self, state: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        self.world().objects.remove(&id(&state));
        Box::pin(async { Ok(()) })
    }
}

thread_local! {
    /// The resource of the next server on this thread. It is passed here because a provider is a type, but its schema is created at run time.
    static NEXT: RefCell<Option<Resource>> = const { RefCell::new(None) };
}

/// The provider `proof`.
#[derive(Default)]
struct Proof;

#[provider("registry.terraform.io/example/proof")]
impl Provider for Proof {
    fn register(registry: &mut Registry<Self>) {
        let resource = NEXT.with_borrow(Clone::clone);
        registry.dynamic().resource(resource.expect("a resource"));
    }
}

/// Makes the server of a provider with one resource.
pub(crate) fn server(
    block: Block,
    world: Arc<Mutex<World>>,
) -> Arc<dyn terrane_protocol::Provider> {
    NEXT.with_borrow_mut(|next| *next = Some(Resource { block, world }));
    terrane::server::<Proof>()
}
