//! The API of PowerDNS: its routes, its state, and its refusals.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use terrane_api_test::{Call, Fake, Faulty, Reply, Server};
use terrane_test::client::Client;

pub(crate) const KEY: &str = "s3cret-key";

/// The rrsets of each zone, by name and type.
#[derive(Clone, Default)]
pub(crate) struct World {
    pub(crate) zones: BTreeMap<String, Zone>,
}

#[derive(Clone, Default)]
pub(crate) struct Zone {
    pub(crate) kind: String,
    pub(crate) rrsets: BTreeMap<(String, String), Json>,
}

/// The API, a server with it, and a client of the provider.
pub(crate) struct Dns {
    pub(crate) api: Fake<World>,
    pub(crate) faulty: Faulty<Fake<World>>,
    pub(crate) client: Client,
    pub(crate) server: Server,
}

impl Dns {
    pub(crate) async fn start() -> Self {
        Self::with_key(KEY).await
    }

    pub(crate) async fn with_key(key: &str) -> Self {
        let api = api();
        let faulty = Faulty::new(api.clone());
        let server = Server::start(faulty.clone()).unwrap();
        let config = json!({ "url": server.url(), "api_key": key, "first_delay": 1 });
        let provider = terrane::server::<powerdns::Powerdns>();
        let client = Client::configured(provider, config).await.unwrap();
        Self {
            api,
            faulty,
            client,
            server,
        }
    }
}

/// Describes the API.
pub(crate) fn api() -> Fake<World> {
    let zones = "/api/v1/servers/localhost/zones";
    let zone = "/api/v1/servers/localhost/zones/{zone}";
    Fake::new(World::default())
        .authorized(|_, headers| headers.get("x-api-key").is_some_and(|key| key == KEY))
        .route("GET", zones, |world, _| Reply::ok(world.list()))
        .route("POST", zones, World::create)
        .route("GET", zone, World::read)
        .route("PUT", zone, World::change)
        .route("PATCH", zone, World::patch)
        .route("DELETE", zone, |world, call| {
            match world.zones.remove(call.path("zone")) {
                Some(_) => Reply::new(204, Json::Null),
                None => missing(),
            }
        })
}

fn missing() -> Reply {
    Reply::text(404, "Not Found")
}

fn refused(reason: &str) -> Reply {
    Reply::new(422, json!({ "error": reason }))
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

/// Whether a label has more than 63 bytes.
fn is_too_long(name: &str) -> bool {
    name.split('.').any(|label| label.len() > 63)
}

impl Zone {
    fn set(&mut self, rrset: &Json) -> Result<(), String> {
        let (name, kind) = (text(&rrset["name"]), text(&rrset["type"]));
        if !["A", "CNAME", "NS", "TXT"].contains(&kind.as_str()) {
            return Err(format!("RRset {name} IN {kind}: unknown type given"));
        }
        for record in rrset["records"].as_array().into_iter().flatten() {
            let content = text(&record["content"]);
            if kind == "NS" && is_too_long(&content) {
                let reason = "label too long to append";
                return Err(format!("Record {name}/{kind} '{content}': {reason}"));
            }
            if kind == "A" && content.parse::<std::net::Ipv4Addr>().is_err() {
                let reason = "Parsing record content: unable to parse IP address";
                return Err(format!("Record {name}/{kind} '{content}': {reason}"));
            }
        }
        if rrset["changetype"] == "DELETE" {
            self.rrsets.remove(&(name, kind));
            return Ok(());
        }
        let rest = rrset["records"].clone();
        let stored = json!({ "name": name, "type": kind, "ttl": rrset["ttl"], "records": rest });
        self.rrsets.insert((name, kind), stored);
        Ok(())
    }
}

impl World {
    fn list(&self) -> Json {
        let zones = self.zones.iter();
        zones
            .map(|(name, zone)| json!({ "name": name, "kind": zone.kind, "serial": 1 }))
            .collect()
    }

    fn answer(&self, name: &str, call: &Call) -> Json {
        let zone = &self.zones[name];
        let asked = |name: &str, it: &str| call.query(name).is_none_or(|asked| asked == it);
        let rrsets = zone.rrsets.iter();
        let rrsets = rrsets
            .filter(|((name, kind), _)| asked("rrset_name", name) && asked("rrset_type", kind));
        let rrsets: Vec<&Json> = rrsets.map(|(_, rrset)| rrset).collect();
        json!({ "id": name, "name": name, "kind": zone.kind, "rrsets": rrsets })
    }

    fn create(&mut self, call: &Call) -> Reply {
        let name = text(&call.body["name"]);
        if self.zones.contains_key(&name) {
            return Reply::text(409, "Conflict");
        }
        let mut zone = Zone {
            kind: text(&call.body["kind"]),
            ..Zone::default()
        };
        let servers = call.body["nameservers"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        if is_too_long(&name) {
            return refused(&format!("Unable to parse DNS Name '{name}'"));
        }
        if let Some(server) = servers.iter().map(text).find(|it| is_too_long(it)) {
            return refused(&format!("Unable to parse DNS Name for NS '{server}'"));
        }
        let servers = servers.into_iter().map(|it| json!({ "content": it }));
        let servers: Vec<Json> = servers.collect();
        let rrset = json!({ "name": name, "type": "NS", "ttl": 3600, "records": servers });
        zone.rrsets.insert((name.clone(), "NS".to_owned()), rrset);
        self.zones.insert(name.clone(), zone);
        Reply::new(201, self.answer(&name, call))
    }

    fn read(&mut self, call: &Call) -> Reply {
        let name = call.path("zone");
        if !self.zones.contains_key(name) {
            return missing();
        }
        Reply::ok(self.answer(name, call))
    }

    fn change(&mut self, call: &Call) -> Reply {
        let Some(zone) = self.zones.get_mut(call.path("zone")) else {
            return missing();
        };
        zone.kind = text(&call.body["kind"]);
        Reply::new(204, Json::Null)
    }

    fn patch(&mut self, call: &Call) -> Reply {
        let name = call.path("zone");
        let Some(zone) = self.zones.get_mut(name) else {
            return missing();
        };
        for rrset in call.body["rrsets"].as_array().into_iter().flatten() {
            let (owner, kind) = (text(&rrset["name"]), text(&rrset["type"]));
            if !owner.ends_with(name) {
                return refused(&format!("RRset {owner} IN {kind}: Name is out of zone"));
            }
            if let Err(reason) = zone.set(rrset) {
                return refused(&reason);
            }
        }
        Reply::new(204, Json::Null)
    }
}
