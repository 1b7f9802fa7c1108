//! What a host says of itself, and does when its user ends it.

use std::sync::Arc;
use std::time::Duration;

use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, DynamicValue, EmptyRequest, Provider,
};
use tokio::time::sleep;

use crate::options::Options;

/// The version of the host that providers are told.
pub(crate) const HOST_VERSION: &str = "1.14.0";

/// How soon the end of the run is seen while a request runs.
const STOP_SEEN: Duration = Duration::from_millis(100);

/// Waits until the user ends the run, and asks the provider to stop its work, as hosts do. Requests after the end, which destroy objects, are not stopped.
pub(crate) async fn stop_when_ended(options: &Options, provider: Arc<dyn Provider>) {
    if options.is_stopped() {
        return;
    }
    while !options.is_stopped() {
        sleep(STOP_SEEN).await;
    }
    // The answer to the running request shows whether the provider has stopped.
    let _ = provider.stop_provider(EmptyRequest {}).await;
}

/// Returns the request that configures a provider.
pub(crate) fn configure_request(config: DynamicValue) -> ConfigureProviderRequest {
    ConfigureProviderRequest {
        terraform_version: HOST_VERSION.to_owned(),
        config,
        client_capabilities: capabilities(),
    }
}

/// The capabilities of the host that the checks stand for.
pub(crate) fn capabilities() -> ClientCapabilities {
    ClientCapabilities {
        write_only_attributes_allowed: true,
        ..ClientCapabilities::default()
    }
}
