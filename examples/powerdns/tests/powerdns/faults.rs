//! The lives of a zone and of records under each fault, at each of their requests.

use serde_json::json;
use terrane_api_test::{Life, under_faults};

use crate::fake::{Dns, KEY, Zone};

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

#[tokio::test]
async fn no_zone_is_lost_under_any_fault() {
    let report = under_faults(async |_| {
        let Dns { api, faulty, client, server } = Dns::start().await;
        Life::new(client, faulty, async move || api.state().zones.len())
            .object("powerdns_zone", json!({ "name": "example.org.", "nameservers": ["a.example.org."] }))
            .change(json!({ "name": "example.org.", "kind": "Master", "nameservers": ["b.example.org."] }))
            .secret(KEY)
            .keep(server)
    })
    .await;
    report.compare(FAULTS).unwrap();
}

#[tokio::test]
async fn no_records_are_lost_under_any_fault() {
    let report = under_faults(async |_| {
        let Dns { api, faulty, client, server } = Dns::start().await;
        let zone = Zone { kind: "Native".to_owned(), ..Zone::default() };
        api.state().zones.insert("example.org.".to_owned(), zone);
        let record = |records| {
            json!({ "zone": "example.org.", "name": "example.org.", "type": "A", "records": records })
        };
        Life::new(client, faulty, async move || api.state().zones["example.org."].rrsets.len())
            .object("powerdns_record", record(["192.0.2.1"]))
            .change(record(["192.0.2.2"]))
            .secret(KEY)
            .keep(server)
    })
    .await;
    report.compare(FAULTS).unwrap();
}
