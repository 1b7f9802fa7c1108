//! The server of a provisioner.

use std::sync::{Arc, Mutex, PoisonError};

use terrane_protocol::*;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::call::TaskRunner;
use super::call::answer::{CallScope, Refusal, SessionSecrets, refused};
use super::call::{Call, GRACE};
use super::rpc::{provisioned, validated};
use crate::dynamic::DynProvisioner;
use crate::log::request::Timer;

/// The server of one provisioner.
pub(super) struct ProvisionerServer {
    provisioner: Arc<dyn DynProvisioner>,
    runner: TaskRunner,
    /// Cancelled when the process is asked to terminate.
    terminating: CancellationToken,
    /// The parent of every call's token. `Stop` cancels it and replaces it by a new one.
    stop: Mutex<CancellationToken>,
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
            stop: Mutex::new(terminating.child_token()),
            terminating,
            secrets: SessionSecrets::default(),
        }
    }

    /// Starts a call.
    fn start(&self, rpc: &'static str) -> Arc<Call> {
        let scope = CallScope::new(Span::current(), &self.secrets, || {
            Timer::start(rpc, &(), None)
        });
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        // A provisioner records no object, so its calls have the grace of calls without a recorded object.
        Arc::new(Call::new(rpc, stop.clone(), GRACE, scope))
    }
}

impl Provisioner for ProvisionerServer {
    fn get_provisioner_schema(
        &self,
        _: GetProvisionerSchemaRequest,
    ) -> BoxFuture<'_, Result<GetProvisionerSchemaResponse, RpcError>> {
        let provisioner = self.provisioner.block().to_protocol(0);
        Box::pin(async {
            Ok(GetProvisionerSchemaResponse {
                provisioner,
                ..GetProvisionerSchemaResponse::default()
            })
        })
    }

    fn validate_provisioner_config(
        &self,
        request: ValidateProvisionerConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProvisionerConfigResponse, RpcError>> {
        Box::pin(async move {
            let call = self.start("ValidateProvisionerConfig");
            let task = {
                let (provisioner, call) = (Arc::clone(&self.provisioner), Arc::clone(&call));
                async move {
                    let diagnostics =
                        validated(&*provisioner, &call, &request.config).unwrap_or_else(Into::into);
                    ValidateProvisionerConfigResponse { diagnostics }
                }
            };
            Ok(call.answer(&self.runner, task, Refusal::refusal).await)
        })
    }

    fn provision_resource(
        &self,
        request: ProvisionResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ProvisionResourceEvent>, RpcError>> {
        Box::pin(async move {
            let call = self.start("ProvisionResource");
            let task = {
                let (provisioner, call) = (Arc::clone(&self.provisioner), Arc::clone(&call));
                async move { provisioned(provisioner, call, &request).unwrap_or_else(refused) }
            };
            Ok(call.events(&self.runner, Box::pin(task)))
        })
    }

    fn stop_provisioner(
        &self,
        _: StopProvisionerRequest,
    ) -> BoxFuture<'_, Result<StopProvisionerResponse, RpcError>> {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *stop, self.terminating.child_token()).cancel();
        Box::pin(async { Ok(StopProvisionerResponse::default()) })
    }
}
