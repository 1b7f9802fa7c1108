//! A provider and a host that are connected by a real socket.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use tokio::time::timeout;

use super::Remote;
use super::provider::{Described, Expecting, call_all};
use crate::schema::Schemas;
use crate::*;

pub(super) async fn behind_socket(
    server: Server,
) -> (terrane_plugin::Running, Remote, Arc<dyn Provider>) {
    let running = server.start().await.unwrap();
    let process = Remote::connect(&running).await;
    let provider = process.provider();
    (running, process, provider)
}

#[tokio::test]
async fn every_rpc_works_over_a_socket() {
    for version in Version::ALL {
        let server = Server::new(Expecting::samples(version)).versions([version]);
        let (running, process, provider) = behind_socket(server).await;
        assert_eq!(process.version, version);
        for (method, result) in call_all(&*provider, version).await {
            match result {
                Ok(unchanged) => assert!(unchanged, "{method}"),
                Err(error) => {
                    assert_eq!((version, error.code), (Version::V5, RpcCode::Unimplemented));
                }
            }
        }
        running.stop().await;
    }
}

#[tokio::test]
async fn the_higher_major_is_served_if_both_are() {
    let (_running, process, _) = behind_socket(Server::new(Expecting::samples(Version::V6))).await;
    assert_eq!(process.version, Version::V6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_of_schemas_that_blocks_does_not_block_the_server() {
    let (entered, mut has_entered) = tokio::sync::mpsc::unbounded_channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    let schemas = Schemas::new(move |_| {
        entered.send(()).unwrap();
        let _ = released.lock().unwrap().recv();
    });
    let server = Server::nonblocking(move |_| Arc::new(Described(schemas.clone())));
    let (_running, _process, provider) = behind_socket(server).await;
    let schemas = tokio::spawn({
        let provider = Arc::clone(&provider);
        async move {
            let request = EmptyRequest::default();
            provider.get_provider_schema(request).await
        }
    });
    has_entered.recv().await.unwrap();
    let stopped = provider.stop_provider(EmptyRequest::default());
    timeout(Duration::from_secs(600), stopped)
        .await
        .expect("the server answers")
        .unwrap();
    assert!(!schemas.is_finished());
    drop(release);
    schemas.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_of_the_source_of_schemas_is_an_error() {
    let schemas = Schemas::new(|_| panic!("on purpose"));
    let server = Server::nonblocking(move |_| Arc::new(Described(schemas.clone())));
    let (_running, _process, provider) = behind_socket(server).await;
    let request = EmptyRequest::default();
    let error = provider.get_provider_schema(request).await.unwrap_err();
    assert_eq!(error.message, "the provider panicked in GetProviderSchema");
}
