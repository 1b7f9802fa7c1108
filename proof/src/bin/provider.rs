//! The provider that `cargo xtask differ` compares with its Go twin in `go/differ`. Both have the same schema and the same behaviour.

use std::collections::BTreeMap;
use std::process::ExitCode;

use terrane::prelude::*;

fn main() -> ExitCode {
    terrane::serve::<Differ>()
}

/// The provider `differ`.
#[derive(Default)]
struct Differ;

#[provider("registry.terraform.io/example/differ")]
impl Provider for Differ {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Managed>()
            .data_source::<Echo>()
            .function::<concat>()
            .function::<first>()
            .function::<total>()
            .function::<same>();
    }
}

#[derive(Model)]
#[tf(name = "thing")]
struct Managed {
    #[tf(keep, identity)]
    id: Computed<String>,
    #[tf(replace)]
    name: String,
    text: Option<String>,
    fraction: Option<f64>,
    whole: Option<i64>,
    flag: Option<bool>,
    exact: Option<Number>,
    #[tf(default = 10)]
    size: i64,
    #[tf(default = "tcp")]
    proto: String,
    #[tf(optional)]
    both: Computed<String>,
    #[tf(optional, keep)]
    kept: Computed<String>,
    #[tf(validate(one_of(["a", "b"])))]
    choice: Option<String>,
    strings: Option<Vec<String>>,
    words: Option<Set<String>>,
    labels: Option<BTreeMap<String, String>>,
    any: Option<Dynamic>,
    items: Option<Vec<Item>>,
    group: Option<Set<Item>>,
    table: Option<BTreeMap<String, Item>>,
    one: Option<Item>,
    #[tf(block)]
    rule: Vec<Item>,
    #[tf(block)]
    member: Set<Item>,
    #[tf(block)]
    extra: Option<Extra>,
}

// The elements of collections. A doc comment would be a description in the schema.
#[derive(Model, Clone, PartialEq)]
struct Item {
    name: String,
    fraction: Option<f64>,
    #[tf(optional)]
    note: Computed<String>,
    own: Computed<String>,
    #[tf(default = "tcp")]
    proto: String,
    #[tf(replace)]
    fixed: Option<String>,
}

// The contents of the single block.
#[derive(Model, Clone)]
struct Extra {
    name: Option<String>,
    fraction: Option<f64>,
    #[tf(optional)]
    note: Computed<String>,
    own: Computed<String>,
    #[tf(default = "tcp")]
    proto: String,
    #[tf(replace)]
    fixed: Option<String>,
}

/// The value that the provider fills in.
const MADE: &str = "made";

fn made(mut item: Item) -> Item {
    item.note.fill(MADE.to_owned());
    item.own.fill(MADE.to_owned());
    item
}

impl Managed {
    fn made(self) -> Self {
        let Self {
            items,
            group,
            table,
            one,
            rule,
            member,
            mut extra,
            ..
        } = self;
        if let Some(extra) = &mut extra {
            extra.note.fill(MADE.to_owned());
            extra.own.fill(MADE.to_owned());
        }
        let thing = Self {
            items: items.map(|items| items.into_iter().map(made).collect()),
            group: group.map(|group| group.into_iter().map(made).collect()),
            table: table.map(|table| {
                let items = table.into_iter();
                items.map(|(key, item)| (key, made(item))).collect()
            }),
            one: one.map(made),
            rule: rule.into_iter().map(made).collect(),
            member: member.into_iter().map(made).collect(),
            extra,
            ..self
        };
        thing.with_computed(ManagedComputed {
            id: MADE.to_owned(),
            both: MADE.to_owned(),
            kept: MADE.to_owned(),
        })
    }
}

impl Resource for Managed {
    type Provider = Differ;

    async fn create(plan: Self, _: &Differ, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.made())
    }

    async fn read(prior: Prior<Self>, _: &Differ, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Differ, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.made())
    }

    async fn delete(_: Prior<Self>, _: &Differ, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[derive(Model)]
struct Echo {
    input: String,
    fraction: Option<f64>,
    words: Option<Set<String>>,
    any: Option<Dynamic>,
    output: Computed<String>,
}

impl DataSource for Echo {
    type Provider = Differ;

    async fn read(config: Self, _: &Differ, _: &mut ReadDataContext) -> Result<Self> {
        let output = config.input.clone();
        Ok(config.with_computed(EchoComputed { output }))
    }
}

#[function]
fn concat(parts: Vec<String>) -> String {
    parts.concat()
}

#[function]
fn first(#[variadic] values: Vec<Option<String>>) -> Option<String> {
    values.into_iter().flatten().next()
}

#[function]
fn total(numbers: BTreeMap<String, i64>, negative: bool) -> Number {
    let sum: i128 = numbers.values().map(|number| i128::from(*number)).sum();
    let sum = if negative { -sum } else { sum };
    sum.to_string().parse().unwrap_or_default()
}

#[function]
fn same(value: Dynamic) -> Dynamic {
    value
}
