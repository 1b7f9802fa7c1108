//! One request for many reads.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{Shared, WeakShared};
use terrane::context::{Context, ReadContext};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::messages;
use crate::scope::within;

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Running<K, V> = Boxed<Arc<Outcome<K, V>>>;
type Fetch<K, V> = dyn Fn(Vec<K>, Context) -> Boxed<terrane::Result<HashMap<K, V>>> + Send + Sync;

/// The objects of a batch, or the text of its error.
type Outcome<K, V> = Result<HashMap<K, V>, String>;

/// Joins the reads of many calls to requests for several objects. Calls that read within the same window share one request.
///
/// A host runs ten calls at once, unless the user sets `-parallelism`. So a batch of a host has about ten reads.
///
/// A call that ends does not end the request of the others. If all end, the request is dropped.
///
/// # Examples
///
/// ```
/// use std::collections::HashMap;
/// use std::time::Duration;
/// use terrane::prelude::*;
/// use terrane_api::{Client, Coalescer};
///
/// #[derive(Clone, serde::Deserialize)]
/// struct Pet {
///     id: String,
///     name: String,
/// }
///
/// /// Makes the reader of pets, which `configure` stores next to the client.
/// fn reader(api: &Client) -> Coalescer<String, Pet> {
///     let api = api.clone();
///     Coalescer::new(Duration::from_millis(20), 100, move |ids: Vec<String>, cx| {
///         let request = api.get(["pets"]).query("ids", ids.join(","));
///         async move {
///             let pets: Vec<Pet> = request.fetch(&cx).await?;
///             Ok(pets.into_iter().map(|pet| (pet.id.clone(), pet)).collect())
///         }
///     })
/// }
///
/// async fn read(pets: &Coalescer<String, Pet>, id: &str, cx: &ReadContext) -> Result<Option<Pet>> {
///     pets.read(id.to_owned(), cx).await
/// }
/// ```
pub struct Coalescer<K, V> {
    window: Duration,
    most: usize,
    fetch: Arc<Fetch<K, V>>,
    open: Mutex<Option<Batch<K, V>>>,
}

/// A batch that takes more keys.
struct Batch<K, V> {
    keys: Arc<Keys<K>>,
    /// Weak, so that a batch is dropped if no call waits for it.
    running: WeakShared<Running<K, V>>,
}

/// The keys of a batch.
struct Keys<K> {
    /// `None` once they are requested.
    list: Mutex<Option<Vec<K>>>,
    full: Notify,
}

impl<K, V> Coalescer<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Creates a coalescer. A batch is requested `window` after its first read, or as soon as it has `most` keys. `fetch` gets different keys, and a
    /// context that does not belong to a call. It returns the objects that exist.
    pub fn new<F, Fut>(window: Duration, most: usize, fetch: F) -> Self
    where
        F: Fn(Vec<K>, Context) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = terrane::Result<HashMap<K, V>>> + Send + 'static,
    {
        Self {
            window,
            most: most.max(1),
            fetch: Arc::new(move |keys, cx| Box::pin(fetch(keys, cx))),
            open: Mutex::default(),
        }
    }

    /// Reads an object. `None` if the answer does not contain it.
    ///
    /// # Errors
    ///
    /// Fails if the request of the batch fails, and when the call ends.
    pub async fn read(&self, key: K, cx: &Context) -> terrane::Result<Option<V>> {
        let running = self.join(key.clone());
        let outcome = within(cx, "the answer to a read", running).await?;
        match &*outcome {
            Ok(objects) => Ok(objects.get(&key).cloned()),
            Err(text) => Err(messages::batch(text)),
        }
    }

    /// Adds a key to the open batch, or opens one.
    fn join(&self, key: K) -> Shared<Running<K, V>> {
        let mut open = locked(&self.open);
        if let Some(batch) = &*open
            && let Some(running) = batch.running.upgrade()
            && let Some(keys) = &mut *locked(&batch.keys.list)
        {
            let is_new = !keys.contains(&key);
            if !is_new || keys.len() < self.most {
                if is_new {
                    keys.push(key);
                }
                if keys.len() == self.most {
                    batch.keys.full.notify_one();
                }
                return running;
            }
        }
        self.start(key, &mut open)
    }

    fn start(&self, key: K, open: &mut Option<Batch<K, V>>) -> Shared<Running<K, V>> {
        let keys = Arc::new(Keys {
            list: Mutex::new(Some(vec![key])),
            full: Notify::new(),
        });
        if self.most == 1 {
            keys.full.notify_one();
        }
        let (taken, fetch, window) = (Arc::clone(&keys), Arc::clone(&self.fetch), self.window);
        let running: Running<K, V> = Box::pin(async move {
            // The end of the time and a full batch have the same effect.
            let _ = timeout(window, taken.full.notified()).await;
            let keys = locked(&taken.list).take().unwrap_or_default();
            // A context that never ends: the calls that wait end on their own.
            let cx = Context::clone(&ReadContext::default());
            Arc::new(fetch(keys, cx).await.map_err(|error| error.to_string()))
        });
        let shared = running.shared();
        *open = shared.downgrade().map(|running| Batch { keys, running });
        shared
    }
}

impl<K, V> fmt::Debug for Coalescer<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coalescer")
            .field("window", &self.window)
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
