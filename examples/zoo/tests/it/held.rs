//! Requests that wait until a test releases them.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{Method, Request, Response};
use terrane_api::transport::{Body, Broken, Transport};
use terrane_api_test::{Remote, Server};
use tokio::sync::Notify;

/// An API in front of another one, which holds the next request with a method. A held request is not carried out if its client disconnects.
#[derive(Clone)]
pub(crate) struct Held(Arc<Shared>);

struct Shared {
    api: Remote,
    method: Method,
    next: AtomicBool,
    requests: AtomicUsize,
    released: Notify,
}

impl Held {
    /// Starts a server in front of the API at an address.
    pub(crate) fn start(url: &str, method: Method) -> (Server, Self) {
        let held = Self(Arc::new(Shared {
            api: Remote::new(url).expect("the server's own URL"),
            method,
            next: AtomicBool::new(false),
            requests: AtomicUsize::new(0),
            released: Notify::new(),
        }));
        (Server::start(held.clone()).expect("a free port"), held)
    }

    /// Holds the next request with the method.
    pub(crate) fn hold(&self) {
        self.0.next.store(true, Ordering::SeqCst);
    }

    /// The number of requests that are held. A request whose client has disconnected does not count.
    pub(crate) fn count(&self) -> usize {
        self.0.requests.load(Ordering::SeqCst)
    }

    /// Carries out and answers the requests that are held now.
    pub(crate) fn release(&self) {
        self.0.released.notify_waiters();
    }
}

impl Transport for Held {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        /// Counts a request until its client disconnects or it is released.
        struct Counted<'a>(&'a AtomicUsize);

        impl Drop for Counted<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }

        let shared = &self.0;
        Box::pin(async move {
            if request.method() == shared.method && shared.next.swap(false, Ordering::SeqCst) {
                let mut released = pin!(shared.released.notified());
                released.as_mut().enable();
                shared.requests.fetch_add(1, Ordering::SeqCst);
                let _counted = Counted(&shared.requests);
                released.await;
            }
            shared.api.send(request).await
        })
    }
}
