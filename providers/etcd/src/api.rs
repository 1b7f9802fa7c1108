//! The API of etcd, as far as several items use it.

use futures_util::Stream;
use serde_json::{Map, Value as Json, json};
use terrane::context::Context;
use terrane_api::de::Base64;
use terrane_api::{Answer, Page, Pages, Request, Result};

use crate::prefix::prefix_end;
use crate::{Etcd, Key};

/// The highest number of keys in an answer.
const PAGE: usize = 500;

impl Etcd {
    /// Starts a request, such as one of `kv/range`, that is sent once.
    pub(crate) fn once(&self, path: &str, body: &Json) -> Request {
        self.api.post(path.split('/')).json(body)
    }

    /// Starts a request that may be repeated.
    pub(crate) fn call(&self, path: &str, body: &Json) -> Request {
        self.once(path, body).repeatable()
    }

    /// Starts a request that puts a key which does not exist, and reads it. The answer is null if the key exists.
    pub(crate) fn put_new(&self, put: &Json) -> Request {
        let missing = json!({ "key": put["key"], "target": "CREATE", "create_revision": "0" });
        let read = json!({ "request_range": { "key": put["key"] } });
        let body = json!({ "compare": [missing], "success": [{ "request_put": put }, read] });
        self.once("kv/txn", &body)
            .part("/responses/1/response_range/kvs/0")
    }

    /// Reads a key.
    pub(crate) async fn key(&self, key: &str, cx: &Context) -> Result<Option<Key>> {
        let request = self.call("kv/range", &json!({ "key": Base64::from(key) }));
        request.part("/kvs/0").fetch(cx).await
    }

    /// Reads all keys with a prefix, in their order.
    pub(crate) fn keys(
        &self,
        prefix: String,
        cx: &Context,
    ) -> impl Stream<Item = Result<Key>> + Send + Unpin {
        let first = if prefix.is_empty() { "\0" } else { &prefix };
        let [key, end] = [Base64::from(first), Base64::from(&prefix_end(prefix))];
        let body = json!({ "key": key, "range_end": end, "limit": PAGE });
        let pages = Pages::custom(next).items("/kvs");
        self.call("kv/range", &body).pages(pages, cx)
    }
}

/// Returns the place of the page after an answer: the keys after its last one.
fn next(answer: &Answer) -> Result<Option<Page>> {
    let keys: Option<Vec<Key>> = answer.part("/kvs")?;
    let has_more = answer.part::<Option<bool>>("/more")? == Some(true);
    let last = keys.unwrap_or_default().pop().filter(|_| has_more);
    Ok(last.map(|last| {
        let start = json!(Base64::from(&format!("{}\0", last.key)));
        Page::Body(Map::from_iter([("key".to_owned(), start)]))
    }))
}
