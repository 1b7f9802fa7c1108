//! Further connections between a plugin and its host, next to the main one.
//!
//! Either side offers services under a number, sends the number by a call of its own, and the other side dials it. Where
//! the offer listens travels over the stream `GRPCBroker.StartStream`. When the one socket is shared, an offer has no address:
//! the dialing side knocks, and the next stream that it opens belongs to the offer.

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
use error::PATIENCE;

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
    /// What the other side announced: addresses and permissions to open a stream.
    announced: Mailbox,
    offers: Offers,
    /// Knock and stream must not be torn apart by another's.
    dialing: tokio::sync::Mutex<()>,
    sockets: Arc<Sockets>,
    security: Option<Security>,
    /// Runs what this side serves; on the host's side there is none.
    author_runtime: Option<AuthorRuntime>,
}

/// The sender to the other side, once its stream is open.
#[derive(Clone)]
struct Link {
    outgoing: mpsc::Sender<ConnInfo>,
    /// Present when all connections share one socket.
    session: Option<Session>,
}

impl Broker {
    pub(crate) fn new(
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

    /// Gives a number that this side has not offered anything under.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        self.shared
            .next_id
            .fetch_add(1, Ordering::Relaxed)
            .wrapping_add(1)
    }

    /// Exchanges connection information until the other side's stream ends.
    ///
    /// A later stream takes over from an earlier one, for hosts that come and go.
    pub(crate) async fn run<S>(
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

    /// Hands a stream to the offer that the peer knocked for.
    pub(crate) async fn route(&self, service: u32, wire: crate::wire::Wire) {
        self.shared.offers.hand_over(service, wire).await;
    }

    /// Waits for the other side's stream, which hosts open right after the main connection.
    async fn link(&self) -> Result<Link, BrokerError> {
        let mut link = self.shared.link.subscribe();
        match timeout(PATIENCE, link.wait_for(Option::is_some)).await {
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
