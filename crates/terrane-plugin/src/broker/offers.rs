//! The open offers on a shared socket.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};

use crate::wire::Wire;

/// The open offers on the shared socket.
#[derive(Default)]
pub(super) struct Offers {
    open: Mutex<HashMap<u32, mpsc::Sender<Wire>>>,
    opened: Notify,
}

/// The streams for one offer. Dropping this removes the offer.
pub(super) struct Arrivals<'a> {
    offers: &'a Offers,
    id: u32,
    pub(super) wires: mpsc::Receiver<Wire>,
}

impl Drop for Arrivals<'_> {
    fn drop(&mut self) {
        self.offers.lock().remove(&self.id);
    }
}

impl Offers {
    pub(super) fn open(&self, id: u32) -> Arrivals<'_> {
        let (sender, wires) = mpsc::channel(1);
        self.lock().insert(id, sender);
        self.opened.notify_waiters();
        Arrivals {
            offers: self,
            id,
            wires,
        }
    }

    /// Waits until a service is offered under this number.
    pub(super) async fn wait_for(&self, id: u32) {
        loop {
            let opened = self.opened.notified();
            if self.lock().contains_key(&id) {
                return;
            }
            opened.await;
        }
    }

    /// Passes a stream to the offer of this number. Without an offer, the stream is closed.
    pub(super) async fn hand_over(&self, id: u32, wire: Wire) {
        let offer = self.lock().get(&id).cloned();
        match offer {
            // Sending fails if the offer ends at this moment. Then the stream is dropped, which closes it.
            Some(offer) => drop(offer.send(wire).await),
            None => tracing::debug!(id, "closed a stream for an offer that has ended"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, mpsc::Sender<Wire>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
