//! What attributes of one object demand of each other, wherever the object stands.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod setup;

use std::collections::BTreeMap;

use terrane::Model as _;
use terrane::prelude::*;
use terrane_protocol::*;
use terrane_value::{Path, json};

use crate::setup::lab;

lab!(|registry| registry.data_source::<File>().data_source::<Tree>());

/// A file.
#[derive(Schema)]
#[tf(exactly_one_of(content, base64, source), requires(mode, owner, group))]
#[tf(
    conflicts(secret, content),
    all_or_none(owner, group),
    at_least_one_of(mode, part, r#type)
)]
struct File {
    /// Text.
    content: Option<String>,
    /// Bytes.
    #[tf(name = "content_base64")]
    base64: Option<String>,
    /// Another file.
    source: Option<Dynamic>,
    /// Its mode.
    mode: Option<i64>,
    /// Who has it.
    owner: Option<String>,
    /// Who may have it.
    group: Option<String>,
    /// Whether nobody may know.
    #[tf(default = false)]
    secret: bool,
    /// What it is.
    r#type: Option<String>,
    /// Its parts.
    #[tf(block)]
    part: Vec<Part>,
}

/// A part of a file.
#[derive(Schema)]
#[tf(exactly_one_of(text, bytes))]
struct Part {
    /// Text.
    text: Option<String>,
    /// Bytes.
    bytes: Option<Vec<u8>>,
}

/// Parts everywhere.
#[derive(Schema)]
struct Tree {
    /// In a list.
    #[tf(block)]
    list: Vec<Branch>,
    /// In a map.
    map: BTreeMap<String, Part>,
    /// In a set.
    #[tf(block)]
    set: Set<Part>,
    /// Alone.
    one: Option<Part>,
}

/// A branch.
#[derive(Schema)]
struct Branch {
    /// What hangs on it.
    parts: Vec<Part>,
}

macro_rules! data_sources {
    ($($name:ident),*) => {$(
        impl terrane::DataSource for $name {
            type Provider = Lab;

            async fn read(config: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
                Ok(config)
            }
        }
    )*};
}

data_sources!(File, Tree);

async fn errors<M: terrane::Model>(name: &str, config: &str, unknown: &[&str]) -> Vec<String> {
    let ty = M::block().ty();
    let mut config = json::decode(config.as_bytes(), &ty).unwrap();
    for name in unknown {
        config.as_object_mut().unwrap().set(name, Value::unknown());
    }
    let request = ValidateDataResourceConfigRequest {
        type_name: format!("lab_{name}"),
        config: DynamicValue::encode(&config, &ty).unwrap(),
    };
    let provider = terrane::server::<Lab>();
    let response = provider
        .validate_data_resource_config(request)
        .await
        .unwrap();
    let path = |path: &Option<Path>| path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = response.diagnostics.errors().map(|it| {
        assert_eq!(it.summary, "Invalid Attribute Combination");
        format!("{}: {}", path(&it.path), it.detail)
    });
    found.collect()
}

async fn file(config: &str, unknown: &[&str]) -> Vec<String> {
    errors::<File>("file", config, unknown).await
}

const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn exactly_one_of_is_told_to_each_with_the_others() {
    let all = r#""mode":1,"owner":"a","group":"b","part":[]"#;
    assert_eq!(
        file(&format!("{{{all}}}"), &[]).await,
        [
            "content: No attribute specified when one (and only one) of [content_base64,source] is required",
            "content_base64: No attribute specified when one (and only one) of [content,source] is required",
            "source: No attribute specified when one (and only one) of [content,content_base64] is required",
        ]
    );
    let two = file(
        &format!("{{{all},\"content\":\"\",\"content_base64\":\"\"}}"),
        &[],
    )
    .await;
    assert_eq!(two.len(), 3, "{two:?}");
    assert!(
        two[0].starts_with("content: 2 attributes specified when"),
        "{two:?}"
    );
    assert_eq!(
        file(&format!("{{{all},\"content\":\"\"}}"), &[]).await,
        NOTHING
    );
    assert_eq!(
        file(
            &format!("{{{all},\"content\":\"\",\"part\":[]}}"),
            &["source"]
        )
        .await,
        NOTHING
    );
    assert_eq!(file(&format!("{{{all}}}"), &["source"]).await, NOTHING);
}

#[tokio::test]
async fn v2c_a_dynamic_null_is_not_set() {
    let source = r#""mode":1,"owner":"a","group":"b","part":[],"content":"","source":{"type":"string","value":null}"#;
    assert_eq!(file(&format!("{{{source}}}"), &[]).await, NOTHING);
}

#[tokio::test]
async fn the_other_relations_are_told_to_those_that_are_set() {
    assert_eq!(
        file(
            r#"{"content":"a","secret":false,"mode":1,"group":"b","part":[]}"#,
            &[]
        )
        .await,
        [
            "mode: Attribute \"owner\" must be specified when \"mode\" is specified",
            "secret: Attribute \"content\" cannot be specified when \"secret\" is specified",
            "content: Attribute \"secret\" cannot be specified when \"content\" is specified",
            "group: Attribute \"owner\" must be specified when \"group\" is specified",
        ]
    );
    assert_eq!(
        file(r#"{"content":"a","part":[]}"#, &[]).await,
        [
            "mode: At least one attribute out of [part,type,mode] must be specified",
            "part: At least one attribute out of [mode,type,part] must be specified",
            "type: At least one attribute out of [mode,part,type] must be specified",
        ]
    );
    assert_eq!(
        file(r#"{"content":"a","part":[]}"#, &["type"]).await,
        NOTHING
    );
    assert_eq!(
        file(r#"{"content":"a","part":[{"text":"a"}]}"#, &[]).await,
        NOTHING
    );
    assert_eq!(
        file(
            r#"{"content":"a","group":"a","part":[]}"#,
            &["mode", "owner"]
        )
        .await,
        NOTHING
    );
}

#[tokio::test]
async fn each_object_is_checked_where_it_stands() {
    let config = r#"{
        "list": [{"parts": [{"text": "a"}, {}]}],
        "map": {"k": {"text": "a", "bytes": []}},
        "set": [{"text": "a"}, {}],
        "one": {}
    }"#;
    let found = errors::<Tree>("tree", config, &[]).await;
    let paths: Vec<&str> = found
        .iter()
        .filter_map(|it| it.split(": ").next())
        .collect();
    assert_eq!(
        paths,
        [
            "list[0].parts[1].text",
            "list[0].parts[1].bytes",
            "map[\"k\"].text",
            "map[\"k\"].bytes",
            "one.text",
            "one.bytes",
            "set",
            "set",
        ]
    );
    let told = "one (and only one) of [list[0].parts[1].bytes] is required";
    assert!(found[0].contains(told), "{}", found[0]);
    let unknown = r#"{"list": [], "map": {}, "set": [], "one": null}"#;
    assert_eq!(
        errors::<Tree>("tree", unknown, &["one", "list"]).await,
        NOTHING
    );
}

#[test]
fn a_relation_is_part_of_the_schema() {
    let relations: Vec<String> = File::block()
        .relations()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        relations[0],
        "exactly one of `content`, `content_base64`, `source`"
    );
    assert_eq!(relations[1], "`mode` only with `owner`, `group`");
    assert_eq!(relations.len(), 5);
}
