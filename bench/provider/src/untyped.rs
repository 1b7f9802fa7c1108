//! Resources whose schemas are made at run time, as bridges and generated providers have them: `bench_wide`, three hundred attributes in one
//! object, and `bench_gen_000` to `bench_gen_199`, which only make the schema large.

use std::sync::OnceLock;

use terrane::context::Context;
use terrane::prelude::*;
use terrane::resource::{BoxFuture, Configured, DynResource};
use terrane::schema::{Block, Member};
use terrane_value::Object;

/// How many resources there are beside the wide one.
const GENERATED: usize = 200;

/// How many optional strings each of them has.
const OPTIONS: usize = 40;

/// How many attributes the wide one has.
const ATTRIBUTES: usize = 300;

pub(crate) struct Untyped {
    name: String,
    members: fn() -> Vec<Member>,
    block: OnceLock<Block>,
}

/// All of them.
pub(crate) fn resources() -> impl Iterator<Item = Untyped> {
    let generated = (0..GENERATED).map(|at| Untyped::new(format!("gen_{at:03}"), options));
    generated.chain([Untyped::new("wide".to_owned(), attributes)])
}

fn options() -> Vec<Member> {
    (0..OPTIONS)
        .map(|at| Member::of::<Option<String>>(format!("opt_{at:03}")))
        .collect()
}

fn attributes() -> Vec<Member> {
    let attribute = |at| {
        let name = format!("attr_{at:03}");
        match at % 5 {
            0 => Member::of::<Option<String>>(name),
            1 => Member::of::<Option<i64>>(name),
            2 => Member::of::<Option<bool>>(name),
            3 => Member::of::<Option<Vec<String>>>(name),
            _ => Member::of::<Computed<String>>(name).optional(),
        }
    };
    (0..ATTRIBUTES).map(attribute).collect()
}

impl Untyped {
    fn new(name: String, members: fn() -> Vec<Member>) -> Self {
        Self {
            name,
            members,
            block: OnceLock::new(),
        }
    }

    /// The object of a plan: what is not known yet gets its attribute's name, the id that of the resource.
    fn written(&self, mut plan: Object) -> BoxFuture<Result<Object>> {
        for at in 0..plan.len() {
            if plan.at(at).is_unknown() {
                let name = plan.names()[at].as_str();
                *plan.at_mut(at) = (if name == "id" { &self.name } else { name }).into();
            }
        }
        Box::pin(async { Ok(plan) })
    }
}

impl DynResource for Untyped {
    fn name(&self) -> &str {
        &self.name
    }

    fn block(&self) -> &Block {
        self.block.get_or_init(|| {
            let id = Member::of::<Computed<String>>("id");
            Block::new((self.members)().into_iter().chain([id]))
        })
    }

    fn validate(&self, _: Object, _: Context) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: Object, _: Configured, _: Context) -> BoxFuture<Result<Object>> {
        self.written(plan)
    }

    fn read(&self, state: Object, _: Configured, _: Context) -> BoxFuture<Result<Option<Object>>> {
        Box::pin(async { Ok(Some(state)) })
    }

    fn update(
        &self,
        plan: Object,
        _: Object,
        _: Configured,
        _: Context,
    ) -> BoxFuture<Result<Object>> {
        self.written(plan)
    }

    fn delete(&self, _: Object, _: Configured, _: Context) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}
