//! A provider whose types have another prefix than its name.

use terrane::prelude::*;
use terrane_test::client::Client;

use crate::setup::json;

struct Beta;

impl Provider for Beta {
    const ADDRESS: &'static str = "registry.terraform.io/example/cloud-beta";
    const TYPE_PREFIX: Option<&'static str> = Some("cloud");
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Beta)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Zone>().ephemeral::<Zone>();
    }
}

/// A zone.
#[derive(Schema)]
struct Zone {
    /// Its name.
    name: String,
}

impl DataSource for Zone {
    type Provider = Beta;

    async fn read(config: Self, _: &Beta, _: &mut ReadData) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Zone {
    type Provider = Beta;

    async fn open(config: Self, _: &Beta, _: &mut Open) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn types_have_the_prefix_of_the_provider() {
    let client = Client::configured(terrane::server::<Beta>(), json("{}")).await;
    let client = client.unwrap();
    let schemas = client.schemas();
    let names: Vec<_> = schemas.data_source_schemas.keys().collect();
    assert_eq!(names, ["cloud_zone"]);
    let names: Vec<_> = schemas.ephemeral_resource_schemas.keys().collect();
    assert_eq!(names, ["cloud_zone"]);
    let read = client
        .read_data("cloud_zone", json(r#"{"name":"a"}"#))
        .await;
    assert_eq!(read.unwrap().attribute("name"), Some(&"a".into()));
}
