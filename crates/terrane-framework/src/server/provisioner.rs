//! The server of a provisioner.

use std::sync::Arc;

use futures_util::stream;
use terrane_protocol::*;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::call::TaskRunner;
use super::call::answer::{CallScope, Event, SessionSecrets};
use super::call::stop::Stop;
use super::call::{Call, GRACE};
use super::rpc::provisioned;
use crate::dynamic::DynProvisioner;
use crate::log::request::Timer;
use crate::validation::Known;

/// The server of one provisioner.
pub(super) struct ProvisionerServer {
    provisioner: Arc<dyn DynProvisioner>,
    runner: TaskRunner,
    stop: Stop,
    secrets: SessionSecrets,
}

impl ProvisionerServer {
    pub(super) fn new(
        provisioner: Arc<dyn DynProvisioner>,
        runner: TaskRunner,
        terminating: CancellationToken,
    ) -> Self {
        Self {
            provisioner,
            runner,
            stop: Stop::new(terminating),
            secrets: SessionSecrets::default(),
        }
    }

    /// Starts a call.
    fn start(&self, rpc: &'static str) -> Arc<Call> {
        let scope = CallScope::new(Span::current(), &self.secrets, || {
            Timer::start(rpc, &(), None)
        });
        // A provisioner records no object, so its calls have the grace of calls without a recorded object.
        Arc::new(Call::new(rpc, self.stop.token(), GRACE, scope))
    }
}

impl Provider for ProvisionerServer {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            let (provisioner, rpc) = (Arc::clone(&self.provisioner), request.rpc());
            Ok(match request {
                Request::GetProvisionerSchema(_) => Response::from(GetProvisionerSchemaResponse {
                    provisioner: provisioner.block().to_protocol(0),
                    ..GetProvisionerSchemaResponse::default()
                }),
                Request::ValidateProvisionerConfig(request) => {
                    let call = self.start(rpc.name());
                    let answer = |diagnostics| {
                        let response = DiagnosticsResponse { diagnostics };
                        Ok::<_, RpcError>(Response::ValidateProvisionerConfig(response))
                    };
                    let task = {
                        let call = Arc::clone(&call);
                        async move {
                            answer(call.check(
                                provisioner.block(),
                                &request.config,
                                provisioner.name(),
                                Known::NONE,
                                |config, cx| provisioner.validate(config, cx),
                            ))
                        }
                    };
                    call.answer(&self.runner, task, answer).await?
                }
                Request::ProvisionResource(request) => {
                    let call = self.start(rpc.name());
                    let task = {
                        let call = Arc::clone(&call);
                        async move {
                            let events = provisioned(provisioner, call, &request);
                            events.unwrap_or_else(|diagnostic| {
                                Box::pin(stream::iter([Ok(Event::last(diagnostic.into()))]))
                            })
                        }
                    };
                    Response::ProvisionResource(call.events(&self.runner, Box::pin(task)))
                }
                Request::StopProvisioner(_) => {
                    self.stop.stop_calls();
                    Response::StopProvisioner(StopResponse::default())
                }
                _ => return Err(rpc.unimplemented()),
            })
        })
    }
}
