//! Settings that come from the environment, and what they demand of each other; what does not fit is reported once.

use terrane::prelude::*;
use terrane::validate::ValidationContext;
use terrane_test::client::Client;

use crate::setup::{findings, json};

struct Cloud;

/// Settings. Every process of a test has a `PATH`.
#[derive(Model)]
#[tf(exactly_one_of(token, password), requires(user, password))]
struct Settings {
    /// A token.
    #[tf(env = "PATH")]
    token: Option<String>,
    /// A password.
    #[tf(env = "TERRANE_TEST_IS_NEVER_SET")]
    password: Option<Sensitive<String>>,
    /// Who.
    #[tf(validate(no_token))]
    user: Option<String>,
    /// In which region.
    #[tf(env = ["TERRANE_TEST_IS_NEVER_SET", "TERRANE_TEST_IS_NOT_SET_EITHER"], default = "north")]
    region: String,
}

fn no_token(user: &str) -> Result<(), String> {
    match user {
        "token" => Err("expected a user, found a token".to_owned()),
        _ => Ok(()),
    }
}

#[provider("registry.terraform.io/example/cloud")]
impl Provider for Cloud {
    async fn configure(settings: Settings, cx: &mut ConfigureContext) -> Result<Self> {
        cx.warn("The region", settings.region);
        Ok(Cloud)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Zone>();
    }
}

/// The location.
#[derive(Attr, Clone, Debug)]
enum Side {
    /// West.
    West,
    /// East.
    East,
}

/// A zone.
#[derive(Model)]
struct Zone {
    /// The location.
    side: Side,
    /// The number.
    count_of_hosts: u8,
    /// How many there may be.
    limits: Option<Vec<i8>>,
}

impl DataSource for Zone {
    type Provider = Cloud;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = config;
        cx.warn("The author was asked", "");
        Ok(())
    }

    async fn read(config: Self, _: &Cloud, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

struct Island;

/// Settings of which a validator compares two.
#[derive(Model)]
struct Passage {
    /// Who.
    #[tf(validate(in_context(without_token)))]
    user: Option<String>,
    /// A token.
    #[tf(env = "PATH")]
    token: Option<String>,
}

fn without_token(user: &str, context: &ValidationContext<'_>) -> Result<(), String> {
    match context.sibling("token") {
        Some(token) if !token.is_null() => Err(format!("expected no user, found {user}")),
        _ => Ok(()),
    }
}

#[provider("registry.terraform.io/example/island")]
impl Provider for Island {
    async fn configure(_: Passage, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Island)
    }

    fn register(_: &mut Registry<Self>) {}
}

async fn cloud() -> Client {
    Client::new(terrane::server::<Cloud>()).await.unwrap()
}

async fn settings(config: &str) -> Vec<String> {
    let validated = cloud().await.validate_provider(json(config)).await;
    findings(&validated)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[tokio::test]
async fn p1_relations_see_values_from_environment_variables() {
    assert_eq!(settings("{}").await, Vec::<String>::new());
    assert_eq!(settings(r#"{"token":"t"}"#).await, Vec::<String>::new());
}

#[tokio::test]
async fn p1_validators_see_siblings_from_environment_variables() {
    let client = Client::new(terrane::server::<Island>()).await.unwrap();
    let validated = client.validate_provider(json(r#"{"user":"ann"}"#)).await;
    let found = findings(&validated);
    assert_eq!(found.len(), 1, "{found:?}");
    let detail = &found[0].detail;
    assert!(detail.contains("expected no user, found ann"), "{detail}");
}

#[tokio::test]
async fn a_setting_that_is_left_out_has_its_default() {
    for (config, region) in [("{}", "north"), (r#"{"region":"south"}"#, "south")] {
        assert_eq!(settings(config).await, Vec::<String>::new());
        let warnings = cloud().await.configure(json(config)).await.unwrap();
        let regions: Vec<_> = warnings.iter().map(|it| it.detail.as_str()).collect();
        assert_eq!(regions, [region], "{config}");
    }
}

#[tokio::test]
async fn p1_an_error_caused_by_an_environment_variable_names_the_variable() {
    let found = settings(r#"{"password":"p"}"#).await;
    assert_eq!(found.len(), 1, "{found:?}");
    let set = "`token` and `password` are set";
    assert!(found[0].contains(set), "{found:?}");
    let found = settings(r#"{"user":"u"}"#).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(!found[0].contains("PATH"), "{found:?}");
    let both = settings(r#"{"password":"p"}"#).await.join("\n");
    assert!(
        both.contains("`token` comes from the environment variable PATH"),
        "{both}"
    );
}

#[tokio::test]
async fn a_word_of_prose_is_no_setting() {
    let found = settings(r#"{"user":"token","password":"p"}"#).await;
    let of_user: Vec<_> = found
        .iter()
        .filter(|it| it.contains("found a token"))
        .collect();
    assert_eq!(of_user.len(), 1, "{found:?}");
    assert!(!of_user[0].contains("PATH"), "{of_user:?}");
    assert!(found.iter().any(|it| it.contains("PATH")), "{found:?}");
}

async fn zone(config: &str) -> Vec<String> {
    let client = cloud().await;
    let validated = client.validate_data("cloud_zone", json(config)).await;
    findings(&validated)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[tokio::test]
async fn v1_each_value_of_a_wrong_type_is_reported_once_at_its_path() {
    assert_eq!(
        zone(r#"{"side":"up","count_of_hosts":300,"limits":[1,200,-200]}"#).await,
        [
            "error: Invalid Attribute Value: `count_of_hosts`: expected a whole number from 0 to 255, found 300. (count_of_hosts)",
            "error: Invalid Attribute Value: `limits[1]`: expected a whole number from -128 to 127, found 200. (limits[1])",
            "error: Invalid Attribute Value: `limits[2]`: expected a whole number from -128 to 127, found -200. (limits[2])",
            "error: Invalid Attribute Value: `side`: expected one of `west`, `east`, found `up`. (side)",
        ]
    );
}

#[tokio::test]
async fn v1_the_authors_validation_runs_if_the_values_fit_the_model() {
    assert_eq!(
        zone(r#"{"side":"west","count_of_hosts":255,"limits":null}"#).await,
        ["warning: The author was asked"]
    );
}
