//! The diagnostics of a configuration, and their order (rules P1, V1 to V6 and G13).

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{Diagnostic, DynamicValue, ValidateProviderConfigRequest};
use terrane_test::client::{Client, Config};
use terrane_types::Json;
use terrane_value::json as wire;

use crate::setup::{findings, json};

struct Lab;

/// Settings of the lab.
#[derive(Model)]
struct Settings {
    /// The location.
    #[tf(validate(len(1..)))]
    place: String,
}

#[provider("registry.terraform.io/example/lab")]
impl terrane::Provider for Lab {
    fn validate(_: &Draft<Settings>, cx: &mut ValidateContext) -> Result<()> {
        cx.error(path!(Settings, place), "Wrong place");
        Ok(())
    }

    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Sample>();
    }
}

fn lower(text: &str) -> std::result::Result<(), String> {
    if text.chars().any(char::is_uppercase) {
        Err("expected lower case".to_owned())
    } else {
        Ok(())
    }
}

fn never(_: &[String]) -> std::result::Result<(), &'static str> {
    Err("was asked")
}

fn none(old: &[Part]) -> std::result::Result<(), &'static str> {
    match old {
        [] => Ok(()),
        _ => Err("expected none"),
    }
}

/// A sample.
#[derive(Model)]
#[tf(deprecated = "use `lab_probe`")]
struct Sample {
    /// Its name.
    #[tf(validate(len(..=3), lower))]
    name: Option<String>,
    /// Asks whenever it is asked.
    #[tf(validate(never))]
    asked: Option<Vec<String>>,
    /// An old name.
    #[tf(deprecated = "use `name`")]
    alias: Option<String>,
    /// Anything.
    #[tf(deprecated = "use nothing")]
    any: Option<Dynamic>,
    /// Texts.
    texts: Option<BTreeMap<String, Json>>,
    /// Labels.
    labels: Option<Set<String>>,
    /// Parts.
    parts: Option<Vec<Part>>,
    /// The one part that may be there.
    #[tf(block)]
    single: Option<Part>,
    /// Old parts.
    #[tf(block, deprecated = "use `parts`", validate(none))]
    old: Vec<Part>,
}

/// A part.
#[derive(Model)]
struct Part {
    /// Its name.
    #[tf(validate(lower))]
    name: String,
}

impl terrane::DataSource for Sample {
    type Provider = Lab;

    fn validate(_: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        cx.error(path!(Sample, name), "Author");
        Ok(())
    }

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

/// The diagnostics of a configuration after the author's own ones: path and text.
async fn messages(config: impl Into<Config>) -> Vec<String> {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let validated = client.validate_data("lab_sample", config).await;
    let mut messages = shown(findings(&validated));
    assert_eq!(
        messages.remove(0),
        "name: Author ",
        "the author's check is first"
    );
    let last = messages.pop();
    assert_eq!(last.as_deref(), Some(": Deprecated use `lab_probe`"));
    messages
}

fn shown(diagnostics: &[Diagnostic]) -> Vec<String> {
    let shown = diagnostics.iter().map(|it| {
        let path = it.path.as_ref().map(ToString::to_string);
        format!("{}: {} {}", path.unwrap_or_default(), it.summary, it.detail)
    });
    shown.collect()
}

async fn messages_of(config: &str) -> Vec<String> {
    messages(json(config)).await
}

const EMPTY: [&str; 0] = [];

#[tokio::test]
async fn p1_the_authors_validation_runs_first_and_the_configuration_is_returned() {
    let ty = Settings::block().ty();
    let config = wire::decode(br#"{"place":""}"#, &ty).unwrap();
    let config = DynamicValue::encode(&config, &ty).unwrap();
    let request = ValidateProviderConfigRequest {
        config: config.clone(),
    };
    let answer = terrane::server::<Lab>()
        .validate_provider_config(request)
        .await
        .unwrap();
    let messages = shown(&answer.diagnostics);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[0], "place: Wrong place ");
    assert!(
        messages[1].contains("at least 1 characters"),
        "{messages:?}"
    );
    assert_eq!(answer.prepared_config, config);
}

#[tokio::test]
async fn v1_the_deprecation_of_the_type_is_reported_last() {
    assert_eq!(messages_of(r#"{"old":[]}"#).await, EMPTY);
}

#[tokio::test]
async fn v2g_every_validator_of_an_attribute_runs() {
    assert_eq!(
        messages_of(r#"{"name":"Four","old":[]}"#).await,
        [
            "name: Invalid Attribute Value `name`: expected at most 3 characters, found 4.",
            "name: Invalid Attribute Value `name`: expected lower case.",
        ]
    );
}

#[tokio::test]
async fn v2i_deprecations_are_reported_for_known_values() {
    for (name, value, there) in [
        ("alias", "null", false),
        ("alias", r#""?""#, false),
        ("alias", r#""a""#, true),
        ("any", "null", false),
    ] {
        let config = json(&format!(r#"{{"{name}":{value},"old":[]}}"#));
        let messages = messages(config).await;
        assert_eq!(messages.len(), usize::from(there), "{messages:?}");
        assert!(
            messages
                .iter()
                .all(|it| it == "alias: Attribute Deprecated use `name`")
        );
    }
    let null = r#"{"any":{"type":"string","value":null},"old":[]}"#;
    let null = wire::decode(null.as_bytes(), &Sample::block().ty()).unwrap();
    assert_eq!(messages(null).await, EMPTY);
    let there = r#"{"any":"a","old":[]}"#;
    assert_eq!(
        messages_of(there).await,
        ["any: Attribute Deprecated use nothing"]
    );
}

#[tokio::test]
async fn v3_validators_see_known_values_only() {
    let known = messages_of(r#"{"asked":["a"],"old":[]}"#).await;
    assert_eq!(
        known,
        ["asked: Invalid Attribute Value `asked`: was asked."]
    );
    for value in ["null", r#""?""#, r#"["a","?"]"#] {
        let config = format!(r#"{{"asked":{value},"old":[]}}"#);
        assert_eq!(messages_of(&config).await, EMPTY);
    }
}

#[tokio::test]
async fn v4_nested_values_are_visited_at_their_path_unless_unknown() {
    let config = r#"{"parts":[{"name":"a"},{"name":"B"}],"single":{"name":"C"},"old":[]}"#;
    assert_eq!(
        messages_of(config).await,
        [
            "parts[1].name: Invalid Attribute Value `parts[1].name`: expected lower case.",
            "single.name: Invalid Attribute Value `single.name`: expected lower case.",
        ]
    );
    for value in [r#""?""#, r#"["?"]"#] {
        let config = format!(r#"{{"parts":{value},"old":[]}}"#);
        assert_eq!(messages_of(&config).await, EMPTY);
    }
}

#[tokio::test]
async fn v5_a_type_validates_its_values_at_every_path() {
    let messages = messages_of(r#"{"texts":{"a":"{}","b":"{"},"old":[]}"#).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].starts_with("texts[\"b\"]: Invalid Attribute Value"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn v6_nothing_is_required_in_an_absent_block() {
    assert_eq!(messages_of(r#"{"single":null,"old":[]}"#).await, EMPTY);
    let messages = messages_of(r#"{"single":{"name":null},"old":[]}"#).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0]
            .ends_with("Attribute `single.name` must be set: give it a value that is not null."),
        "{messages:?}"
    );
}

#[tokio::test]
async fn a_null_element_of_a_set_is_reported_at_the_set() {
    assert_eq!(
        messages_of(r#"{"labels":["a",null],"old":[]}"#).await,
        ["labels: Null element An element of `labels` is null: remove it, or give it a value."]
    );
    assert_eq!(
        messages_of(r#"{"texts":{"a":null},"old":[]}"#).await,
        [
            "texts[\"a\"]: Null element `texts[\"a\"]` is null: remove the element, or give it a value."
        ]
    );
}

#[tokio::test]
async fn v6_a_block_is_validated_before_its_elements_and_its_deprecation_after_them() {
    assert_eq!(
        messages_of(r#"{"old":[{"name":"B"}]}"#).await,
        [
            "old: Invalid Attribute Value `old`: expected none.",
            "old[0].name: Invalid Attribute Value `old[0].name`: expected lower case.",
            "old: Block Deprecated use `parts`",
        ]
    );
}

#[tokio::test]
async fn g13_diagnostics_have_the_order_of_the_names() {
    let config = r#"{"texts":{"a":"{"},"parts":[{"name":"B"}],"name":"A","alias":"a","old":[]}"#;
    let messages = messages_of(config).await;
    let places: Vec<&str> = messages
        .iter()
        .filter_map(|it| it.split(": ").next())
        .collect();
    assert_eq!(places, ["alias", "name", "parts[0].name", "texts[\"a\"]"]);
}
