//! Further connections between a plugin and its host, next to the main one.
//!
//! Either side offers services under a number and sends the number to the other side in a call. The other side then dials the number. The address of
//! the offer is announced over the stream `GRPCBroker.StartStream`. If all connections share one socket, an offer has no address. Then the dialing
//! side first sends a "knock" message with the number, and the next stream that it opens belongs to the offer.

mod dial;
mod error;
mod mailbox;
mod offer;
mod offers;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_stream::{Stream, StreamExt};

use crate::author::AuthorRuntime;
use crate::listen::Sockets;
use crate::proto::ConnInfo;
use crate::session::Session;
use crate::task;
use crate::tls::Security;
use mailbox::Mailbox;
use offers::Offers;

pub use error::BrokerError;
use error::TIMEOUT;

/// Makes further connections to the other side.
///
/// Clones share the same state.
#[derive(Clone)]
pub struct Broker {
    shared: Arc<Shared>,
}

struct Shared {
    next_id: AtomicU32,
    link: watch::Sender<Option<Link>>,
    /// The announcements of the other side: addresses, and permissions to open a stream.
    announced: Mailbox,
    offers: Offers,
    /// Locked from a knock until its stream is open, so that the streams of concurrent knocks are not mixed up.
    dialing: tokio::sync::Mutex<()>,
    sockets: Arc<Sockets>,
    security: Option<Security>,
    /// Runs the services that this side offers. `None` on the host's side.
    author_runtime: Option<AuthorRuntime>,
}

/// The sender to the other side, once its stream is open.
#[derive(Clone)]
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
        let shared = Shared {
            next_id: AtomicU32::new(0),
            link: watch::Sender::new(None),
            announced: Mailbox::default(),
            offers: Offers::default(),
            dialing: tokio::sync::Mutex::default(),
            sockets,
            security,
            author_runtime,
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Returns a number under which this side has not offered any service.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        self.shared
            .next_id
            .fetch_add(1, Ordering::Relaxed)
            .wrapping_add(1)
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
            if message
                .knock
                .as_ref()
                .is_some_and(|knock| knock.knock && !knock.ack)
            {
                let broker = self.clone();
                task::spawn(async move { broker.answer_knock(message.service_id).await });
            } else {
                self.shared.announced.deliver(message);
            }
        }
        self.shared.link.send_if_modified(|link| {
            let ended = link
                .as_ref()
                .is_some_and(|link| link.outgoing.same_channel(&mine));
            if ended {
                *link = None;
            }
            ended
        });
    }

    /// Passes a stream to the offer for which the peer knocked.
    #[doc(hidden)]
    pub async fn route(&self, service: u32, wire: crate::wire::Wire) {
        self.shared.offers.hand_over(service, wire).await;
    }

    /// Waits for the other side's stream, which hosts open right after the main connection.
    async fn link(&self) -> Result<Link, BrokerError> {
        let mut link = self.shared.link.subscribe();
        match timeout(TIMEOUT, link.wait_for(Option::is_some)).await {
            Ok(Ok(link)) => link.clone().ok_or(BrokerError::NoStream),
            Ok(Err(_)) | Err(_) => Err(BrokerError::NoStream),
        }
    }

    async fn send(link: &Link, message: ConnInfo) -> Result<(), BrokerError> {
        link.outgoing
            .send(message)
            .await
            .map_err(|_| BrokerError::NoStream)
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker").finish_non_exhaustive()
    }
}
