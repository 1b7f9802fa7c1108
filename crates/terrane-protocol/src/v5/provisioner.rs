//! The service that only protocol 5 has.

use crate::pb::v5 as pb;
use crate::wire::service::service;
use crate::*;

service! {
    Provisioner as [5 "tfplugin5.Provisioner"] {
        differing get_provisioner_schema = "GetSchema" (GetProvisionerSchemaRequest => GetProvisionerSchemaResponse);
        unary validate_provisioner_config = "ValidateProvisionerConfig" (ValidateProvisionerConfigRequest => ValidateProvisionerConfigResponse);
        server_streaming provision_resource = "ProvisionResource" (ProvisionResourceRequest => ProvisionResourceEvent as Response);
        unary stop_provisioner = "Stop" (StopProvisionerRequest => StopProvisionerResponse);
    }
}
