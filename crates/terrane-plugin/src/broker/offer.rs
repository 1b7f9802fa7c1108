//! Services that this side offers to the other.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Broker;
use crate::Error;
use crate::admission::Admission;
use crate::budget::Budget;
use crate::listen::accept_loop;
use crate::proto::ConnInfo;
use crate::proto::conn_info::Knock;
use crate::services::Services;
use crate::serving;

/// How long a knock waits for its offer. It is shorter than the other side's timeout, so that the other side gets an answer.
const KNOCK_TIMEOUT: Duration = Duration::from_secs(4);

impl Broker {
    /// Offers services under this number and serves them until the future is dropped.
    ///
    /// Send the number to the other side in a call of your own. The other side must dial within five seconds.
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
    pub async fn accept_and_serve(&self, id: u32, services: Services) -> Result<(), Error> {
        let link = self.link().await?;
        let (admitted, connections) = mpsc::channel(1);
        let services = match &self.shared.author_runtime {
            Some(author_runtime) => services.on_threads_of(author_runtime),
            None => services,
        };
        let admission = Admission::new(self.shared.security.clone(), admitted);
        let served = serving::serve(services, Budget::new(), connections);
        let accepting = async {
            if link.session.is_some() {
                let (offer, mut wires) = mpsc::channel(1);
                let offers = &self.shared.offers;
                offers.put(id, offer, |offer| !offer.is_closed());
                while let Some(wire) = wires.recv().await {
                    admission.admit(wire, None);
                }
                // Another offer has taken the number.
                return Ok(());
            }
            let cannot_listen =
                |error| Error::caused(format!("cannot listen for service {id}"), error);
            let listener = self.shared.sockets.bind().map_err(cannot_listen)?;
            let address = listener.address();
            let info = ConnInfo {
                service_id: id,
                network: address.network().into(),
                address: address.to_string(),
                knock: None,
            };
            link.send(info).await?;
            let error = accept_loop(listener, |wire| admission.admit(wire, None)).await;
            Err(cannot_listen(error))
        };
        tokio::select! {
            result = accepting => result,
            () = served => Ok(()),
        }
    }

    /// Answers a knock: permits the other side to open a stream for an offer. The offer may be made a little later than the knock.
    pub(super) async fn answer_knock(&self, id: u32) {
        let Ok(link) = self.link().await else { return };
        let offered = self.shared.offers.find(|offers| {
            let offer = offers.get(&id)?;
            (!offer.is_closed()).then_some(())
        });
        let known = timeout(KNOCK_TIMEOUT, offered).await.is_ok();
        let error = match (&link.session, known) {
            (Some(session), true) => {
                session.expect(id);
                String::new()
            }
            (Some(_), false) => format!("no listener for id {id}"),
            (None, _) => "connections are not multiplexed".to_owned(),
        };
        let knock = Knock {
            knock: true,
            ack: true,
            error,
        };
        if let Err(error) = link.send_knock(id, knock).await {
            tracing::debug!(%error, id, "cannot answer a knock");
        }
    }
}
