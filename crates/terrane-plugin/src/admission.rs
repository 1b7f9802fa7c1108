//! Admission of connections that the other side opens: secures them with TLS, and limits their number.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::AbortHandle;

use crate::session::Session;
use crate::task;
use crate::tls::{Security, secure_accepted};
use crate::wire::Wire;

/// The maximum number of concurrent TLS handshakes. A further handshake aborts the oldest one.
const HANDSHAKES: usize = 64;

/// The maximum number of open connections of one listener. A host opens one connection, plus one for each test or command that reattaches.
const CONNECTIONS: usize = 256;

/// Admits connections that the other side opens, as many as the limits allow.
#[derive(Clone)]
pub(crate) struct Admission(Arc<Shared>);

struct Shared {
    security: Option<Security>,
    /// The TLS handshakes in progress, oldest first.
    handshakes: Mutex<VecDeque<AbortHandle>>,
    open: Arc<Semaphore>,
    admitted: mpsc::Sender<Connection>,
}

impl Admission {
    /// Sends admitted connections to `admitted`.
    pub(crate) fn new(security: Option<Security>, admitted: mpsc::Sender<Connection>) -> Self {
        Self(Arc::new(Shared {
            security,
            handshakes: Mutex::default(),
            open: Arc::new(Semaphore::new(CONNECTIONS)),
            admitted,
        }))
    }

    /// Secures a connection and passes it on, in a task of its own. So a peer that is slow, silent or untrusted does not delay other connections.
    pub(crate) fn admit(&self, wire: Wire, session: Option<Session>) {
        let shared = Arc::clone(&self.0);
        let handshake = task::spawn(async move {
            if let Err(reason) = shared.pass_on(wire, session).await {
                tracing::warn!(reason, "refused a connection");
            }
        });
        if self.0.security.is_none() {
            return;
        }
        let mut handshakes = self
            .0
            .handshakes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        handshakes.retain(|handshake| !handshake.is_finished());
        if handshakes.len() == HANDSHAKES
            && let Some(oldest) = handshakes.pop_front()
        {
            // A host completes its handshake within milliseconds, so the oldest handshake is the least likely to be the host's.
            oldest.abort();
        }
        handshakes.push_back(handshake.abort_handle());
    }
}

impl Shared {
    async fn pass_on(&self, wire: Wire, session: Option<Session>) -> Result<(), String> {
        let secured = secure_accepted(wire, self.security.as_ref()).await;
        let wire = secured.map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => "no TLS handshake in time".to_owned(),
            _ => error.to_string(),
        })?;
        let open = Arc::clone(&self.open).try_acquire_owned();
        let open = open.map_err(|_| format!("{CONNECTIONS} connections are open"))?;
        let connection = Connection {
            wire,
            session,
            open,
        };
        // Fails only when serving has ended.
        let _ = self.admitted.send(connection).await;
        Ok(())
    }
}

/// An admitted connection, ready for gRPC.
pub(crate) struct Connection {
    pub(crate) wire: Wire,
    /// The multiplexed session that the connection is a stream of. Its calls can access it.
    pub(crate) session: Option<Session>,
    /// Counts the connection as open until it is dropped.
    pub(crate) open: OwnedSemaphorePermit,
}
