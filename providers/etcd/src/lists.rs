//! Lists: the data sources `etcd_keys` and `etcd_users`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;
use terrane::prelude::*;

use crate::Etcd;

/// All keys with a prefix.
#[derive(Debug, Model)]
#[tf(name = "keys")]
pub struct KeysWithPrefix {
    /// The prefix. The default is all keys.
    #[tf(default = "")]
    prefix: String,
    /// The values by their keys.
    values: Computed<BTreeMap<String, String>>,
}

impl DataSource for KeysWithPrefix {
    type Provider = Etcd;

    async fn read(config: Self, etcd: &Etcd, cx: &mut ReadDataContext) -> Result<Self> {
        let found = etcd.keys(&config.prefix, cx).await?.into_iter();
        let values = found.map(|it| (it.key, it.value)).collect();
        Ok(config.with_computed(KeysWithPrefixComputed { values }))
    }
}

/// All users.
#[derive(Debug, Model)]
pub struct Users {
    /// Their names.
    names: Computed<Vec<String>>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    users: Vec<String>,
}

impl DataSource for Users {
    type Provider = Etcd;

    async fn read(config: Self, etcd: &Etcd, cx: &mut ReadDataContext) -> Result<Self> {
        let found: Answer = etcd.call("auth/user/list", &json!({})).fetch(cx).await?;
        Ok(config.with_computed(UsersComputed { names: found.users }))
    }
}
