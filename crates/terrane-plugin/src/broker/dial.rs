//! Connections to services that the other side offers.

use std::io;

use tonic::transport::Channel;

use super::{Broker, Link, Session};
use crate::Error;
use crate::channel;
use crate::handshake::Address;
use crate::proto::conn_info::Knock;
use crate::tls;
use crate::wire::{self, Wire};

impl Broker {
    /// Connects to the services that the other side offers under this number.
    ///
    /// # Errors
    ///
    /// Fails when the other side has no broker stream, does not announce its offer within five seconds, or cannot be reached.
    pub async fn dial(&self, id: u32) -> Result<Channel, Error> {
        let link = self.link().await?;
        let address = match link.session {
            Some(_) => None,
            None => {
                let info = self.announced(id).await?;
                let address = Address::parse(&info.network, &info.address);
                Some(address.ok_or_else(|| {
                    Error::new(format!(
                        "cannot use the address {:?} of service {id} on network {:?}, expected a path on unix or ip:port on tcp",
                        info.address, info.network
                    ))
                })?)
            }
        };
        let broker = self.clone();
        let channel = channel::open(move || {
            let (broker, link, address) = (broker.clone(), link.clone(), address.clone());
            async move { broker.connect(id, &link, address.as_ref()).await }
        });
        channel
            .await
            .map_err(|error| Error::caused(format!("cannot connect to service {id}"), error))
    }

    async fn connect(&self, id: u32, link: &Link, address: Option<&Address>) -> io::Result<Wire> {
        let wire = match (address, &link.session) {
            (Some(address), _) => wire::connect(address).await?,
            (None, Some(session)) => self.knock(id, link, session).await?,
            (None, None) => return Err(io::ErrorKind::NotConnected.into()),
        };
        tls::secure_dialed(wire, self.shared.security.as_ref()).await
    }

    /// Asks for permission to open a stream for this number (a "knock"), and then opens the stream.
    async fn knock(&self, id: u32, link: &Link, session: &Session) -> io::Result<Wire> {
        let _turn = self.shared.dialing.lock().await;
        let knock = Knock {
            knock: true,
            ..Knock::default()
        };
        let knocked = link.send_knock(id, knock).await;
        knocked.map_err(io::Error::other)?;
        let answer = self.announced(id).await.map_err(io::Error::other)?;
        let reason = match answer.knock {
            Some(Knock {
                knock: true,
                ack: true,
                error,
            }) if error.is_empty() => return session.open().await,
            Some(Knock { error, .. }) => error,
            None => "expected an answer to the knock, got an address".to_owned(),
        };
        Err(io::Error::other(format!(
            "the other side refused a stream for service {id}: {reason}"
        )))
    }
}
