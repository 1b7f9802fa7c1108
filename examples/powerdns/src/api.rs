//! What the API sends and receives.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_api::Request;
use terrane_api::http::Method;

use crate::Powerdns;

/// A name in the only form that the API accepts and returns.
pub(crate) const NAME: &str = r"^(\*\.)?([a-z0-9_-]+\.)+$";

/// What [`NAME`] accepts.
pub(crate) const NAME_FORM: &str =
    "a name in lower case that ends with a dot, such as `www.example.org.`";

/// How the zone gets its data and passes it on.
#[derive(Attr, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// The database replicates the zone.
    #[tf(name = "Native")]
    Native,
    /// The server notifies other servers of changes.
    #[tf(name = "Master")]
    Master,
}

/// A zone with some of its rrsets.
#[derive(Debug, Deserialize)]
pub(crate) struct ZoneAnswer {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) rrsets: Vec<Rrset>,
}

/// All records with one name and type.
#[derive(Debug, Deserialize)]
pub(crate) struct Rrset {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    pub(crate) ttl: u32,
    records: Vec<Content>,
}

#[derive(Debug, Deserialize)]
struct Content {
    content: String,
}

impl Rrset {
    pub(crate) fn contents(self) -> Set<String> {
        self.records.into_iter().map(|it| it.content).collect()
    }
}

impl ZoneAnswer {
    /// Takes an rrset out of the answer. A server that does not know the query sends all of them.
    pub(crate) fn rrset(&mut self, name: &str, kind: &str) -> Option<Rrset> {
        let mut rrsets = std::mem::take(&mut self.rrsets).into_iter();
        rrsets.find(|it| it.name == name && it.kind == kind && !it.records.is_empty())
    }
}

impl Powerdns {
    /// A request for all zones.
    pub(crate) fn zones(&self, method: Method) -> Request {
        let path = ["api", "v1", "servers", &self.server, "zones"];
        self.client.request(method, path)
    }

    /// A request for one zone.
    pub(crate) fn zone(&self, method: Method, zone: &str) -> Request {
        let path = ["api", "v1", "servers", &self.server, "zones", zone];
        self.client.request(method, path)
    }

    /// Reads a zone with one of its rrsets.
    pub(crate) async fn find(
        &self,
        zone: &str,
        name: &str,
        kind: &str,
        cx: &terrane::context::Context,
    ) -> terrane_api::Result<Option<ZoneAnswer>> {
        let request = self.zone(Method::GET, zone);
        let request = request.query("rrset_name", name).query("rrset_type", kind);
        request.find(cx).await
    }

    /// The change that replaces an rrset, or deletes it if there are no records.
    pub(crate) fn replace(
        &self,
        zone: &str,
        name: &str,
        kind: &str,
        ttl: u32,
        records: &Set<String>,
    ) -> Request {
        let records = records
            .iter()
            .map(|it| json!({ "content": it, "disabled": false }));
        let records: Vec<Json> = records.collect();
        let change = if records.is_empty() {
            "DELETE"
        } else {
            "REPLACE"
        };
        let rrset = json!({
            "name": name, "type": kind, "ttl": ttl, "changetype": change, "records": records,
        });
        let request = self.zone(Method::PATCH, zone);
        request.json(&json!({ "rrsets": [rrset] })).repeatable()
    }
}

/// Adds the attribute to a refusal, which the API names in the text only.
pub(crate) fn explained(error: terrane_api::Error, places: &[(&str, terrane::Path)]) -> Error {
    let message = error.refusal().map_or("", |it| it.message());
    let found = places.iter().find(|(text, _)| message.contains(text));
    let path = found.map(|(_, path)| path.clone());
    match path {
        Some(path) => Error::from(error).at(path),
        None => error.into(),
    }
}
