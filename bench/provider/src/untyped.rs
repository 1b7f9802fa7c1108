//! Resources whose schemas are created at run time, as in bridges and generated providers. `bench_gen_000` to `bench_gen_199` only make the schema
//! large. Other objects have any number of attributes.

use std::sync::Arc;

use terrane::dynamic::member;
use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member};
use terrane_value::{Name, Object};

/// The number of resources that only make the schema large.
const GENERATED: usize = 200;

/// The names of the optional strings of each of these resources. They are static, as in a generated provider.
const OPTIONS: [&str; 40] = [
    "opt_000", "opt_001", "opt_002", "opt_003", "opt_004", "opt_005", "opt_006", "opt_007",
    "opt_008", "opt_009", "opt_010", "opt_011", "opt_012", "opt_013", "opt_014", "opt_015",
    "opt_016", "opt_017", "opt_018", "opt_019", "opt_020", "opt_021", "opt_022", "opt_023",
    "opt_024", "opt_025", "opt_026", "opt_027", "opt_028", "opt_029", "opt_030", "opt_031",
    "opt_032", "opt_033", "opt_034", "opt_035", "opt_036", "opt_037", "opt_038", "opt_039",
];

pub(crate) struct Untyped {
    name: String,
    attribute: fn(usize) -> Member,
    attributes: usize,
}

/// The resources that make the schema large.
pub(crate) fn generated() -> impl Iterator<Item = Untyped> {
    let option = |at: usize| member::<Option<String>>(Name::from_static(OPTIONS[at]));
    (0..GENERATED).map(move |at| Untyped::new(format!("gen_{at:03}"), option, OPTIONS.len()))
}

/// A resource like `bench_wide`, with a number of attributes.
pub(crate) fn wide(attributes: usize) -> Untyped {
    let attribute = |at| {
        let name = format!("attr_{at:03}");
        match at % 5 {
            0 => member::<Option<String>>(name),
            1 => member::<Option<i64>>(name),
            2 => member::<Option<bool>>(name),
            3 => member::<Option<Vec<String>>>(name),
            _ => member::<Computed<String>>(name).optional(),
        }
    };
    Untyped::new(format!("wide_{attributes}"), attribute, attributes)
}

impl Untyped {
    fn new(name: String, attribute: fn(usize) -> Member, attributes: usize) -> Self {
        Self {
            name,
            attribute,
            attributes,
        }
    }

    /// The object of a plan: each unknown value gets its attribute's name, and the id gets the name of the resource.
    fn written(&self, plan: &Object) -> BoxFuture<Result<Object>> {
        let mut plan = plan.clone();
        for at in 0..plan.len() {
            if plan.at(at).is_unknown() {
                let name = plan.names()[at].as_str();
                *plan.at_mut(at) = (if name == "id" { &self.name } else { name }).into();
            }
        }
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }
}

impl DynResource for Untyped {
    fn name(&self) -> &str {
        &self.name
    }

    fn block(&self) -> Block {
        let id = member::<Computed<String>>("id");
        Block::new(
            [id].into_iter()
                .chain((0..self.attributes).map(self.attribute)),
        )
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        self.written(plan)
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        self.written(plan)
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}
