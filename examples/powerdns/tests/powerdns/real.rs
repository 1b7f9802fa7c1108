//! The provider with a real PowerDNS, if it is installed.

use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tempfile::TempDir;
use terrane::Result;
use terrane::prelude::{ConfigureContext, ReadContext};
use terrane_api::http::HeaderName;
use terrane_api::{Client as Api, Credentials};
use terrane_api_test::{Faulty, Life, Remote, Server, under_faults};
use terrane_test::client::Client;
use terrane_test::{Action, Imports};

use crate::fake::KEY;
use crate::life::assert_refused_zones;

const SCHEMAS: [&str; 2] = [
    "/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql",
    "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql",
];

/// A server of its own, which ends when it is dropped.
struct Pdns {
    process: Child,
    url: String,
    _folder: TempDir,
}

impl Drop for Pdns {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Pdns {
    /// Starts a server. `None`, with a line, if it is not installed.
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    fn start() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("zones.sqlite");
        let schema = SCHEMAS
            .iter()
            .find_map(|it| std::fs::read_to_string(it).ok());
        let schema = schema.map(|it| format!("PRAGMA journal_mode = WAL;\n{it}"));
        let made = Command::new("sqlite3")
            .arg(&database)
            .arg(schema.unwrap_or_default())
            .output();
        if !made.is_ok_and(|it| it.status.success()) {
            eprintln!("skipped: sqlite3 or the schema of PowerDNS is not installed");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let dns = UdpSocket::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let process = Command::new("pdns_server")
            .args([
                "--no-config",
                "--daemon=no",
                "--guardian=no",
                "--launch=gsqlite3",
            ])
            .args([
                "--api=yes",
                "--webserver=yes",
                "--webserver-address=127.0.0.1",
            ])
            .args([
                "--local-address=127.0.0.1",
                "--gsqlite3-pragma-synchronous=0",
            ])
            .arg(format!("--api-key={KEY}"))
            .arg(format!("--webserver-port={port}"))
            .arg(format!("--local-port={dns}"))
            .arg(format!("--socket-dir={}", folder.path().display()))
            .arg(format!("--config-dir={}", folder.path().display()))
            .arg(format!("--gsqlite3-database={}", database.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(process) = process else {
            eprintln!("skipped: pdns_server is not installed");
            return None;
        };
        let url = format!("http://127.0.0.1:{port}");
        let pdns = Self {
            process,
            url,
            _folder: folder,
        };
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "pdns_server does not listen"
            );
            thread::sleep(Duration::from_millis(20));
        }
        Some(pdns)
    }

    async fn client(url: &str) -> Client {
        let settings = json!({ "url": url, "api_key": KEY, "first_delay": 1 });
        Client::configured(terrane::server::<powerdns::Powerdns>(), settings)
            .await
            .unwrap()
    }

    /// A client of the API without the provider.
    fn api(&self) -> Api {
        let key = Credentials::header(HeaderName::from_static("x-api-key"), KEY);
        Api::builder(&self.url)
            .credentials(key)
            .build(&ConfigureContext::default())
            .unwrap()
    }
}

/// Reads a zone as another user of the API does.
async fn zone(api: &Api, name: &str) -> Option<Json> {
    let request = api.get(["api", "v1", "servers", "localhost", "zones", name]);
    request.find(&ReadContext::default()).await.unwrap()
}

#[tokio::test]
async fn a_zone_with_records_lives_in_a_real_server() -> Result<()> {
    let Some(pdns) = Pdns::start() else {
        return Ok(());
    };
    let client = &Pdns::client(&pdns.url).await;
    let zones = json!({ "name": "example.org.", "nameservers": ["ns1.example.org."] });
    let object = client.create("powerdns_zone", zones.clone()).await?;
    let error = client
        .create("powerdns_zone", zones)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("terraform import powerdns_zone.NAME 'example.org.'"),
        "{error}"
    );
    assert_refused_zones(client, &object).await;
    let config = json!({ "name": "example.org.", "kind": "Master", "nameservers": ["ns2.example.org.", "ns3.example.org."] });
    let object = client.update(&object, config.clone()).await?;
    let plan = client.plan(&client.read(&object).await?, config).await?;
    assert_eq!(plan.action(), Action::NoOp);

    let records = [
        ("www.example.org.", "A", json!(["192.0.2.1", "192.0.2.2"])),
        ("www.example.org.", "AAAA", json!(["2001:db8::1"])),
        ("*.example.org.", "TXT", json!(["\"a text\""])),
        ("example.org.", "MX", json!(["10 mail.example.org."])),
    ];
    for (name, kind, records) in records {
        let config = json!({ "zone": "example.org.", "name": name, "type": kind, "ttl": 60, "records": records });
        let object = client.create("powerdns_record", config.clone()).await?;
        let plan = client.plan(&client.read(&object).await?, config).await?;
        assert_eq!(plan.action(), Action::NoOp);
    }
    let settings = json!({ "url": pdns.url, "api_key": KEY });
    Imports::new(terrane::server::<powerdns::Powerdns>(), settings)
        .object("powerdns_zone", "example.org.")
        .object("powerdns_record", "example.org./*.example.org./TXT")
        .plan_clean()
        .await;

    let www = "www.example.org.";
    let refusals = [
        (
            "name",
            json!({ "zone": "example.org.", "name": "a.example.com.", "type": "A", "records": ["192.0.2.1"] }),
        ),
        (
            "type",
            json!({ "zone": "example.org.", "name": www, "type": "FOO", "records": ["x"] }),
        ),
        (
            "type",
            json!({ "zone": "example.org.", "name": www, "type": "CNAME", "records": ["a.example.org."] }),
        ),
        (
            "records",
            json!({ "zone": "example.org.", "name": "a.example.org.", "type": "A", "records": ["x"] }),
        ),
        (
            "zone",
            json!({ "zone": "example.net.", "name": "example.net.", "type": "A", "records": ["192.0.2.1"] }),
        ),
    ];
    for (place, config) in refusals {
        let error = client.create("powerdns_record", config).await.unwrap_err();
        let path = error.diagnostics()[0]
            .path
            .as_ref()
            .map(ToString::to_string);
        assert_eq!(path.as_deref(), Some(place), "{error}");
    }
    let read = client.read_data("powerdns_zones", json!({})).await?;
    assert!(format!("{:?}", read.get::<powerdns::Zones>()?).contains("example.org."));

    client.delete(&object).await?;
    assert!(!client.read(&object).await?.exists());
    client.delete(&object).await?;
    Ok(())
}

#[tokio::test]
async fn no_zone_of_a_real_server_is_lost_under_any_fault() {
    let Some(pdns) = Pdns::start() else { return };
    let report = under_faults(async |life| {
        let faulty = Faulty::new(Remote::new(&pdns.url).unwrap());
        let server = Server::start(faulty.clone()).unwrap();
        let client = Pdns::client(server.url()).await;
        let name = format!("zone-{life}.example.");
        let config = |kind, host| {
            json!({ "name": name, "kind": kind, "nameservers": [format!("{host}.{name}")] })
        };
        let (api, counted) = (pdns.api(), name.clone());
        Life::new(client, faulty, async move || {
            usize::from(zone(&api, &counted).await.is_some())
        })
        .object("powerdns_zone", config("Native", "a"))
        .change(config("Master", "b"))
        .secret(KEY)
        .keep(server)
    })
    .await;
    assert!(report.to_string().contains("| 503 |"));
}

#[tokio::test]
async fn no_records_of_a_real_server_are_lost_under_any_fault() {
    let Some(pdns) = Pdns::start() else { return };
    let client = Pdns::client(&pdns.url).await;
    let config = json!({ "name": "example.org.", "nameservers": ["ns1.example.org."] });
    client.create("powerdns_zone", config).await.unwrap();
    let report = under_faults(async |life| {
        let faulty = Faulty::new(Remote::new(&pdns.url).unwrap());
        let server = Server::start(faulty.clone()).unwrap();
        let client = Pdns::client(server.url()).await;
        let name = format!("host-{life}.example.org.");
        let config = |records| {
            json!({ "zone": "example.org.", "name": name, "type": "A", "records": records })
        };
        let (api, counted) = (pdns.api(), name.clone());
        Life::new(client, faulty, async move || {
            let zone = zone(&api, "example.org.").await.unwrap();
            let rrsets = zone["rrsets"].as_array().unwrap().iter();
            rrsets.filter(|it| it["name"] == counted).count()
        })
        .object("powerdns_record", config(["192.0.2.1"]))
        .change(config(["192.0.2.2"]))
        .secret(KEY)
        .keep(server)
    })
    .await;
    assert!(report.to_string().contains("| 503 |"));
}
