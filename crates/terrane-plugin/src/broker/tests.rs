//! Two connected brokers, over separate sockets and over a shared socket.

use std::sync::Arc;

use tokio::task::JoinHandle;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic_health::ServingStatus;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use super::*;
use crate::services::Services;
use crate::session::{Inbound, Mode};
use crate::tls::Identity;

/// The two ends of an open connection.
struct Pair {
    plugin: Broker,
    host: Broker,
}

impl Pair {
    /// Makes a pair whose connections each have their own socket.
    fn separate(sockets: fn() -> Arc<Sockets>, secure: bool) -> Self {
        let (plugin, host) = if secure { security() } else { (None, None) };
        let pair = Self {
            plugin: Broker::new(sockets(), plugin, None),
            host: Broker::new(sockets(), host, None),
        };
        pair.link(None, None)
    }

    /// Makes a pair whose connections share one socket.
    fn shared(secure: bool) -> Self {
        let (plugin, host) = if secure { security() } else { (None, None) };
        let pair = Self {
            plugin: Broker::new(unix(), plugin, None),
            host: Broker::new(unix(), host, None),
        };
        let (plugin_end, host_end) = tokio::io::duplex(1 << 16);
        let (plugin_session, plugin_streams) = Session::start(Box::new(plugin_end), Mode::Server);
        let (host_session, host_streams) = Session::start(Box::new(host_end), Mode::Client);
        route(pair.plugin.clone(), plugin_streams);
        route(pair.host.clone(), host_streams);
        pair.link(Some(plugin_session), Some(host_session))
    }

    fn link(self, plugin_session: Option<Session>, host_session: Option<Session>) -> Self {
        let (to_host, from_plugin) = mpsc::channel(1);
        let (to_plugin, from_host) = mpsc::channel(1);
        for (broker, outgoing, session, incoming) in [
            (self.plugin.clone(), to_host, plugin_session, from_host),
            (self.host.clone(), to_plugin, host_session, from_plugin),
        ] {
            let incoming = ReceiverStream::new(incoming).map(Ok);
            tokio::spawn(async move { broker.run(outgoing, session, incoming).await });
        }
        self
    }

    /// Returns both directions, each as the broker that offers and the broker that dials.
    fn directions(&self) -> [(&Broker, &Broker); 2] {
        [(&self.plugin, &self.host), (&self.host, &self.plugin)]
    }
}

fn route(broker: Broker, mut streams: mpsc::UnboundedReceiver<Inbound>) {
    tokio::spawn(async move {
        while let Some((service, wire)) = streams.recv().await {
            broker
                .route(service.expect("every stream was knocked for"), wire)
                .await;
        }
    });
}

fn unix() -> Arc<Sockets> {
    Arc::new(Sockets::unix(None, None).unwrap())
}

fn tcp() -> Arc<Sockets> {
    Arc::new(Sockets::Tcp(0..=0))
}

fn security() -> (Option<Security>, Option<Security>) {
    let (plugin, host) = (Identity::generate().unwrap(), Identity::generate().unwrap());
    let to_host = plugin.facing_host(host.certificate()).unwrap();
    let to_plugin = host.facing_plugin(plugin.certificate()).unwrap();
    (Some(to_host), Some(to_plugin))
}

/// Offers a service that answers only to `name`.
fn offer(broker: &Broker, name: &'static str) -> (u32, JoinHandle<Result<(), Error>>) {
    let id = broker.next_id();
    let broker = broker.clone();
    let serving = tokio::spawn(async move {
        let (reporter, health) = tonic_health::server::health_reporter();
        reporter
            .set_service_status(name, ServingStatus::Serving)
            .await;
        broker
            .accept_and_serve(id, Services::new().with(health))
            .await
    });
    (id, serving)
}

async fn answers_to(channel: Channel, name: &str) -> bool {
    let request = HealthCheckRequest {
        service: name.into(),
    };
    HealthClient::new(channel).check(request).await.is_ok()
}

async fn check_both_directions(pair: Pair) {
    for (offering, dialing) in pair.directions() {
        let mut channels = Vec::new();
        for name in ["one", "two", "three"] {
            let (id, _serving) = offer(offering, name);
            channels.push((name, dialing.dial(id).await.unwrap()));
        }
        for (name, channel) in channels {
            assert!(answers_to(channel.clone(), name).await, "{name}");
            assert!(!answers_to(channel, "other").await, "{name}");
        }
    }
}

#[tokio::test]
async fn unix_sockets_in_plain_text() {
    check_both_directions(Pair::separate(unix, false)).await;
}

#[tokio::test]
async fn unix_sockets_secured() {
    check_both_directions(Pair::separate(unix, true)).await;
}

#[tokio::test]
async fn tcp_secured() {
    check_both_directions(Pair::separate(tcp, true)).await;
}

#[tokio::test]
async fn shared_socket_in_plain_text() {
    check_both_directions(Pair::shared(false)).await;
}

#[tokio::test]
async fn shared_socket_secured() {
    check_both_directions(Pair::shared(true)).await;
}

#[tokio::test]
async fn concurrent_dialers_get_their_own_streams() {
    let pair = Pair::shared(false);
    let names = ["a", "b", "c", "d", "e", "f"];
    let ids: Vec<u32> = names
        .iter()
        .map(|name| offer(&pair.plugin, name).0)
        .collect();
    let dialed = ids.iter().map(|id| pair.host.dial(*id));
    let channels = futures_util::future::join_all(dialed).await;
    for (name, channel) in names.into_iter().zip(channels) {
        assert!(answers_to(channel.unwrap(), name).await, "{name}");
    }
}

#[tokio::test]
async fn ended_offer_takes_no_streams() {
    let pair = Pair::shared(false);
    let (id, serving) = offer(&pair.plugin, "brief");
    assert!(answers_to(pair.host.dial(id).await.unwrap(), "brief").await);
    serving.abort();
    let _ = serving.await;
    tokio::time::pause();
    let error = pair.host.dial(id).await.unwrap_err();
    let cause = std::error::Error::source(&error)
        .and_then(|error| error.source())
        .unwrap()
        .to_string();
    assert!(
        cause.contains(&format!("no listener for id {id}")),
        "{cause}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_wait_times_out_without_a_stream_and_without_an_offer() {
    let alone = Broker::new(tcp(), None, None);
    let text = |error: Error| error.to_string();
    let no_stream = "the other side has no broker stream open";
    assert_eq!(alone.dial(1).await.map_err(text).unwrap_err(), no_stream);
    let nothing = alone.accept_and_serve(1, Services::new()).await;
    assert_eq!(nothing.map_err(text).unwrap_err(), no_stream);

    let pair = Pair::separate(tcp, false);
    assert_eq!(
        pair.host.dial(7).await.map_err(text).unwrap_err(),
        "timeout waiting for connection info of service 7"
    );
}

#[tokio::test]
async fn later_stream_takes_over_and_an_ended_one_is_forgotten() {
    let broker = Broker::new(tcp(), None, None);
    let mut ends = Vec::new();
    for _ in 0..2 {
        let (outgoing, mut sent) = mpsc::channel(1);
        let (end, incoming) = mpsc::channel(1);
        let run = broker.clone();
        let running = tokio::spawn(async move {
            run.run(outgoing, None, ReceiverStream::new(incoming).map(Ok))
                .await;
        });
        let (id, _serving) = offer(&broker, "x");
        assert_eq!(sent.recv().await.unwrap().service_id, id);
        ends.push((end, running));
    }
    let (end, running) = ends.remove(0);
    drop(end);
    running.await.unwrap();
    assert!(broker.link().await.is_ok(), "the later one is still there");
    let (end, running) = ends.remove(0);
    drop(end);
    running.await.unwrap();
    tokio::time::pause();
    let error = broker.link().await.err().unwrap();
    assert_eq!(
        error.to_string(),
        "the other side has no broker stream open"
    );
}

#[test]
fn numbers_start_at_one_and_differ() {
    let broker = Broker::new(tcp(), None, None);
    assert_eq!([broker.next_id(), broker.clone().next_id()], [1, 2]);
}

fn message(service_id: u32, address: &str) -> ConnInfo {
    ConnInfo {
        service_id,
        address: address.into(),
        ..ConnInfo::default()
    }
}

#[tokio::test(start_paused = true)]
async fn announcement_is_delivered_to_later_and_to_waiting_dialers() {
    let broker = Broker::new(tcp(), None, None);
    broker.deliver(message(1, "early"));
    assert_eq!(broker.announced(1).await.unwrap().address, "early");

    let (taken, ()) = tokio::join!(broker.announced(2), async {
        tokio::task::yield_now().await;
        broker.deliver(message(3, "other"));
        broker.deliver(message(2, "late"));
    });
    assert_eq!(taken.unwrap().address, "late");
}

#[tokio::test(start_paused = true)]
async fn waiting_dialers_and_unread_announcements_expire() {
    let broker = Broker::new(tcp(), None, None);
    let timeout = |id| format!("timeout waiting for connection info of service {id}");
    let error = broker.announced(1).await.unwrap_err();
    assert_eq!(error.to_string(), timeout(1));

    broker.deliver(message(2, "stale"));
    tokio::time::advance(TIMEOUT).await;
    let error = broker.announced(2).await.unwrap_err();
    assert_eq!(error.to_string(), timeout(2));
}

#[tokio::test]
async fn unusable_addresses_are_refused() {
    let pair = Pair::separate(tcp, false);
    pair.host.deliver(message(1, "nowhere"));
    assert_eq!(
        pair.host.dial(1).await.unwrap_err().to_string(),
        "cannot use the address \"nowhere\" of service 1 on network \"\", expected a path on unix or ip:port on tcp"
    );
}
