//! The API of etcd, as far as several items use it.

use serde::Deserialize;
use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;
use terrane_api::de::{Base64, base64_text, text_number};
use terrane_api::{Error, Request};

use crate::Etcd;
use crate::prefix::prefix_end;

/// The highest number of keys in an answer.
const PAGE: usize = 500;

/// A key with its value.
#[derive(Deserialize)]
pub(crate) struct KeyValue {
    #[serde(with = "base64_text")]
    pub(crate) key: String,
    #[serde(default, with = "base64_text")]
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) lease: Option<String>,
    #[serde(with = "text_number")]
    pub(crate) mod_revision: i64,
}

#[derive(Deserialize)]
struct Range {
    #[serde(default)]
    kvs: Vec<KeyValue>,
    #[serde(default)]
    more: bool,
}

impl Etcd {
    /// Starts a request, such as one of `kv/range`, that is sent once.
    pub(crate) fn once(&self, path: &str, body: &Json) -> Request {
        self.api.post(path.split('/')).json(body)
    }

    /// Starts a request that may be repeated.
    pub(crate) fn call(&self, path: &str, body: &Json) -> Request {
        self.once(path, body).repeatable()
    }

    /// Reads a key.
    pub(crate) async fn key(&self, key: &str, cx: &Context) -> Result<Option<KeyValue>, Error> {
        let request = self.call("kv/range", &json!({ "key": Base64::from(key) }));
        Ok(request.fetch::<Range>(cx).await?.kvs.pop())
    }

    /// Reads all keys with a prefix, in their order.
    pub(crate) async fn keys(&self, prefix: &str, cx: &Context) -> Result<Vec<KeyValue>, Error> {
        let (first, end) = (prefix.to_owned(), prefix_end(prefix.to_owned()));
        let mut start = if first.is_empty() {
            "\0".to_owned()
        } else {
            first
        };
        let mut found = Vec::new();
        loop {
            let range = [&start, &end].map(Base64::from);
            let body = json!({ "key": range[0], "range_end": range[1], "limit": PAGE });
            let range: Range = self.call("kv/range", &body).fetch(cx).await?;
            start = range
                .kvs
                .last()
                .map_or(start, |last| format!("{}\0", last.key));
            found.extend(range.kvs);
            if !range.more {
                return Ok(found);
            }
        }
    }
}

/// A transaction that puts a key which does not exist.
pub(crate) fn put_new(put: &Json) -> Json {
    let missing = json!({ "key": put["key"], "target": "CREATE", "create_revision": "0" });
    json!({ "compare": [missing], "success": [{ "request_put": put }] })
}
