//! Hosts that go away in the middle of a call: the work continues to its end, over both protocol versions.

use std::time::Duration;

use serde_json::{Value, json};
use terrane_composition::ProviderProcess;
use terrane_protocol::{Server, Version};
use tokio::time::{sleep, timeout};

use crate::lost::host::{Host, config, state};
use crate::lost::raft::{Harbour, afloat, begun, set_afloat};

/// A limit that only ends a hang, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

/// What happens to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// It resets the call and stays.
    Call,
    /// Its connection is broken.
    Connection,
}

/// Breaks a call off at each of these places; then the world is as the work leaves it at its end.
#[tokio::test]
async fn a_call_completes_after_its_host_disconnects() {
    for version in Version::ALL {
        for loss in [Loss::Call, Loss::Connection] {
            for (place, before, after) in [
                ("before create", None, Some(2)),
                ("in settle", None, Some(2)),
                ("before update", Some(1), Some(2)),
                ("before delete", Some(2), None),
            ] {
                broken(version, loss, place, before, after).await;
            }
        }
    }
}

async fn broken(
    version: Version,
    loss: Loss,
    place: &str,
    before: Option<i64>,
    after: Option<i64>,
) {
    let server = Server::new(terrane::server::<Harbour>()).versions([version]);
    let running = server.start().await.unwrap();
    let process = ProviderProcess::reattach(running.reattach()).await.unwrap();
    let host = Host::new(process.provider()).await;
    let name = format!("{place}, {version:?}, {loss:?}");
    let wanted = config(&name, 2, &format!("{place}: ends well when told"), None);
    let (prior, wanted) = match before {
        None => (Value::Null, wanted),
        Some(1) => {
            let mut prior = state(&wanted, Some("red"));
            (prior["size"], prior["breaks"]) = (json!(1), Value::Null);
            (prior, wanted)
        }
        Some(_) => (state(&wanted, Some("red")), Value::Null),
    };
    set_afloat(&name, before);
    let plan = host.planned(&prior, &wanted).await;
    let call = tokio::spawn({
        let host = host.clone();
        async move { host.apply(plan).await }
    });
    let started = timeout(PATIENCE, begun(&name).notified()).await;
    started.unwrap_or_else(|_| panic!("{name}: the code runs"));
    call.abort();
    assert!(
        call.await.is_err_and(|error| error.is_cancelled()),
        "{name}"
    );
    let host = (loss == Loss::Call).then_some(host);
    if loss == Loss::Connection {
        drop(process);
    }
    let done = timeout(PATIENCE, async {
        while afloat(&name) != after {
            sleep(Duration::from_millis(5)).await;
        }
    });
    assert!(done.await.is_ok(), "{name}: {:?}", afloat(&name));

    // The next host finds the object by its identity.
    let next = ProviderProcess::reattach(running.reattach()).await.unwrap();
    let host = match host {
        Some(host) => host,
        None => Host::new(next.provider()).await,
    };
    let read = host.read(&state(&config(&name, 2, "", None), None)).await;
    assert_eq!(read["size"].as_i64(), after, "{name}");
    running.stop().await;
}
