//! The services that every plugin has.

use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};
use tonic_health::ServingStatus;

use super::Process;
use super::stdio::Stdio;
use crate::broker::Broker;
use crate::proto::grpc_broker_server::{GrpcBroker, GrpcBrokerServer};
use crate::proto::grpc_controller_server::{GrpcController, GrpcControllerServer};
use crate::proto::grpc_stdio_server::GrpcStdioServer;
use crate::proto::{ConnInfo, Empty};
use crate::services::Services;
use crate::session::Session;
use crate::task;

/// The name of the service for which hosts request the health.
const HEALTH_NAME: &str = "plugin";

/// Makes the services that every plugin has.
pub(super) async fn services(process: Process, stdio: Stdio) -> Services {
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter
        .set_service_status(HEALTH_NAME, ServingStatus::Serving)
        .await;
    let broker = process.broker().clone();
    Services::new()
        .with_nonblocking(health)
        .with_nonblocking(GrpcBrokerServer::new(BrokerService { broker }))
        .with_nonblocking(GrpcControllerServer::new(Controller { process }))
        .with_nonblocking(GrpcStdioServer::new(stdio))
}

/// The controller service, with which the host stops the plugin.
struct Controller {
    process: Process,
}

#[tonic::async_trait]
impl GrpcController for Controller {
    async fn shutdown(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        self.process.stop();
        Ok(Response::new(Empty {}))
    }
}

/// The broker service, which connects the host's broker with the plugin's broker.
struct BrokerService {
    broker: Broker,
}

type Outgoing = Map<ReceiverStream<ConnInfo>, fn(ConnInfo) -> Result<ConnInfo, Status>>;

#[tonic::async_trait]
impl GrpcBroker for BrokerService {
    type StartStreamStream = Outgoing;

    async fn start_stream(
        &self,
        request: Request<Streaming<ConnInfo>>,
    ) -> Result<Response<Outgoing>, Status> {
        let session = request
            .extensions()
            .get::<Option<Session>>()
            .cloned()
            .flatten();
        let (outgoing, messages) = mpsc::channel(1);
        let broker = self.broker.clone();
        task::spawn(async move { broker.run(outgoing, session, request.into_inner()).await });
        let ok: fn(ConnInfo) -> Result<ConnInfo, Status> = Ok;
        Ok(Response::new(ReceiverStream::new(messages).map(ok)))
    }
}
