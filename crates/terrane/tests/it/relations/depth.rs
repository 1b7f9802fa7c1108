//! Relations between attributes at different depths.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::lab::lab;
use crate::relations::{EMPTY, data_sources, reported};

lab!(|registry| registry
    .data_source::<Machine>()
    .data_source::<Farm>()
    .data_source::<Parcel>()
    .data_source::<Library>());

/// A machine.
#[derive(Model)]
#[tf(requires(disk.size, zone), at_most_one_of(image, disk.source), requires(tags, disk.size))]
struct Machine {
    /// Where it runs.
    zone: Option<String>,
    /// What it starts.
    image: Option<String>,
    /// Its tags.
    tags: Option<Vec<String>>,
    /// Its disk.
    disk: Option<Disk>,
}

/// A disk.
#[derive(Model)]
struct Disk {
    /// The size.
    size: Option<i64>,
    /// What is copied to it.
    source: Option<String>,
}

/// A farm.
#[derive(Model)]
#[tf(
    exactly_one_of(fields.crop, fields.animal),
    requires(fields.crop, tractor),
    at_most_one_of(barn.crop, barn.animal),
    requires(pens.animal, dog)
)]
struct Farm {
    /// Its fields.
    fields: Vec<Field>,
    /// What is in the barn.
    #[tf(block)]
    barn: Set<Field>,
    /// The pens by name.
    pens: BTreeMap<String, Field>,
    /// Its tractor.
    tractor: Option<String>,
    /// Its dog.
    dog: Option<String>,
}

/// A field.
#[derive(Model)]
struct Field {
    /// What grows.
    crop: Option<String>,
    /// What grazes.
    animal: Option<String>,
}

/// A parcel.
#[derive(Model)]
#[tf(exactly_one_of(content, items.text, items.number))]
struct Parcel {
    /// All of it.
    content: Option<String>,
    /// Its items.
    items: Option<Vec<Item>>,
}

/// An item.
#[derive(Model)]
struct Item {
    /// As text.
    text: Option<String>,
    /// As a number.
    number: Option<i64>,
}

/// A library.
#[derive(Model)]
#[tf(requires(shelves.books.title, shelves.label))]
struct Library {
    /// Its shelves.
    #[tf(block)]
    shelves: Vec<Shelf>,
}

/// A shelf.
#[derive(Model)]
struct Shelf {
    /// Its label.
    label: Option<String>,
    /// Its books.
    #[tf(block)]
    books: Vec<Book>,
}

/// A book.
#[derive(Model)]
struct Book {
    /// Its title.
    title: Option<String>,
}

data_sources!(Machine, Farm, Parcel, Library);

async fn machine(config: &str) -> Vec<String> {
    reported::<Lab>("machine", config).await
}

#[tokio::test]
async fn a_nested_attribute_requires_one_of_the_object_around_it() {
    let expected = "error at disk.size: `disk.size` can only be set together with `zone`, but `zone` is missing and `disk.size` is set. \
                    Set `zone`, or remove `disk.size`.";
    assert_eq!(machine(r#"{"disk":{"size":1}}"#).await, [expected]);
    for config in [
        "{}",
        r#"{"disk":{}}"#,
        r#"{"disk":{"size":1},"zone":"a"}"#,
        r#"{"disk":{"size":1},"zone":"?"}"#,
        r#"{"disk":{"size":"?"}}"#,
        r#"{"disk":"?"}"#,
    ] {
        assert_eq!(machine(config).await, EMPTY, "{config}");
    }
}

#[tokio::test]
async fn an_attribute_requires_one_of_a_nested_object() {
    let expected = "error at tags: `tags` can only be set together with `disk.size`, but `disk.size` is missing and `tags` is set. \
                    Set `disk.size`, or remove `tags`.";
    for config in [r#"{"tags":[]}"#, r#"{"tags":[],"disk":{}}"#] {
        assert_eq!(machine(config).await, [expected], "{config}");
    }
    assert_eq!(machine(r#"{"tags":[],"disk":"?"}"#).await, EMPTY);
}

#[tokio::test]
async fn attributes_at_two_depths_exclude_each_other() {
    let found = machine(r#"{"image":"a","disk":{"source":"b"}}"#).await;
    let expected = "error at image: At most one of `image` and `disk.source` can be set, but `image` and `disk.source` are set. \
                    Keep one of them and remove the other ones.";
    assert_eq!(found, [expected]);
}

async fn farm(config: &str) -> Vec<String> {
    reported::<Lab>("farm", config).await
}

const REST: &str = r#""barn":[],"pens":{}"#;

#[tokio::test]
async fn members_that_share_a_list_are_compared_within_the_same_element() {
    let fields = r#"[{"animal":"cow"},{},{"crop":"rye","animal":"cow"}]"#;
    let found = farm(&format!(r#"{{"tractor":"a","fields":{fields},{REST}}}"#)).await;
    let none = "error at fields[1]: Exactly one of `fields[1].crop` and `fields[1].animal` must be set, but none of them is set. \
                Set one of them.";
    let both = "error at fields[2].crop: Exactly one of `fields[2].crop` and `fields[2].animal` must be set, but `fields[2].crop` and \
                `fields[2].animal` are set. Keep one of them and remove the other ones.";
    assert_eq!(found, [none, both]);
    for fields in ["[]", r#""?""#] {
        let config = format!(r#"{{"fields":{fields},{REST}}}"#);
        assert_eq!(farm(&config).await, EMPTY, "{config}");
    }
}

#[tokio::test]
async fn a_member_that_is_alone_in_a_collection_is_set_if_any_element_has_it() {
    let fields = r#"[{"animal":"cow"},{"crop":"rye"},{"crop":"oat"}]"#;
    let found = farm(&format!(r#"{{"fields":{fields},{REST}}}"#)).await;
    let list = "error at fields[1].crop: `fields[*].crop` can only be set together with `tractor`, but `tractor` is missing and \
                `fields[*].crop` is set. Set `tractor`, or remove `fields[*].crop`.";
    assert_eq!(found, [list]);
    let pens = r#"{"fields":[],"barn":[],"pens":{"east":{"crop":"rye"},"west":{"animal":"cow"}}}"#;
    let found = farm(pens).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let map =
        "error at pens[\"west\"].animal: `pens[*].animal` can only be set together with `dog`";
    assert!(found[0].starts_with(map), "{found:?}");
}

#[tokio::test]
async fn an_element_of_a_set_is_reported_at_the_set() {
    let barn = r#"{"fields":[],"barn":[{"crop":"rye"},{"crop":"rye","animal":"cow"}],"pens":{}}"#;
    let expected = "error at barn: At most one of `barn[*].crop` and `barn[*].animal` can be set, but `barn[*].crop` and \
                    `barn[*].animal` are set. Keep one of them and remove the other ones.";
    assert_eq!(farm(barn).await, [expected]);
}

#[tokio::test]
async fn members_of_an_empty_collection_are_missing_next_to_members_outside_of_it() {
    let parcel = |config: &'static str| reported::<Lab>("parcel", config);
    for config in ["{}", r#"{"items":[]}"#] {
        let found = parcel(config).await;
        let expected = "error: Exactly one of `content`, `items[*].text` and `items[*].number` must be set, but none of them is set. \
                        Set one of them.";
        assert_eq!(found.len(), 1, "{config}: {found:?}");
        assert!(
            found[0].ends_with(&expected["error".len()..]),
            "{config}: {found:?}"
        );
    }
    for config in [
        r#"{"items":"?"}"#,
        r#"{"content":"a","items":"?"}"#,
        r#"{"content":"a"}"#,
        r#"{"items":[{"text":"a"},{"number":1}]}"#,
    ] {
        assert_eq!(parcel(config).await, EMPTY, "{config}");
    }
    let found = parcel(r#"{"content":"a","items":[{"text":"?"},{"number":1}]}"#).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("error at content: "), "{found:?}");
}

#[tokio::test]
async fn collections_in_collections_are_compared_element_by_element() {
    let library = r#"{"shelves":[
        {"label":"a","books":[{"title":"x"}]},
        {"books":[{},{"title":"y"}]},
        {"books":[]}
    ]}"#;
    let found = reported::<Lab>("library", library).await;
    let expected = "error at shelves[1].books[1].title: `shelves[1].books[*].title` can only be set together with `shelves[1].label`, but \
                    `shelves[1].label` is missing and `shelves[1].books[*].title` is set. Set `shelves[1].label`, or remove \
                    `shelves[1].books[*].title`.";
    assert_eq!(found, [expected]);
}
