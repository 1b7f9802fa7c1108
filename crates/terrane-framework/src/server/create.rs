//! Creates servers.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::call::TaskRunner;
use super::provisioner::ProvisionerServer;
use super::registration::Registry;
use super::table::ProviderServer;
use crate::dynamic::{DynProvider, DynProvisioner};

/// Creates the server of a provider. Its calls end soon after `terminating` is cancelled.
///
/// `register` registers the provider's items. The first call of the host runs it.
pub fn provider_server(
    provider: Arc<dyn DynProvider>,
    register: impl FnOnce(Registry) -> Registry + Send + 'static,
    runner: TaskRunner,
    terminating: CancellationToken,
) -> Arc<dyn terrane_protocol::Provider> {
    let define = {
        let provider = Arc::clone(&provider);
        || Registry::define(provider, register)
    };
    Arc::new(ProviderServer::new(provider, define, runner, terminating))
}

/// Creates the server of a provisioner. Its calls end soon after `terminating` is cancelled.
pub fn provisioner_server(
    provisioner: Arc<dyn DynProvisioner>,
    runner: TaskRunner,
    terminating: CancellationToken,
) -> Arc<dyn terrane_protocol::Provisioner> {
    Arc::new(ProvisionerServer::new(provisioner, runner, terminating))
}
