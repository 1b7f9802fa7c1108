//! Settings that may be unknown when the provider is configured (rule P5).

use terrane::prelude::*;
use terrane_test::client::Client;

use crate::setup::{failure, json};

struct Port;

/// Settings.
#[derive(Model)]
struct Settings {
    /// Which port.
    name: Option<String>,
    /// Its pier, which may come later.
    pier: Value<String>,
    /// Its ships, which may come later.
    ships: Value<Vec<String>>,
    /// Its crane.
    crane: Option<Crane>,
    /// Its keeper, who may come later.
    keeper: Value<Keeper>,
}

/// A crane.
#[derive(Model)]
struct Crane {
    /// Its height, which may come later.
    height: Value<i64>,
    /// Its owner.
    owner: Option<String>,
}

/// A keeper.
#[derive(Debug, Model)]
struct Keeper {
    /// The name.
    name: String,
}

#[provider("registry.terraform.io/example/port")]
impl Provider for Port {
    async fn configure(settings: Settings, cx: &mut ConfigureContext) -> Result<Self> {
        let height = settings.crane.map(|crane| crane.height);
        let keeper = settings.keeper.map(|keeper| keeper.name);
        let seen = format!(
            "{:?} {:?} {height:?} {keeper:?}",
            settings.pier, settings.ships
        );
        cx.warn("Configured", seen);
        Ok(Port)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Tide>();
    }
}

/// The tide.
#[derive(Model)]
struct Tide {
    /// Its height.
    height: Computed<i64>,
}

impl DataSource for Tide {
    type Provider = Port;

    async fn read(config: Self, _: &Port, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.with_computed(TideComputed { height: 3 }))
    }
}

/// Configures the provider. Returns what `configure` saw, and reads the tide.
async fn port(config: &str) -> (Option<String>, std::result::Result<(), Vec<String>>) {
    let client = Client::new(terrane::server::<Port>()).await.unwrap();
    let warnings = client.configure(json(config)).await.unwrap();
    let seen = warnings.iter().next().map(|warning| warning.detail.clone());
    let read = client.read_data("port_tide", json("{}")).await;
    let failures = failure(&read).iter().map(|it| it.detail.clone()).collect();
    (seen, read.map(|_| ()).map_err(|_| failures))
}

#[tokio::test]
async fn p5_a_setting_may_be_unknown_on_request() {
    for (config, expected) in [
        ("{}", "Null Null None Null"),
        (
            r#"{"pier":"?","ships":"?","crane":{"height":"?"},"keeper":"?"}"#,
            "Unknown Unknown Some(Unknown) Unknown",
        ),
        (
            r#"{"pier":"north","ships":["a"],"crane":{"height":3},"keeper":{"name":"k"}}"#,
            r#"Known("north") Known(["a"]) Some(Known(3)) Known("k")"#,
        ),
    ] {
        let (seen, read) = port(config).await;
        let seen = seen.map(|seen| seen.replace("Unknown(Unknown(None))", "Unknown"));
        assert_eq!(seen.as_deref(), Some(expected), "{config}");
        assert_eq!(read, Ok(()), "{config}");
    }
}

#[tokio::test]
async fn p5_other_settings_and_parts_of_known_settings_may_not_be_unknown() {
    for (config, path) in [
        (r#"{"name":"?"}"#, "name"),
        (r#"{"pier":"?","name":"?"}"#, "name"),
        (r#"{"ships":["a","?"]}"#, "ships[1]"),
        (r#"{"crane":"?"}"#, "crane"),
        (r#"{"crane":{"owner":"?","height":"?"}}"#, "crane.owner"),
        (r#"{"keeper":{"name":"?"}}"#, "keeper.name"),
    ] {
        let (seen, read) = port(config).await;
        assert_eq!(seen, None, "{config}");
        let failures = read.expect_err("the provider is not configured");
        let expected = format!("`{path}` depends on something that is only known after apply");
        assert_eq!(failures.len(), 1, "{failures:?}");
        assert!(failures[0].contains(&expected), "{failures:?}");
    }
}
