//! Provisioners, the other kind of plugin that protocol 5 has.

use crate::messages::*;
use crate::{BoxFuture, BoxStream, RpcError};

/// Answers the RPCs of protocol 5's provisioners.
///
/// Hosts have long stopped installing these; the trait is there for those who drive or replace an old one.
pub trait Provisioner: Send + Sync + 'static {
    /// Describes the configuration.
    fn get_provisioner_schema(
        &self,
        request: GetProvisionerSchemaRequest,
    ) -> BoxFuture<'_, Result<GetProvisionerSchemaResponse, RpcError>>;

    /// Checks the configuration.
    fn validate_provisioner_config(
        &self,
        request: ValidateProvisionerConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProvisionerConfigResponse, RpcError>>;

    /// Does the work, telling how it goes.
    fn provision_resource(
        &self,
        request: ProvisionResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ProvisionResourceEvent>, RpcError>>;

    /// Asks for all work to end soon, and answers without waiting for it.
    fn stop_provisioner(
        &self,
        request: StopProvisionerRequest,
    ) -> BoxFuture<'_, Result<StopProvisionerResponse, RpcError>>;
}
