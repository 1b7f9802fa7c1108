//! Keys: the resource `etcd_key` and its list.

use futures_util::{Stream, TryStreamExt as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use terrane::prelude::*;
use terrane_api::already_exists;
use terrane_api::de::{Base64, base64_text, text_number};

use crate::Etcd;

/// A key with a value.
#[derive(Debug, Model, Serialize, Deserialize)]
pub struct Key {
    /// The key.
    #[tf(identity, replace, validate(len(1..)))]
    #[serde(with = "base64_text")]
    pub(crate) key: String,
    /// The value.
    #[serde(default, with = "base64_text")]
    pub(crate) value: String,
    /// The id of a lease, at whose end the key is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    lease: Option<String>,
    /// The revision of the store at the last change.
    #[serde(rename = "mod_revision", skip_serializing, deserialize_with = "number")]
    pub(crate) revision: Computed<i64>,
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Computed<i64>, D::Error> {
    text_number::deserialize::<i64, D>(deserializer).map(Computed::from)
}

impl Resource for Key {
    type Provider = Etcd;

    async fn create(plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let look_up = || async { Ok(etcd.key(&plan.key, cx).await?.map(Some)) };
        let request = etcd.put_new(&json!(plan));
        let id = |_: &Option<Self>| plan.key.clone();
        let created = request.create_unique(cx, "etcd_key", id, look_up).await?;
        created.ok_or_else(|| already_exists("etcd_key", &plan.key))
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(etcd.key(&prior.key().key, cx).await?))
    }

    async fn update(
        mut plan: Self,
        _: Prior<Self>,
        etcd: &Etcd,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let request = etcd.call("kv/put", &json!(plan)).part("/header/revision");
        let revision: String = request.fetch(cx).await?;
        plan.revision.fill(revision.parse()?);
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, etcd: &Etcd, cx: &mut DeleteContext) -> Result<()> {
        let body = json!({ "key": Base64::from(&prior.key().key) });
        Ok(etcd.call("kv/deleterange", &body).remove(cx).await?)
    }
}

/// The keys with a prefix.
#[derive(Debug, Model)]
#[tf(name = "key")]
pub struct Keys {
    /// The prefix. The default is all keys.
    #[tf(default = "")]
    prefix: String,
}

impl ListResource for Keys {
    type Resource = Key;

    fn list(
        config: Self,
        etcd: &Etcd,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Key>>> + Send {
        let found = etcd.keys(config.prefix, cx).err_into();
        found.map_ok(|key| Listed::new(key.key.clone(), key))
    }
}
