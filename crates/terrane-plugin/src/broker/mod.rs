//! Further connections between a plugin and its host, next to the main one.
//!
//! Either side offers services under a number and sends the number to the other side in a call. The other side then dials the number. The address of
//! the offer is announced over the stream `GRPCBroker.StartStream`. If all connections share one socket, an offer has no address. Then the dialing
//! side first sends a "knock" message with the number, and the next stream that it opens belongs to the offer.

mod dial;
mod numbered;
mod offer;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};
use tokio_stream::{Stream, StreamExt};

use crate::Error;
use crate::author::AuthorRuntime;
use crate::listen::Sockets;
use crate::proto::ConnInfo;
use crate::proto::conn_info::Knock;
use crate::session::Session;
use crate::task;
use crate::tls::Security;
use crate::wire::Wire;
use numbered::Numbered;

/// How long one side waits for the announcement of the other.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The error of a broker whose stream the other side has not opened, or has closed.
fn no_stream() -> Error {
    Error::new("the other side has no broker stream open")
}

/// Makes further connections to the other side.
///
/// Clones share the same state.
#[derive(Clone, Debug)]
pub struct Broker {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    next_id: AtomicU32,
    link: watch::Sender<Option<Link>>,
    /// The announcements of the other side, with the time of their arrival: addresses, and permissions to open a stream.
    announced: Numbered<(ConnInfo, Instant)>,
    /// The open offers on the shared socket.
    offers: Numbered<mpsc::Sender<Wire>>,
    /// Locked from a knock until its stream is open, so that the streams of concurrent knocks are not mixed up.
    dialing: tokio::sync::Mutex<()>,
    sockets: Arc<Sockets>,
    security: Option<Security>,
    /// Runs the services that this side offers. `None` on the host's side.
    author_runtime: Option<AuthorRuntime>,
}

/// The sender to the other side, once its stream is open.
#[derive(Clone, Debug)]
struct Link {
    outgoing: mpsc::Sender<ConnInfo>,
    /// Set if all connections share one socket.
    session: Option<Session>,
}

impl Broker {
    /// Makes a broker, whose offers listen on these sockets.
    #[doc(hidden)]
    pub fn new(
        sockets: Arc<Sockets>,
        security: Option<Security>,
        author_runtime: Option<AuthorRuntime>,
    ) -> Self {
        let shared = Arc::new(Shared {
            next_id: AtomicU32::new(1),
            link: watch::Sender::new(None),
            announced: Numbered::default(),
            offers: Numbered::default(),
            dialing: tokio::sync::Mutex::default(),
            sockets,
            security,
            author_runtime,
        });
        Self { shared }
    }

    /// Returns a number under which this side has not offered any service.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        self.shared.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Exchanges connection information until the other side's stream ends.
    ///
    /// A later stream replaces an earlier one, because a plugin may serve several hosts one after another.
    #[doc(hidden)]
    pub async fn run<S>(
        &self,
        outgoing: mpsc::Sender<ConnInfo>,
        session: Option<Session>,
        mut incoming: S,
    ) where
        S: Stream<Item = Result<ConnInfo, tonic::Status>> + Unpin,
    {
        let mine = outgoing.clone();
        self.shared
            .link
            .send_replace(Some(Link { outgoing, session }));
        while let Some(Ok(message)) = incoming.next().await {
            let knock = message.knock.as_ref();
            if knock.is_some_and(|knock| knock.knock && !knock.ack) {
                let broker = self.clone();
                task::spawn(async move { broker.answer_knock(message.service_id).await });
            } else {
                self.deliver(message);
            }
        }
        self.shared.link.send_modify(|link| {
            link.take_if(|link| link.outgoing.same_channel(&mine));
        });
    }

    /// Passes a stream to the offer for which the peer knocked. Without the offer, the stream is closed.
    #[doc(hidden)]
    pub async fn route(&self, service: u32, wire: Wire) {
        let offer = self.shared.offers.lock().get(&service).cloned();
        match offer {
            // Sending fails if the offer has ended. Then the stream is dropped, which closes it.
            Some(offer) => drop(offer.send(wire).await),
            None => tracing::debug!(service, "closed a stream for an offer that has ended"),
        }
    }

    /// Keeps an announcement until code dials its service, or the announcement expires.
    fn deliver(&self, message: ConnInfo) {
        let (id, value) = (message.service_id, (message, Instant::now()));
        let announced = &self.shared.announced;
        announced.put(id, value, |(_, at)| at.elapsed() < TIMEOUT);
    }

    /// Takes the announcement of a service, and waits for it if it has not arrived.
    async fn announced(&self, id: u32) -> Result<ConnInfo, Error> {
        let announced = self.shared.announced.find(|messages| {
            let (message, at) = messages.remove(&id)?;
            (at.elapsed() < TIMEOUT).then_some(message)
        });
        let problem = format!("timeout waiting for connection info of service {id}");
        timeout(TIMEOUT, announced)
            .await
            .map_err(|_| Error::new(problem))
    }

    /// Waits for the other side's stream, which hosts open right after the main connection.
    async fn link(&self) -> Result<Link, Error> {
        let mut link = self.shared.link.subscribe();
        match timeout(TIMEOUT, link.wait_for(Option::is_some)).await {
            Ok(Ok(link)) => link.clone().ok_or_else(no_stream),
            Ok(Err(_)) | Err(_) => Err(no_stream()),
        }
    }
}

impl Link {
    async fn send(&self, message: ConnInfo) -> Result<(), Error> {
        self.outgoing.send(message).await.map_err(|_| no_stream())
    }

    async fn send_knock(&self, service_id: u32, knock: Knock) -> Result<(), Error> {
        let message = ConnInfo {
            service_id,
            knock: Some(knock),
            ..ConnInfo::default()
        };
        self.send(message).await
    }
}
