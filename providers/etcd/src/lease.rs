//! Leases: the resource `etcd_lease`, and the ephemeral resource `etcd_lease`.

use std::time::{Duration, SystemTime};

use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;

use crate::Etcd;

/// A lease, which ends if it is not read within its time.
#[derive(Debug, Model)]
pub struct Lease {
    /// How many seconds the lease lasts without a refresh.
    #[tf(replace, validate(range(1..)))]
    ttl: i64,
    /// The id.
    #[tf(identity)]
    pub id: Computed<String>,
}

impl Etcd {
    /// Creates a lease, and returns its id. The id is random, so a lease that exists after a repeated request is the one of this call.
    pub(crate) async fn grant(&self, ttl: i64, cx: &Context) -> Result<i64> {
        let random = getrandom::u64()
            .map_err(|error| Error::new("Cannot choose an id", error.to_string()))?;
        let id = (random >> 1).max(1).cast_signed();
        let request = self.call("lease/grant", &json!({ "TTL": ttl, "ID": id.to_string() }));
        match request.create::<Json>(cx).await {
            Err(error) if !error.is_conflict() => Err(error.into()),
            _ => Ok(id),
        }
    }

    pub(crate) async fn revoke(&self, id: &str, cx: &Context) -> Result<()> {
        let request = self.call("lease/revoke", &json!({ "ID": id }));
        Ok(request.remove(cx).await?)
    }

    /// Prolongs a lease, and returns its time in seconds. `None` if it has ended.
    pub(crate) async fn prolong(&self, id: &str, cx: &Context) -> Result<Option<i64>> {
        let request = self.call("lease/keepalive", &json!({ "ID": id }));
        let time: Option<String> = request.part("/result/TTL").fetch(cx).await?;
        let seconds = time.map(|it| it.parse()).transpose()?;
        Ok(seconds.filter(|seconds| *seconds > 0))
    }
}

impl Resource for Lease {
    type Provider = Etcd;

    async fn create(mut plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        plan.id.fill(etcd.grant(plan.ttl, cx).await?.to_string());
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        let id = prior.key().id.clone();
        let ttl = etcd.prolong(&id, cx).await?;
        Ok(Found::or_gone(ttl.map(|ttl| Self { ttl, id: id.into() })))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Etcd, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, etcd: &Etcd, cx: &mut DeleteContext) -> Result<()> {
        etcd.revoke(&prior.key().id, cx).await
    }
}

/// A lease for one run.
#[derive(Debug, Model)]
#[tf(name = "lease")]
pub struct ShortLease {
    /// How many seconds the lease lasts without a renewal.
    #[tf(default = 60, validate(range(1..)))]
    ttl: i64,
    /// The id.
    id: Computed<String>,
}

const ID: &str = "id";

fn half_of(ttl: i64) -> SystemTime {
    SystemTime::now() + Duration::from_secs(ttl.unsigned_abs()) / 2
}

impl Ephemeral for ShortLease {
    type Provider = Etcd;

    async fn open(config: Self, etcd: &Etcd, cx: &mut OpenContext) -> Result<Self> {
        let id = etcd.grant(config.ttl, cx).await?.to_string();
        cx.private_mut().set(ID, &id);
        cx.renew_at(half_of(config.ttl));
        Ok(config.with_computed(ShortLeaseComputed { id }))
    }

    async fn renew(etcd: &Etcd, cx: &mut RenewContext) -> Result<()> {
        let id = cx.private().get::<String>(ID)?.unwrap_or_default();
        let Some(ttl) = etcd.prolong(&id, cx).await? else {
            return Err(Error::new(
                "Lease has ended",
                "etcd has no such lease. Use a longer `ttl`.",
            ));
        };
        cx.renew_at(half_of(ttl));
        Ok(())
    }

    async fn close(etcd: &Etcd, cx: &mut CloseContext) -> Result<()> {
        let id = cx.private().get::<String>(ID)?.unwrap_or_default();
        etcd.revoke(&id, cx).await
    }
}
