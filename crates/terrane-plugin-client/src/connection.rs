//! The main connection to a plugin, and its broker.

use std::error::Error;
use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::task::JoinSet;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use terrane_plugin::peer::{self, GrpcBrokerClient, Inbound, Mode, Security, Session, Sockets};
use terrane_plugin::{Address, Broker};

/// The maximum number of broker messages that wait to be sent.
const OUTGOING: usize = 16;

/// A connected plugin. Dropping it ends the broker.
#[derive(Debug)]
pub(crate) struct Connection {
    channel: Channel,
    broker: Broker,
    _tasks: JoinSet<()>,
}

impl Connection {
    /// Connects, makes sure that a gRPC server answers, and opens the broker's stream.
    pub(crate) async fn open(
        address: &Address,
        security: Option<Security>,
        multiplex: bool,
        sockets: Arc<Sockets>,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let broker = Broker::new(sockets, security.clone(), None);
        let mut tasks = JoinSet::new();
        let (channel, session) = if multiplex {
            let (session, inbound) = Session::start(peer::connect(address).await?, Mode::Client);
            tasks.spawn(route(broker.clone(), inbound));
            let opener = session.clone();
            let channel = peer::open(move || {
                let (opener, own_security) = (opener.clone(), security.clone());
                async move { peer::secure_dialed(opener.open().await?, own_security.as_ref()).await }
            });
            (channel.await?, Some(session))
        } else {
            let dialed = address.clone();
            let channel = peer::open(move || {
                let (own_address, own_security) = (dialed.clone(), security.clone());
                async move {
                    let stream = peer::connect(&own_address).await?;
                    peer::secure_dialed(stream, own_security.as_ref()).await
                }
            });
            (channel.await?, None)
        };
        // A server that refuses the host's certificate does so after the TLS handshake, so one call checks the connection. Some plugins have no
        // health service, so any answer of the plugin is accepted. A status with a source comes from this side, not from the plugin.
        if let Err(status) = check_health(&channel).await
            && status.source().is_some()
        {
            return Err(status.into());
        }
        tasks.spawn(exchange(broker.clone(), channel.clone(), session));
        Ok(Self {
            channel,
            broker,
            _tasks: tasks,
        })
    }

    pub(crate) fn channel(&self) -> Channel {
        self.channel.clone()
    }

    pub(crate) fn broker(&self) -> &Broker {
        &self.broker
    }
}

/// Keeps the broker's stream open.
async fn exchange(broker: Broker, channel: Channel, session: Option<Session>) {
    let (outgoing, messages) = mpsc::channel(OUTGOING);
    // Go's servers answer the call only with their first message. So this side must send its messages without waiting for the answer.
    let answered = async move {
        let mut client = GrpcBrokerClient::new(channel);
        let answer = client.start_stream(ReceiverStream::new(messages)).await?;
        Ok::<_, Status>(answer.into_inner())
    };
    let incoming = stream::once(answered).try_flatten().boxed();
    broker.run(outgoing, session, incoming).await;
}

/// Passes each stream that the plugin opens to its offer.
async fn route(broker: Broker, mut inbound: UnboundedReceiver<Inbound>) {
    while let Some((service, wire)) = inbound.recv().await {
        match service {
            Some(service) => broker.route(service, wire).await,
            None => tracing::warn!("the plugin opened a stream without knocking"),
        }
    }
}

/// The name of the service whose health is checked.
const HEALTH_SERVICE: &str = "plugin";

/// Makes one health check.
pub(crate) async fn check_health(
    channel: &Channel,
) -> Result<tonic_health::pb::HealthCheckResponse, tonic::Status> {
    let request = HealthCheckRequest {
        service: HEALTH_SERVICE.to_owned(),
    };
    let answer = HealthClient::new(channel.clone()).check(request).await?;
    Ok(answer.into_inner())
}
