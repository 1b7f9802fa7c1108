//! Multiplexing of many streams over one connection, with HashiCorp's yamux protocol.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use tokio::io::AsyncWriteExt as _;
use tokio::sync::{mpsc, oneshot};
use tokio_util::compat::{Compat, FuturesAsyncReadCompatExt, TokioAsyncReadCompatExt};
use yamux::{Config, Connection};

use crate::task;
use crate::wire::Wire;

pub use yamux::Mode;

/// A handle of one multiplexed connection.
#[derive(Clone, Debug)]
pub struct Session {
    openings: mpsc::Sender<Opening>,
    knocks: Arc<Mutex<VecDeque<u32>>>,
}

type Opening = oneshot::Sender<io::Result<yamux::Stream>>;

/// A stream that the peer opened, with the number of the service for which the peer knocked, if it knocked before it opened the stream.
pub type Inbound = (Option<u32>, Wire);

impl Session {
    /// Starts multiplexing on a connection. The receiver gets the peer's streams until the connection ends.
    pub fn start(wire: Wire, mode: Mode) -> (Self, mpsc::UnboundedReceiver<Inbound>) {
        let (openings, requests) = mpsc::channel(1);
        let (arrivals, inbound) = mpsc::unbounded_channel();
        let session = Self {
            openings,
            knocks: Arc::default(),
        };
        let mut driver = Driver {
            connection: Connection::new(wire.compat(), Config::default(), mode),
            requests,
            opening: None,
            knocks: session.knocks.clone(),
            arrivals,
        };
        task::spawn(async move { poll_fn(|cx| driver.poll(cx)).await });
        (session, inbound)
    }

    /// Assigns the next stream of the peer to the service with this number.
    pub(crate) fn expect(&self, service: u32) {
        self.knocks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_back(service);
    }

    /// Opens a stream to the peer.
    pub async fn open(&self) -> io::Result<Wire> {
        let (opening, opened) = oneshot::channel();
        let closed = || io::Error::from(io::ErrorKind::ConnectionAborted);
        let sent = self.openings.send(opening).await;
        sent.map_err(|_| closed())?;
        let mut stream = opened.await.map_err(|_| closed())??.compat();
        // yamux announces a stream only with its first write. Without a write, the peer could take a later stream for this one.
        let _: usize = stream.write(&[]).await?;
        Ok(Box::new(stream))
    }
}

/// Polls the connection, because yamux transfers data only while it is polled.
struct Driver {
    connection: Connection<Compat<Wire>>,
    requests: mpsc::Receiver<Opening>,
    opening: Option<Opening>,
    knocks: Arc<Mutex<VecDeque<u32>>>,
    arrivals: mpsc::UnboundedSender<Inbound>,
}

impl Driver {
    /// Polls the connection. Returns ready when the connection has ended.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if self.opening.is_none()
                && let Poll::Ready(opening) = self.requests.poll_recv(cx)
            {
                self.opening = opening;
            }
            if self.opening.is_some()
                && let Poll::Ready(result) = self.connection.poll_new_outbound(cx)
                && let Some(opening) = self.opening.take()
            {
                // The receiver may have been dropped. Dropping the stream closes it.
                let _ = opening.send(result.map_err(io::Error::other));
                continue;
            }
            match self.connection.poll_next_inbound(cx) {
                Poll::Ready(Some(Ok(stream))) => {
                    let service = self
                        .knocks
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .pop_front();
                    // Sending fails if the receiver has been dropped. Dropping the stream closes it.
                    let _ = self.arrivals.send((service, Box::new(stream.compat())));
                }
                Poll::Ready(Some(Err(error))) => {
                    tracing::debug!(%error, "multiplexed connection failed");
                    return Poll::Ready(());
                }
                Poll::Ready(None) => return Poll::Ready(()),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn streams_arrive_in_the_order_in_which_they_were_opened() {
        let (near, far) = tokio::io::duplex(1 << 10);
        let (dialer, _inbound) = Session::start(Box::new(near), Mode::Client);
        let (listener, mut inbound) = Session::start(Box::new(far), Mode::Server);
        for service in 0..3 {
            listener.expect(service);
        }
        let mut opened = Vec::new();
        for _ in 0..3 {
            opened.push(dialer.open().await.unwrap());
        }
        for (service, wire) in opened.iter_mut().enumerate().rev() {
            wire.write_all(&[u8::try_from(service).unwrap()])
                .await
                .unwrap();
        }
        for service in 0..3u8 {
            let (number, mut wire) = inbound.recv().await.unwrap();
            assert_eq!(number, Some(service.into()));
            let received = tokio::io::AsyncReadExt::read_u8(&mut wire).await.unwrap();
            assert_eq!(received, service);
        }
    }
}
