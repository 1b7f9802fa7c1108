//! Keys: the resource `etcd_key` and its list.

use futures_util::stream::{self, Stream, TryStreamExt as _};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_api::de::{Base64, text_number};

use crate::Etcd;
use crate::api::{KeyValue, put_new};

/// A key with a value.
#[derive(Debug, Model)]
pub struct Key {
    /// The key.
    #[tf(identity, replace, validate(len(1..)))]
    key: String,
    /// The value.
    value: String,
    /// The id of a lease, at whose end the key is deleted.
    lease: Option<String>,
    /// The revision of the store at the last change.
    revision: Computed<i64>,
}

#[derive(Deserialize)]
struct Written {
    header: Header,
    /// Whether the key did not exist before.
    #[serde(default)]
    succeeded: bool,
}

#[derive(Deserialize)]
struct Header {
    #[serde(with = "text_number")]
    revision: i64,
}

impl Key {
    fn put(&self) -> Json {
        let [key, value] = [&self.key, &self.value].map(Base64::from);
        json!({ "key": key, "value": value, "lease": self.lease.as_deref().unwrap_or("0") })
    }
}

impl From<KeyValue> for Key {
    fn from(found: KeyValue) -> Self {
        let KeyValue {
            key,
            value,
            lease,
            mod_revision,
        } = found;
        Self {
            key,
            value,
            lease,
            revision: mod_revision.into(),
        }
    }
}

impl Resource for Key {
    type Provider = Etcd;

    async fn create(mut plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let look_up = || async {
            let revision = etcd.key(&plan.key, cx).await?.map(|it| it.mod_revision);
            let header = revision.map(|revision| Header { revision });
            Ok(header.map(|header| Written {
                header,
                succeeded: true,
            }))
        };
        let request = etcd.once("kv/txn", &put_new(&plan.put()));
        let created = request.create_unique(cx, "etcd_key", |_| plan.key.clone(), look_up);
        let written = created.await?;
        if !written.succeeded {
            return Err(terrane_api::already_exists("etcd_key", &plan.key));
        }
        plan.revision.fill(written.header.revision);
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        let found = etcd.key(&prior.key().key, cx).await?;
        Ok(Found::or_gone(found.map(Self::from)))
    }

    async fn update(
        mut plan: Self,
        _: Prior<Self>,
        etcd: &Etcd,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let written: Written = etcd.call("kv/put", &plan.put()).fetch(cx).await?;
        plan.revision.fill(written.header.revision);
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
        let found = async move {
            let found = etcd.keys(&config.prefix, cx).await?.into_iter();
            let listed = found.map(|it| Ok(Listed::new(it.key.clone(), Key::from(it))));
            Ok::<_, Error>(stream::iter(listed))
        };
        stream::once(found).try_flatten()
    }
}
