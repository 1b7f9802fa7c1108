//! All zones: the data source `powerdns_zones`.

use serde::Deserialize;
use terrane::prelude::*;
use terrane_api::http::Method;

use crate::Powerdns;

/// The zones of the server.
#[derive(Debug, Model)]
pub struct Zones {
    /// The zones, in the order of the API. `kind` is `Native`, `Master` or `Slave`.
    zones: Computed<Vec<Summary>>,
}

/// A zone in the list.
#[derive(Attr, Debug, Clone, Deserialize)]
pub struct Summary {
    /// The name.
    name: String,
    /// How the zone is replicated.
    kind: String,
    /// The serial number of its contents.
    serial: u32,
}

impl DataSource for Zones {
    type Provider = Powerdns;

    async fn read(config: Self, api: &Powerdns, cx: &mut ReadDataContext) -> Result<Self> {
        let zones = api.zones(Method::GET).fetch(cx).await;
        let zones = zones.summary("Cannot list the zones")?;
        Ok(config.with_computed(ZonesComputed { zones }))
    }
}
