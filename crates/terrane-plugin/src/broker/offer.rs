//! Services that this side offers to the other.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use super::{Broker, BrokerError};
use crate::budget::Budget;
use crate::listen::accept_loop;
use crate::proto::ConnInfo;
use crate::proto::conn_info::Knock;
use crate::services::Services;
use crate::serving;
use crate::wire::{Admission, Wire};

/// Answers sooner than the knocking side's patience ends.
const KNOCK_PATIENCE: Duration = Duration::from_secs(4);

impl Broker {
    /// Offers services under this number and serves them until the future is dropped.
    ///
    /// Send the number to the other side by a call of your own. It dials within five seconds.
    ///
    /// # Examples
    ///
    /// ```
    /// # fn example(broker: terrane_plugin::Broker, services: terrane_plugin::Services) -> u32 {
    /// let id = broker.next_id();
    /// tokio::spawn(async move { broker.accept_and_serve(id, services).await });
    /// id
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails when the other side has no broker stream open, or no socket can be made.
    pub async fn accept_and_serve(&self, id: u32, services: Services) -> Result<(), BrokerError> {
        let link = self.link().await?;
        let accept = self
            .shared
            .security
            .as_ref()
            .map(|security| security.accept.clone());
        let (admitted, connections) = mpsc::channel(1);
        let services = match &self.shared.author_runtime {
            Some(author_runtime) => services.on_threads_of(author_runtime),
            None => services,
        };
        let admission = Admission::new(accept, admitted);
        let served = serving::serve(services, Budget::new(), connections);
        if link.session.is_some() {
            let mut arrivals = self.shared.offers.open(id);
            let accepting = async {
                while let Some(wire) = arrivals.wires.recv().await {
                    admission.admit(wire, None);
                }
            };
            tokio::select! {
                () = accepting => Ok(()),
                () = served => Ok(()),
            }
        } else {
            let listener = self
                .shared
                .sockets
                .bind()
                .map_err(|error| BrokerError::Listen(id, error))?;
            let address = listener.address().clone();
            let info = ConnInfo {
                service_id: id,
                network: address.network().into(),
                address: address.to_string(),
                knock: None,
            };
            Self::send(&link, info).await?;
            let accepting = accept_loop(listener, |wire| admission.admit(wire, None));
            tokio::select! {
                error = accepting => Err(BrokerError::Listen(id, error)),
                () = served => Ok(()),
            }
        }
    }

    /// Lets the other side open a stream for an offer, which may be made a little later than the knock.
    pub(super) async fn answer_knock(&self, id: u32) {
        let Ok(link) = self.link().await else { return };
        let known = timeout(KNOCK_PATIENCE, self.shared.offers.wait_for(id))
            .await
            .is_ok();
        let error = match (&link.session, known) {
            (Some(session), true) => {
                session.expect(id);
                String::new()
            }
            (Some(_), false) => format!("no listener for id {id}"),
            (None, _) => "connections are not multiplexed".to_owned(),
        };
        let knock = Some(Knock {
            knock: true,
            ack: true,
            error,
        });
        let answer = ConnInfo {
            service_id: id,
            knock,
            ..ConnInfo::default()
        };
        if let Err(error) = Self::send(&link, answer).await {
            tracing::debug!(%error, id, "cannot answer a knock");
        }
    }
}

/// The open offers on the shared socket.
#[derive(Default)]
pub(super) struct Offers {
    open: Mutex<HashMap<u32, mpsc::Sender<Wire>>>,
    opened: Notify,
}

/// The streams for one offer, which ends as this drops.
pub(super) struct Arrivals<'a> {
    offers: &'a Offers,
    id: u32,
    wires: mpsc::Receiver<Wire>,
}

impl Drop for Arrivals<'_> {
    fn drop(&mut self) {
        self.offers.lock().remove(&self.id);
    }
}

impl Offers {
    fn open(&self, id: u32) -> Arrivals<'_> {
        let (sender, wires) = mpsc::channel(1);
        self.lock().insert(id, sender);
        self.opened.notify_waiters();
        Arrivals {
            offers: self,
            id,
            wires,
        }
    }

    /// Waits until something is offered under this number.
    async fn wait_for(&self, id: u32) {
        loop {
            let opened = self.opened.notified();
            if self.lock().contains_key(&id) {
                return;
            }
            opened.await;
        }
    }

    /// Gives a stream to the offer of this number; without one the stream closes.
    pub(super) async fn hand_over(&self, id: u32, wire: Wire) {
        let offer = self.lock().get(&id).cloned();
        match offer {
            // Fails when the offer ends just now: the stream closes as it drops.
            Some(offer) => drop(offer.send(wire).await),
            None => tracing::debug!(id, "closed a stream for an offer that is over"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, mpsc::Sender<Wire>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
