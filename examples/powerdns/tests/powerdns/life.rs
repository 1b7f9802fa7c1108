//! The lives of a zone and of records, with the fake API.

use serde_json::{Value as Json, json};
use terrane::Result;
use terrane_test::client::{Client, Instance, UNKNOWN};
use terrane_test::{Action, Imports};

use crate::fake::{Dns, KEY};

fn zone(servers: &[&str]) -> Json {
    json!({ "name": "example.org.", "nameservers": servers })
}

fn record(records: &[&str]) -> Json {
    json!({ "zone": "example.org.", "name": "www.example.org.", "type": "A", "records": records })
}

async fn created(client: &Client) -> Result<(Instance, Instance)> {
    let first = client
        .create("powerdns_zone", zone(&["ns1.example.org."]))
        .await?;
    let second = client
        .create("powerdns_record", record(&["192.0.2.1"]))
        .await?;
    Ok((first, second))
}

#[tokio::test]
async fn a_zone_is_created_read_changed_and_deleted() -> Result<()> {
    let Dns { api, client, .. } = &Dns::start().await;
    let (object, _) = created(client).await?;
    let config =
        json!({ "name": "example.org.", "kind": "Master", "nameservers": ["ns2.example.org."] });
    let object = client.update(&object, config.clone()).await?;
    assert_eq!(api.state().zones["example.org."].kind, "Master");
    let plan = client.plan(&client.read(&object).await?, config).await?;
    assert_eq!(plan.action(), Action::NoOp);
    client.delete(&object).await?;
    assert!(!client.read(&object).await?.exists());
    // A second deletion finds nothing, and succeeds.
    client.delete(&object).await?;
    Ok(())
}

#[tokio::test]
async fn records_are_created_read_changed_and_deleted() -> Result<()> {
    let Dns { api, client, .. } = &Dns::start().await;
    let (_, object) = created(client).await?;
    let object = client
        .update(&object, record(&["192.0.2.2", "192.0.2.1"]))
        .await?;
    let plan = client
        .plan(
            &client.read(&object).await?,
            record(&["192.0.2.1", "192.0.2.2"]),
        )
        .await?;
    assert_eq!(plan.action(), Action::NoOp);

    // Somebody else changes the records.
    let key = ("www.example.org.".to_owned(), "A".to_owned());
    let rest = json!([{ "content": "192.0.2.9" }]);
    api.state()
        .zones
        .get_mut("example.org.")
        .unwrap()
        .rrsets
        .get_mut(&key)
        .unwrap()["records"] = rest;
    let plan = client
        .plan(&client.read(&object).await?, record(&["192.0.2.1"]))
        .await?;
    assert_eq!(plan.action(), Action::Update);

    client.delete(&object).await?;
    assert!(!client.read(&object).await?.exists());
    client.delete(&object).await?;
    Ok(())
}

#[tokio::test]
async fn records_are_gone_with_their_zone() -> Result<()> {
    let Dns { api, client, .. } = &Dns::start().await;
    let (_, object) = created(client).await?;
    api.state().zones.clear();
    assert!(!client.read(&object).await?.exists());
    client.delete(&object).await?;
    let error = client
        .create("powerdns_record", record(&["192.0.2.1"]))
        .await
        .unwrap_err();
    assert_eq!(
        error.diagnostics()[0].path.as_ref().unwrap().to_string(),
        "zone"
    );
    Ok(())
}

#[tokio::test]
async fn imported_objects_need_no_change() -> Result<()> {
    let dns = &Dns::start().await;
    created(&dns.client).await?;
    let settings = json!({ "url": dns.server.url(), "api_key": KEY });
    Imports::new(terrane::server::<powerdns::Powerdns>(), settings)
        .object("powerdns_zone", "example.org.")
        .object("powerdns_record", "example.org./www.example.org./A")
        .plan_clean()
        .await;
    let error = dns
        .client
        .import("powerdns_record", "www.example.org.")
        .await
        .unwrap_err();
    assert_eq!(error.diagnostics()[0].summary, "Unexpected id");
    Ok(())
}

#[tokio::test]
async fn objects_of_somebody_else_are_not_taken_over() -> Result<()> {
    let Dns { client, .. } = &Dns::start().await;
    created(client).await?;
    let error = client
        .create("powerdns_zone", zone(&[]))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("terraform import powerdns_zone.NAME 'example.org.'"),
        "{error}"
    );
    let error = client
        .create("powerdns_record", record(&["192.0.2.7"]))
        .await
        .unwrap_err()
        .to_string();
    let import = "terraform import powerdns_record.NAME 'example.org./www.example.org./A'";
    assert!(error.contains(import), "{error}");
    Ok(())
}

#[tokio::test]
async fn a_refusal_is_an_error_on_its_attribute() -> Result<()> {
    let Dns { client, .. } = &Dns::start().await;
    created(client).await?;
    let cases = [
        (
            "name",
            json!({ "zone": "example.org.", "name": "a.example.com.", "type": "A", "records": ["192.0.2.1"] }),
        ),
        (
            "type",
            json!({ "zone": "example.org.", "name": "a.example.org.", "type": "FOO", "records": ["x"] }),
        ),
        (
            "records",
            json!({ "zone": "example.org.", "name": "a.example.org.", "type": "A", "records": ["x"] }),
        ),
    ];
    for (place, config) in cases {
        let error = client.create("powerdns_record", config).await.unwrap_err();
        let diagnostic = &error.diagnostics()[0];
        assert_eq!(
            diagnostic.path.as_ref().map(ToString::to_string).as_deref(),
            Some(place),
            "{error}"
        );
        assert_eq!(diagnostic.summary, "Cannot set the records");
    }
    for name in ["example.org", "Example.org.", ""] {
        let error = client
            .validate("powerdns_zone", json!({ "name": name, "nameservers": [] }))
            .await;
        let error = error.unwrap_err();
        assert_eq!(
            error.diagnostics()[0].path.as_ref().unwrap().to_string(),
            "name"
        );
    }
    Ok(())
}

/// Checks the places of refusals of a zone, in the texts of the API.
pub(crate) async fn assert_refused_zones(client: &Client, object: &Instance) {
    let long = format!("{}.org.", "a".repeat(64));
    let config = |name: &str, server: &str| json!({ "name": name, "nameservers": [server] });
    let create = |config| client.create("powerdns_zone", config);
    let refused = [
        ("name", create(config(&long, "ns.example.org.")).await),
        ("nameservers", create(config("example.com.", &long)).await),
        (
            "nameservers",
            client.update(object, config("example.org.", &long)).await,
        ),
    ];
    for (place, answer) in refused {
        let error = answer.unwrap_err();
        let path = error.diagnostics()[0].path.as_ref();
        assert_eq!(path.unwrap().to_string(), place, "{error}");
    }
}

#[tokio::test]
async fn refusals_of_a_zone_are_errors_on_their_attributes() -> Result<()> {
    let Dns { client, .. } = &Dns::start().await;
    let (object, _) = created(client).await?;
    assert_refused_zones(client, &object).await;
    Ok(())
}

#[tokio::test]
async fn unknown_arguments_are_planned() -> Result<()> {
    let Dns { client, .. } = &Dns::start().await;
    for unknown in ["zone", "name", "type", "ttl", "records"] {
        let mut config = record(&["192.0.2.1"]);
        config[unknown] = json!(UNKNOWN);
        let plan = client
            .plan(&Instance::absent("powerdns_record"), config)
            .await?;
        assert_eq!(plan.action(), Action::Create);
    }
    Ok(())
}

#[tokio::test]
async fn zones_are_listed() -> Result<()> {
    let Dns { client, .. } = &Dns::start().await;
    created(client).await?;
    let read = client.read_data("powerdns_zones", json!({})).await?;
    let zones = format!("{:?}", read.get::<powerdns::Zones>()?);
    assert!(
        zones.contains(r#"name: "example.org.", kind: "Native""#),
        "{zones}"
    );
    Ok(())
}

#[tokio::test]
async fn a_wrong_key_is_an_error_without_the_key() -> Result<()> {
    let Dns { client, .. } = &Dns::with_key("wr0ng-key").await;
    let error = client
        .create("powerdns_zone", zone(&[]))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("401"), "{error}");
    assert!(!error.contains("wr0ng-key"), "{error}");
    Ok(())
}

#[test]
fn reverse_names_are_those_of_ptr_records() {
    let name = |address: &str| powerdns::reverse_name(address.to_owned());
    assert_eq!(name("192.0.2.1").unwrap(), "1.2.0.192.in-addr.arpa.");
    let v6 = name("2001:db8::1").unwrap();
    assert!(
        v6.starts_with("1.0.0.0.") && v6.ends_with(".8.b.d.0.1.0.0.2.ip6.arpa."),
        "{v6}"
    );
    assert!(name("example").is_err());
}
