//! A provider and a host that are connected by a real socket.

use std::sync::Arc;

use super::provider::{Expecting, call_all};
use crate::*;

pub(super) async fn behind_socket(
    server: Server,
) -> (terrane_plugin::Running, ProviderProcess, Arc<dyn Provider>) {
    let running = server.start().await.unwrap();
    let process = ProviderProcess::reattach(running.reattach()).await.unwrap();
    let provider = process.provider();
    (running, process, provider)
}

#[tokio::test]
async fn every_rpc_works_over_a_socket() {
    for version in Version::ALL {
        let server = Server::new(Expecting::samples(version)).versions([version]);
        let (running, process, provider) = behind_socket(server).await;
        assert_eq!(process.version(), version);
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
    assert_eq!(process.version(), Version::V6);
}
