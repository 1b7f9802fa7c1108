//! Lists: the data sources `etcd_keys` and `etcd_users`.

use std::collections::BTreeMap;

use futures_util::TryStreamExt as _;
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
        let found = etcd.keys(config.prefix.clone(), cx);
        let values = found.map_ok(|it| (it.key, it.value)).try_collect().await?;
        Ok(config.with_computed(KeysWithPrefixComputed { values }))
    }
}

/// All users.
#[derive(Debug, Model)]
pub struct Users {
    /// Their names.
    names: Computed<Vec<String>>,
}

impl DataSource for Users {
    type Provider = Etcd;

    async fn read(config: Self, etcd: &Etcd, cx: &mut ReadDataContext) -> Result<Self> {
        let request = etcd.call("auth/user/list", &json!({})).part("/users");
        let names: Option<Vec<String>> = request.fetch(cx).await?;
        let names = names.unwrap_or_default();
        Ok(config.with_computed(UsersComputed { names }))
    }
}
