//! The same items in plain Rust structs: they show what further items cost any program on this machine.
//!
//! Many items exceed the processor's caches, so each of them costs more in any program.

use std::collections::BTreeMap;
use std::hint::black_box;

#[derive(Clone, PartialEq)]
struct Item {
    name: String,
    value: Option<f64>,
    labels: BTreeMap<String, String>,
    rule: Rule,
}

#[derive(Clone, PartialEq)]
struct Rule {
    port: i64,
    proto: String,
}

/// Creates a list and a map of items, copies each, compares the copies, and drops all.
pub(crate) fn handle(count: usize) {
    copy_and_compare((0..count).map(item).collect::<Vec<_>>());
    let items = (0..count).map(item).map(|item| (item.name.clone(), item));
    copy_and_compare(items.collect::<BTreeMap<_, _>>());
}

fn copy_and_compare<T: Clone + PartialEq>(items: T) {
    let copy = black_box(items.clone());
    assert!(items == copy, "copies are equal");
}

fn item(at: usize) -> Item {
    Item {
        name: format!("item-{at:06}"),
        value: Some(at as f64 + 0.5),
        labels: BTreeMap::from([
            ("env".to_owned(), "production".to_owned()),
            ("team".to_owned(), format!("team-{}", at % 7)),
        ]),
        rule: Rule {
            port: (1000 + at % 60_000) as i64,
            proto: "tcp".to_owned(),
        },
    }
}
