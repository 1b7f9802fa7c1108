//! Locks: the resource `etcd_lock`.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_api::Waiter;
use terrane_api::de::Base64;

use crate::{Etcd, Key};

/// A lock, which one holder has at a time. Its creation waits for the lock.
#[derive(Debug, Model)]
pub struct Lock {
    /// The name, as of `etcdctl lock`.
    #[tf(replace, validate(len(1..)))]
    name: String,
    /// How many seconds the lock is held without a refresh.
    #[tf(replace, default = 3600, validate(range(1..)))]
    ttl: i64,
    /// The key of the holder, which others wait for.
    #[tf(identity)]
    key: Computed<String>,
    #[tf(timeouts(create = "10m"))]
    timeouts: Timeouts,
}

/// Returns the name and the lease of a holder.
fn parts(key: &str) -> (String, String) {
    let (name, lease) = key.rsplit_once('/').unwrap_or_default();
    let lease = i64::from_str_radix(lease, 16).unwrap_or_default();
    (name.to_owned(), lease.to_string())
}

impl Resource for Lock {
    type Provider = Etcd;

    async fn create(mut plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let lease = etcd.grant(plan.ttl, cx).await?;
        let key = format!("{}/{lease:x}", plan.name);
        let put = json!({ "key": Base64::from(&key), "lease": lease.to_string() });
        // A second request changes nothing: the place in the queue stays.
        let request = etcd.put_new(&put).repeatable();
        request.create::<Json>(cx).await?;
        plan.key.fill(key);
        Ok(plan)
    }

    async fn settle(created: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let (key, prefix) = (created.key.require()?, format!("{}/", created.name));
        let waiter = Waiter::new(format!("lock `{}`", created.name)).pending(["held by another"]);
        let delays = [100, 5000].map(Duration::from_millis);
        let check = || async {
            let mut queue: Vec<Key> = etcd.keys(prefix.clone(), cx).try_collect().await?;
            queue.sort_by_key(|it| it.revision.known().copied());
            let place = queue.iter().position(|it| it.key == *key);
            Ok(place.map(|place| (["held", "held by another"][place.min(1)], ())))
        };
        waiter
            .target(["held"])
            .delays(delays[0], delays[1])
            .until(cx, check)
            .await?;
        Ok(created)
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().key.clone();
        let timeouts = prior.retained(|it| &it.timeouts);
        let (name, lease) = parts(&key);
        let ttl = etcd.prolong(&lease, cx).await?;
        Ok(Found::or_gone(ttl.map(|ttl| Self {
            name,
            ttl,
            key: key.into(),
            timeouts,
        })))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Etcd, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, etcd: &Etcd, cx: &mut DeleteContext) -> Result<()> {
        etcd.revoke(&parts(&prior.key().key).1, cx).await
    }
}
