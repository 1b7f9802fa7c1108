//! Zones: the resource `powerdns_zone`.

use serde_json::json;
use terrane::prelude::*;
use terrane_api::http::Method;

use crate::Powerdns;
use crate::api::{Kind, NAME, NAME_FORM, ZoneAnswer, explained};

/// A zone, with its servers of names.
#[derive(Debug, Model)]
pub struct Zone {
    /// The name, in lower case and with a dot at the end.
    #[tf(identity, replace, validate(matches(NAME, NAME_FORM)))]
    name: String,
    /// How the zone is replicated. Zones that the server copies from another one (`Slave`) are not supported.
    #[tf(default = Kind::Native)]
    kind: Kind,
    /// The names of the servers that answer for the zone: its NS records. They have a TTL of 3600 s.
    #[tf(validate(each(matches(NAME, NAME_FORM))))]
    nameservers: Set<String>,
}

/// The TTL that the API gives to the NS records of a new zone.
const TTL: u32 = 3600;

impl From<ZoneAnswer> for Zone {
    fn from(mut answer: ZoneAnswer) -> Self {
        let name = answer.name.clone();
        let servers = answer.rrset(&name, "NS").map(|it| it.contents());
        Self {
            name,
            kind: answer.kind,
            nameservers: servers.unwrap_or_default(),
        }
    }
}

fn refused(error: terrane_api::Error) -> Error {
    let places = [
        ("for NS", path!(Zone, nameservers)),
        ("/NS", path!(Zone, nameservers)),
        ("DNS Name", path!(Zone, name)),
    ];
    explained(error, &places)
}

impl Resource for Zone {
    type Provider = Powerdns;

    const IMPORT_IDS: &'static [&'static str] = &["example.org."];

    async fn create(plan: Self, api: &Powerdns, cx: &mut CreateContext) -> Result<Self> {
        let servers: Vec<&String> = plan.nameservers.iter().collect();
        let body = json!({ "name": plan.name, "kind": plan.kind, "nameservers": servers });
        let look_up = || api.find(&plan.name, &plan.name, "NS", cx);
        let request = api.zones(Method::POST).json(&body);
        let id = |zone: &ZoneAnswer| zone.name.clone();
        let created = request.create_unique(cx, "powerdns_zone", id, look_up);
        created
            .await
            .map_err(refused)
            .summary("Cannot create the zone")?;
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, api: &Powerdns, cx: &mut ReadContext) -> Result<Found<Self>> {
        let name = &prior.key().name;
        let found = api.find(name, name, "NS", cx).await;
        Ok(Found::or_gone(
            found.summary("Cannot read the zone")?.map(Self::from),
        ))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        api: &Powerdns,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let request = api.zone(Method::PUT, &plan.name);
        let request = request.json(&json!({ "kind": plan.kind })).repeatable();
        request
            .send(cx)
            .await
            .map_err(refused)
            .summary("Cannot change the zone")?;
        let request = api.replace(&plan.name, &plan.name, "NS", TTL, &plan.nameservers);
        let changed = request.send(cx).await.map_err(refused);
        changed.summary("Cannot change the servers of names")?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, api: &Powerdns, cx: &mut DeleteContext) -> Result<()> {
        let request = api.zone(Method::DELETE, &prior.key().name);
        request.remove(cx).await.summary("Cannot delete the zone")
    }
}
