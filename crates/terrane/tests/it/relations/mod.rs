//! Relations between attributes, in objects at every path.

mod depth;
mod run_time;

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_test::client::{Client, Config, UNKNOWN};
use terrane_value::{Path, Unknown, json as wire};

use crate::lab::lab;
use crate::setup::{failure, findings, json};

lab!(|registry| registry
    .data_source::<File>()
    .data_source::<Tree>()
    .data_source::<Trio>()
    .data_source::<Band>()
    .data_source::<Label>());

/// A file.
#[derive(Model)]
#[tf(exactly_one_of(content, base64, source), requires(mode, owner, group))]
#[tf(
    at_most_one_of(secret, content),
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
    /// The owner.
    owner: Option<String>,
    /// Who may have it.
    group: Option<String>,
    /// Whether nobody may know.
    #[tf(default = false)]
    secret: bool,
    /// The kind.
    r#type: Option<String>,
    /// Its parts.
    #[tf(block)]
    part: Vec<Part>,
}

/// A part of a file.
#[derive(Model)]
#[tf(exactly_one_of(text, bytes))]
struct Part {
    /// Text.
    text: Option<String>,
    /// Bytes.
    bytes: Option<Vec<u8>>,
}

/// Parts everywhere.
#[derive(Model)]
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
#[derive(Model)]
struct Branch {
    /// The objects that hang on it.
    parts: Vec<Part>,
}

/// Three attributes of which one may be set.
#[derive(Model)]
#[tf(at_most_one_of(one, two, three))]
struct Trio {
    /// The first.
    one: Option<String>,
    /// The second.
    two: Option<String>,
    /// The third.
    three: Option<String>,
}

/// Three attributes that are set together.
#[derive(Model)]
#[tf(all_or_none(one, two, three))]
struct Band {
    /// The first.
    one: Option<String>,
    /// The second.
    two: Option<String>,
    /// The third.
    three: Option<String>,
}

/// Two attributes of which one should be set.
#[derive(Model)]
#[tf(warn(at_most_one_of(label, name)))]
struct Label {
    /// The label.
    label: Option<String>,
    /// The name.
    name: Option<String>,
}

/// Implements data sources that return their configuration.
macro_rules! data_sources {
    ($($name:ident),*) => {$(
        impl terrane::DataSource for $name {
            type Provider = Lab;

            async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
                Ok(config)
            }
        }
    )*};
}

pub(crate) use data_sources;

data_sources!(File, Tree, Trio, Band, Label);

/// The findings about a configuration of a data source of any lab: `error at path: detail`. `"?"` is unknown.
async fn reported<P: terrane::Provider>(name: &str, config: &str) -> Vec<String> {
    let client = Client::new(terrane::server::<P>()).await.unwrap();
    let validated = client
        .validate_data(&format!("lab_{name}"), json(config))
        .await;
    let found = findings(&validated).iter().map(|it| {
        let at = it.path.as_ref().map(|path| format!(" at {path}"));
        let severity = match it.severity {
            terrane::Severity::Warning => "warning",
            _ => "error",
        };
        format!("{severity}{}: {}", at.unwrap_or_default(), it.detail)
    });
    found.collect()
}

async fn errors(name: &str, config: &str, unknown: &[&str]) -> Vec<String> {
    let mut config = json(config);
    for name in unknown {
        config[name] = UNKNOWN.into();
    }
    found(name, config).await
}

async fn found(name: &str, config: impl Into<Config>) -> Vec<String> {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let validated = client.validate_data(&format!("lab_{name}"), config).await;
    let path = |path: &Option<Path>| path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = failure(&validated).iter().map(|it| {
        assert_eq!(it.summary, "Invalid Attribute Combination");
        format!("{}: {}", path(&it.path), it.detail)
    });
    found.collect()
}

async fn file(config: &str, unknown: &[&str]) -> Vec<String> {
    errors("file", config, unknown).await
}

const EMPTY: [&str; 0] = [];

/// What the other relations of a file need.
const REST: &str = r#""mode":1,"owner":"a","group":"b","part":[]"#;

async fn with_rest(config: &str, unknown: &[&str]) -> Vec<String> {
    file(&format!("{{{config}{REST}}}"), unknown).await
}

#[tokio::test]
async fn a_violated_relation_is_one_error_that_names_all_members() {
    assert_eq!(
        with_rest("", &[]).await,
        [
            ": Exactly one of `content`, `content_base64` and `source` must be set, but none of them is set. Set one of them."
        ]
    );
    assert_eq!(
        with_rest(r#""content_base64":"","source":"x","#, &[]).await,
        [
            "content_base64: Exactly one of `content`, `content_base64` and `source` must be set, but `content_base64` and `source` are set. \
             Keep one of them and remove the other ones."
        ]
    );
    assert_eq!(with_rest(r#""content":"","#, &[]).await, EMPTY);
    assert_eq!(
        file(
            r#"{"content":"a","secret":false,"mode":1,"group":"b","part":[]}"#,
            &[]
        )
        .await,
        [
            "mode: `mode` can only be set together with `owner` and `group`, but `owner` is missing and `mode` is set. Set `owner`, or remove \
             `mode`.",
            "secret: At most one of `secret` and `content` can be set, but `secret` and `content` are set. Keep one of them and remove the \
             other ones.",
            "group: Either all of `owner` and `group` must be set or none, but `owner` is missing and `group` is set. Set `owner`, or remove \
             `group`.",
        ]
    );
    assert_eq!(
        file(r#"{"content":"a","part":[]}"#, &[]).await,
        [
            ": At least one of `mode`, `part` and `type` must be set, but none of them is set. Set one of them."
        ]
    );
    assert_eq!(
        file(r#"{"content":"a","part":[{"text":"a"}]}"#, &[]).await,
        EMPTY
    );
}

#[tokio::test]
async fn exactly_one_of_is_violated_by_two_set_members_next_to_an_unknown_one() {
    let two = with_rest(r#""content":"","content_base64":"","#, &["source"]).await;
    assert_eq!(two.len(), 1, "{two:?}");
    for config in ["", r#""content":"","#] {
        assert_eq!(with_rest(config, &["source"]).await, EMPTY, "{config}");
    }
}

#[tokio::test]
async fn at_most_one_of_is_violated_by_two_set_members_next_to_an_unknown_one() {
    let three =
        |config: &'static str, unknown: &'static [&'static str]| errors("trio", config, unknown);
    let found = three(r#"{"one":"a","two":"b"}"#, &["three"]).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`one` and `two` are set"), "{found:?}");
    assert_eq!(three(r#"{"one":"a"}"#, &["two", "three"]).await, EMPTY);
    assert_eq!(three("{}", &["one", "two", "three"]).await, EMPTY);
}

#[tokio::test]
async fn requires_is_violated_by_a_missing_member_next_to_an_unknown_one() {
    let mode = r#"{"content":"a","mode":1,"part":[]}"#;
    let found = file(mode, &["group"]).await;
    assert_eq!(
        found,
        [
            "mode: `mode` can only be set together with `owner` and `group`, but `owner` is missing and `mode` is set. Set `owner`, or remove \
             `mode`."
        ]
    );
    assert_eq!(file(mode, &["owner", "group"]).await, EMPTY);
    let unset = r#"{"content":"a","type":"x","part":[]}"#;
    assert_eq!(file(unset, &["mode"]).await, EMPTY);
}

#[tokio::test]
async fn all_or_none_is_violated_by_a_set_and_a_missing_member_next_to_an_unknown_one() {
    let band =
        |config: &'static str, unknown: &'static [&'static str]| errors("band", config, unknown);
    let found = band(r#"{"one":"a"}"#, &["three"]).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("`two` is missing and `one` is set"),
        "{found:?}"
    );
    assert_eq!(band(r#"{"one":"a","two":"b"}"#, &["three"]).await, EMPTY);
    assert_eq!(band("{}", &["three"]).await, EMPTY);
}

#[tokio::test]
async fn at_least_one_of_is_not_violated_while_a_member_is_unknown() {
    assert_eq!(file(r#"{"content":"a","part":[]}"#, &["type"]).await, EMPTY);
}

#[tokio::test]
async fn an_unknown_value_that_will_not_be_null_is_set() {
    let ty = Trio::block().ty();
    let mut config = wire::decode(br#"{"one":"a"}"#, &ty).unwrap();
    let two = Value::Unknown(Unknown::new().not_null());
    config.as_object_mut().unwrap().set("two", two);
    let found = found("trio", config).await;
    assert_eq!(found.len(), 1, "{found:?}");
}

#[tokio::test]
async fn v2c_a_dynamic_null_is_not_set() {
    let source = r#"{"mode":1,"owner":"a","group":"b","part":[],"content":"","source":{"type":"string","value":null}}"#;
    let config = wire::decode(source.as_bytes(), &File::block().ty()).unwrap();
    assert_eq!(found("file", config).await, EMPTY);
}

#[tokio::test]
async fn relations_of_a_nested_object_are_checked_at_its_path() {
    let config = r#"{
        "list": [{"parts": [{"text": "a"}, {}]}],
        "map": {"k": {"text": "a", "bytes": []}},
        "set": [{"text": "a"}, {}],
        "one": {}
    }"#;
    let found = errors("tree", config, &[]).await;
    let paths: Vec<&str> = found
        .iter()
        .filter_map(|it| it.split(": ").next())
        .collect();
    assert_eq!(paths, ["list[0].parts[1]", "map[\"k\"].text", "one", "set"]);
    let members = "`list[0].parts[1].text` and `list[0].parts[1].bytes`";
    assert!(found[0].contains(members), "{}", found[0]);
    let unknown = r#"{"list": [], "map": {}, "set": [], "one": null}"#;
    assert_eq!(errors("tree", unknown, &["one", "list"]).await, EMPTY);
}

#[tokio::test]
async fn a_violated_relation_may_be_a_warning() {
    let found = reported::<Lab>("label", r#"{"label":"a","name":"b"}"#).await;
    let expected = "warning at label: At most one of `label` and `name` can be set, but `label` and `name` are set. Keep one of them and \
                    remove the other ones.";
    assert_eq!(found, [expected]);
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
