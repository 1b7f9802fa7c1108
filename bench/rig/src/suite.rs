//! The subjects: which calls are measured, by how many callers, and of whom.

use terrane_bench::workload::{Call, Error, Items, Types};

use crate::options::Options;
use crate::peer::Peer;

/// Calls that are made of one process, so that its memory tells of them.
pub(crate) struct Group {
    /// What its memory is listed under.
    pub(crate) name: &'static str,
    pub(crate) subjects: Vec<Subject>,
}

/// One kind of call.
pub(crate) struct Subject {
    pub(crate) name: String,
    make: Make,
    callers: &'static [usize],
    go: Go,
}

type Make = Box<dyn Fn(&Types) -> Result<Call, Error>>;

/// When a subject is measured of Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Go {
    Always,
    /// Not in a quick run: it takes a minute.
    Full,
    /// Only where it is asked for: it takes minutes.
    Large,
    /// It takes too long for anybody.
    Never,
}

/// What a terraform with its usual parallelism makes; a quick run does without it.
const SEVERAL: usize = 10;

/// One caller, several, and more than most hosts are.
const MANY: &[usize] = &[1, SEVERAL, 64];
const ONE: &[usize] = &[1];

/// What the memory of nested plans is listed under.
pub(crate) const NESTED_PLANS: &str = "nested plans to 1000 items";

/// All groups in the order of measurement.
pub(crate) fn groups() -> Vec<Group> {
    let plan = |kind: Items, count: usize| {
        Subject::new(
            plan_name(kind, count),
            callers(count),
            go(kind, count),
            move |types| Call::plan_items(types, kind, count),
        )
    };
    let replan = |kind: Items, count: usize| {
        let name = format!("re{}", plan_name(kind, count));
        let go = match kind {
            Items::List => go(kind, count),
            Items::Set | Items::Map => Go::Never,
        };
        Subject::new(name, ONE, go, move |types| {
            Call::replan_items(types, kind, count)
        })
    };
    let plans = |counts: &'static [usize]| {
        let of = move |kind| counts.iter().map(move |count| plan(kind, *count));
        of(Items::List).chain(of(Items::Set)).collect()
    };
    vec![
        Group {
            name: "small calls",
            subjects: vec![
                Subject::new("validate small", MANY, Go::Always, Call::validate),
                Subject::new("function call", MANY, Go::Always, |_| Call::function()),
                Subject::new("plan small", MANY, Go::Always, Call::plan_small),
                Subject::new("apply small", MANY, Go::Always, Call::apply_small),
            ],
        },
        Group {
            name: "wide plans",
            subjects: vec![Subject::new("plan wide", MANY, Go::Always, Call::plan_wide)],
        },
        Group {
            name: NESTED_PLANS,
            subjects: plans(&[10, 100, 1000]),
        },
        Group {
            name: "read and upgrade of 1000 items",
            subjects: vec![
                Subject::new("read nested 1000", ONE, Go::Always, |types| {
                    Call::read_items(types, Items::List, 1000)
                }),
                Subject::new("upgrade nested 1000", ONE, Go::Always, |types| {
                    Call::upgrade_items(types, Items::List, 1000)
                }),
            ],
        },
        Group {
            name: "plans without a change",
            subjects: vec![
                replan(Items::List, 1000),
                replan(Items::Set, 1000),
                replan(Items::List, 10_000),
                replan(Items::Set, 10_000),
            ],
        },
        Group {
            name: "nested plans to 10000 items",
            subjects: plans(&[10_000]),
        },
        Group {
            name: "nested plans to 100000 items",
            subjects: plans(&[100_000]),
        },
    ]
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

fn callers(count: usize) -> &'static [usize] {
    if count <= 10 { MANY } else { ONE }
}

fn go(kind: Items, count: usize) -> Go {
    match (kind, count) {
        (Items::List, ..=1000) | (Items::Set, ..=100) => Go::Always,
        (Items::Set, ..=1000) => Go::Full,
        (Items::List, ..=10_000) => Go::Large,
        _ => Go::Never,
    }
}

impl Subject {
    fn new(
        name: impl Into<String>,
        callers: &'static [usize],
        go: Go,
        make: impl Fn(&Types) -> Result<Call, Error> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            make: Box::new(make),
            callers,
            go,
        }
    }

    pub(crate) fn call(&self, types: &Types) -> Result<Call, Error> {
        (self.make)(types)
    }

    /// How many callers there are, one figure after the other.
    pub(crate) fn callers(&self, options: &Options) -> impl Iterator<Item = &usize> {
        let skipped = if options.quick { SEVERAL } else { 0 };
        self.callers
            .iter()
            .filter(move |callers| **callers != skipped)
    }

    /// Why it is not measured of a provider, if it is not.
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
