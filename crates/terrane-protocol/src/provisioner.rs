//! Provisioners, the second kind of plugin of protocol 5.

use crate::messages::*;
use crate::{BoxFuture, BoxStream, RpcError};

/// Answers the RPCs of protocol 5's provisioners.
///
/// Hosts do not install provisioner plugins. The trait is for programs that call or replace an old provisioner.
pub trait Provisioner: Send + Sync + 'static {
    /// Returns the schema of the configuration.
    fn get_provisioner_schema(
        &self,
        request: GetProvisionerSchemaRequest,
    ) -> BoxFuture<'_, Result<GetProvisionerSchemaResponse, RpcError>>;

    /// Checks the configuration.
    fn validate_provisioner_config(
        &self,
        request: ValidateProvisionerConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProvisionerConfigResponse, RpcError>>;

    /// Provisions a resource, and streams its output.
    fn provision_resource(
        &self,
        request: ProvisionResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ProvisionResourceEvent>, RpcError>>;

    /// Asks all work to stop soon, and answers without waiting for it.
    fn stop_provisioner(
        &self,
        request: StopProvisionerRequest,
    ) -> BoxFuture<'_, Result<StopProvisionerResponse, RpcError>>;
}
