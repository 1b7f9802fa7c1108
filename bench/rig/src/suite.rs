//! The subjects: the measured calls, the numbers of callers, and the measured providers.

use std::rc::Rc;

use terrane_bench::workload::{Call, Error, Items, Types};

use crate::options::Options;
use crate::peer::Peer;

/// Calls of one process, so that its memory shows their cost.
pub(crate) struct Group {
    /// The name under which its memory is listed.
    pub(crate) name: &'static str,
    pub(crate) subjects: Vec<Subject>,
}

/// One kind of call, by a number of concurrent callers.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) callers: usize,
    /// Whether the caller and the providers share one processor.
    pub(crate) is_on_one_processor: bool,
    make: Make,
    go: Go,
}

type Make = Rc<dyn Fn(&Types) -> Result<Call, Error>>;

/// The runs in which Go is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Go {
    Always,
    /// Not in a quick run: it takes a minute.
    Full,
    /// Only with the option `--go-large`: it takes minutes.
    Large,
    /// In no run: it takes too long.
    Never,
}

const ONE: &[usize] = &[1];
/// The number of concurrent calls of Terraform by default. A quick run omits it.
const SEVERAL: usize = 10;
/// More concurrent calls than most hosts make.
const CROWD: usize = 64;
const MANY: &[usize] = &[1, SEVERAL, CROWD];
const SIDE_BY_SIDE: &[usize] = &[SEVERAL, CROWD];

/// The name under which the memory of nested plans is listed.
pub(crate) const NESTED_PLANS: &str = "nested plans to 1000 items";

/// All groups in the order of measurement.
pub(crate) fn groups() -> Vec<Group> {
    vec![
        Group {
            name: "small calls",
            subjects: [
                small("validate small", Call::validate),
                small("function call", |_| Call::function()),
                small("plan small", Call::plan_small),
                small("apply small", Call::apply_small),
            ]
            .concat(),
        },
        Group {
            name: "wide plans",
            subjects: subjects("plan wide", MANY, |_| Go::Always, Call::plan_wide),
        },
        Group {
            name: NESTED_PLANS,
            subjects: [plans(&[10], MANY), plans(&[100, 1000], ONE)].concat(),
        },
        Group {
            name: "nested plans to 1000 items side by side",
            subjects: plans(&[100, 1000], SIDE_BY_SIDE),
        },
        Group {
            name: "read and upgrade of 1000 items",
            subjects: reads_and_upgrades(ONE),
        },
        Group {
            name: "read and upgrade of 1000 items side by side",
            subjects: reads_and_upgrades(SIDE_BY_SIDE),
        },
        Group {
            name: "plans without a change",
            subjects: [1000, 10_000]
                .iter()
                .flat_map(|count| [replan(Items::List, *count), replan(Items::Set, *count)])
                .flatten()
                .collect(),
        },
        Group {
            name: "nested plans to 10000 items",
            subjects: plans(&[10_000], ONE),
        },
        Group {
            name: "nested plans to 10000 items side by side",
            subjects: plans(&[10_000], SIDE_BY_SIDE),
        },
        Group {
            name: "nested plans to 100000 items",
            subjects: plans(&[100_000], ONE),
        },
        Group {
            name: "nested plans to 100000 items side by side",
            subjects: plans(&[100_000], SIDE_BY_SIDE),
        },
    ]
}

/// A call with small values: by all numbers of callers, and by one caller on the provider's processor.
fn small(name: &str, make: impl Fn(&Types) -> Result<Call, Error> + 'static) -> Vec<Subject> {
    let mut subjects = subjects(name, MANY, |_| Go::Always, make);
    let shared = subjects.first().map(|alone| Subject {
        name: on_one_processor(name),
        is_on_one_processor: true,
        ..alone.clone()
    });
    subjects.extend(shared);
    subjects
}

/// Plans of lists, then of sets.
fn plans(counts: &[usize], callers: &[usize]) -> Vec<Subject> {
    let of = |kind| {
        counts.iter().flat_map(move |&count| {
            let go = move |callers| go(kind, count, callers);
            subjects(&plan_name(kind, count), callers, go, move |types| {
                Call::plan_items(types, kind, count)
            })
        })
    };
    of(Items::List).chain(of(Items::Set)).collect()
}

fn replan(kind: Items, count: usize) -> Vec<Subject> {
    let name = format!("re{}", plan_name(kind, count));
    let go = move |callers| match kind {
        Items::List => go(kind, count, callers),
        Items::Set | Items::Map => Go::Never,
    };
    subjects(&name, ONE, go, move |types| {
        Call::replan_items(types, kind, count)
    })
}

fn reads_and_upgrades(callers: &[usize]) -> Vec<Subject> {
    let read = subjects(
        "read nested 1000",
        callers,
        |callers| go(Items::List, 1000, callers),
        |types| Call::read_items(types, Items::List, 1000),
    );
    let upgrade = subjects(
        "upgrade nested 1000",
        callers,
        |_| Go::Always,
        |types| Call::upgrade_items(types, Items::List, 1000),
    );
    [read, upgrade].concat()
}

/// The subject of a plan of items.
pub(crate) fn plan_name(kind: Items, count: usize) -> String {
    match kind {
        Items::List => format!("plan nested {count}"),
        Items::Set => format!("plan set {count}"),
        Items::Map => format!("plan map {count}"),
    }
}

/// The subject of several callers.
pub(crate) fn called_by(subject: &str, callers: usize) -> String {
    match callers {
        1 => subject.to_owned(),
        _ => format!("{subject}, {callers} callers"),
    }
}

/// The subject of a caller that shares one processor with the provider.
pub(crate) fn on_one_processor(subject: &str) -> String {
    format!("{subject}, on one processor")
}

/// Go is always measured only if it answers one caller within seconds and all callers within half a minute.
fn go(kind: Items, count: usize, callers: usize) -> Go {
    match (kind, count, callers) {
        (Items::List, ..=100, _)
        | (Items::List, ..=1000, ..=SEVERAL)
        | (Items::Set, ..=10, _)
        | (Items::Set, ..=100, ..=SEVERAL) => Go::Always,
        (Items::Set, ..=1000, 1) => Go::Full,
        (Items::List, ..=1000, _) | (Items::Set, ..=100, _) | (Items::List, ..=10_000, 1) => {
            Go::Large
        }
        _ => Go::Never,
    }
}

/// The same call by different numbers of callers.
fn subjects(
    name: &str,
    callers: &[usize],
    go: impl Fn(usize) -> Go,
    make: impl Fn(&Types) -> Result<Call, Error> + 'static,
) -> Vec<Subject> {
    let make: Make = Rc::new(make);
    let by = |&callers: &usize| Subject {
        name: called_by(name, callers),
        callers,
        is_on_one_processor: false,
        make: Rc::clone(&make),
        go: go(callers),
    };
    callers.iter().map(by).collect()
}

impl Subject {
    pub(crate) fn call(&self, types: &Types) -> Result<Call, Error> {
        (self.make)(types)
    }

    /// Whether the subject is measured for any provider.
    pub(crate) fn is_wanted(&self, options: &Options) -> bool {
        let is_left_out = options.quick && self.callers == SEVERAL;
        !is_left_out && options.wants(&self.name)
    }

    /// The reason why it is not measured for a provider, if any.
    pub(crate) fn omission(&self, peer: Peer, options: &Options) -> Option<&'static str> {
        let is_go = matches!(peer, Peer::Go | Peer::GoQuiet);
        match self.go {
            _ if !is_go => None,
            Go::Never => Some("it would take too long"),
            Go::Large if !options.go_large => Some("it takes minutes; --go-large measures it"),
            Go::Full if peer == Peer::Go && !options.go_large => {
                Some("it takes minutes; --go-large measures it")
            }
            Go::Full if options.quick => Some("it takes a minute; a full run measures it"),
            _ if options.quick && peer == Peer::Go => Some("a full run measures it"),
            _ => None,
        }
    }
}
