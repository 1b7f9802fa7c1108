//! Records: the resource `powerdns_record`.

use terrane::prelude::*;
use terrane_api::already_exists;

use crate::Powerdns;
use crate::api::{NAME, NAME_FORM, explained};

/// An rrset: all records of a zone with one name and type.
#[derive(Debug, Model)]
pub struct Record {
    /// The name of the zone.
    #[tf(identity, replace, validate(matches(NAME, NAME_FORM)))]
    zone: String,
    /// The full name of the records, with a dot at the end.
    #[tf(identity, replace, validate(matches(NAME, NAME_FORM)))]
    name: String,
    /// The type of the records, such as `A` or `TXT`.
    #[tf(
        name = "type",
        identity,
        replace,
        validate(matches("^[A-Z][A-Z0-9]*$", "a type in upper case, such as `AAAA`"))
    )]
    kind: String,
    /// How long other servers may keep the records, in seconds.
    #[tf(default = 3600, validate(range(0..=2_147_483_647)))]
    ttl: u32,
    /// The contents of the records, in the form of zone files: names end with a dot, and texts are in quotes.
    #[tf(validate(len(1..)))]
    records: Set<String>,
}

impl Record {
    fn id(&self) -> String {
        format!("{}/{}/{}", self.zone, self.name, self.kind)
    }

    async fn put(&self, api: &Powerdns, cx: &terrane::context::Context) -> Result<()> {
        let request = api.replace(&self.zone, &self.name, &self.kind, self.ttl, &self.records);
        let sent = request.send(cx).await;
        sent.map_err(refused).summary("Cannot set the records")?;
        Ok(())
    }
}

fn refused(error: terrane_api::Error) -> Error {
    if error.is_not_found() {
        return Error::from(error).at(path!(Record, zone));
    }
    let places = [
        ("out of zone", path!(Record, name)),
        ("DNS Name", path!(Record, name)),
        ("unknown type", path!(Record, kind)),
        ("Conflicts with", path!(Record, kind)),
        ("Record ", path!(Record, records)),
        ("RRset ", path!(Record, records)),
    ];
    explained(error, &places)
}

impl Resource for Record {
    type Provider = Powerdns;

    const IMPORT_IDS: &'static [&'static str] = &["ZONE/NAME/TYPE"];

    async fn create(plan: Self, api: &Powerdns, cx: &mut CreateContext) -> Result<Self> {
        let zone = api.find(&plan.zone, &plan.name, &plan.kind, cx).await;
        let zone = zone.summary("Cannot read the zone")?;
        if zone
            .and_then(|mut it| it.rrset(&plan.name, &plan.kind))
            .is_some()
        {
            return Err(already_exists("powerdns_record", &plan.id()));
        }
        plan.put(api, cx).await?;
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, api: &Powerdns, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.into_key();
        let zone = api.find(&key.zone, &key.name, &key.kind, cx).await;
        let zone = zone.summary("Cannot read the records")?;
        // A missing zone has no records.
        let rrset = zone.and_then(|mut it| it.rrset(&key.name, &key.kind));
        Ok(Found::or_gone(rrset.map(|rrset| Self {
            zone: key.zone,
            name: key.name,
            kind: key.kind,
            ttl: rrset.ttl,
            records: rrset.contents(),
        })))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        api: &Powerdns,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        plan.put(api, cx).await?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, api: &Powerdns, cx: &mut DeleteContext) -> Result<()> {
        let key = prior.key();
        let request = api.replace(&key.zone, &key.name, &key.kind, 0, &Set::default());
        request
            .remove(cx)
            .await
            .summary("Cannot delete the records")
    }

    async fn import(
        id: String,
        _: &Powerdns,
        _: &mut ImportContext,
    ) -> Result<Option<Draft<Self>>> {
        let parts: Vec<&str> = id.split('/').collect();
        let [zone, name, kind] = parts[..] else {
            let detail = format!("Expected ZONE/NAME/TYPE, found {id:?}.");
            return Err(Error::new("Unexpected id", detail));
        };
        Ok(Some(RecordDraft {
            zone: zone.to_owned().into(),
            name: name.to_owned().into(),
            kind: kind.to_owned().into(),
            ..RecordDraft::default()
        }))
    }
}
