//! Creates servers.

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::call::TaskRunner;
use super::provider::ProviderServer;
use super::provisioner::ProvisionerServer;
use super::registration::Registry;
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

/// Returns what a provider contains that hosts do not print, as JSON: defaults, validators, relations, and rules of planning.
///
/// The annotations have the structure of the provider's entry in the output of `terraform providers schema -json`, so that both can be
/// [merged](terrane_protocol::schema::json::merge). `register` registers the provider's items.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use terrane_framework::context::ConfigureContext;
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynProvider};
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_framework::server::annotations;
/// use terrane_value::{Object, Type};
///
/// struct Zoo;
///
/// impl DynProvider for Zoo {
///     # fn address(&self) -> &str { "registry.terraform.io/example/zoo" }
///     # fn version(&self) -> &str { "0.1.0" }
///     # fn configure(&self, _: Object, _: ConfigureContext) -> BoxFuture<terrane_framework::error::Result<Configured>> {
///     #     Box::pin(async { Ok(Arc::new(()) as Configured) })
///     # }
///     fn block(&self) -> Block {
///         Block::new([Member::new("gate", Shape::Type(Type::String)).env("ZOO_GATE")])
///     }
/// }
///
/// let found = annotations(Arc::new(Zoo), |registry| registry);
/// let gate = &found["provider"]["block"]["attributes"]["gate"];
/// assert_eq!(gate["environment_variables"][0], "ZOO_GATE");
/// ```
pub fn annotations(
    provider: Arc<dyn DynProvider>,
    register: impl FnOnce(Registry) -> Registry,
) -> Value {
    Registry::define(provider, register).annotations()
}

/// Creates the server of a provisioner. Its calls end soon after `terminating` is cancelled.
pub fn provisioner_server(
    provisioner: Arc<dyn DynProvisioner>,
    runner: TaskRunner,
    terminating: CancellationToken,
) -> Arc<dyn terrane_protocol::Provider> {
    Arc::new(ProvisionerServer::new(provisioner, runner, terminating))
}
