//! Messages that only protocol 5 has, or that differ from those of protocol 6.

use crate::pb::v5 as pb;
use crate::wire::message::wire_message;
use crate::wire::wire_struct;
use crate::*;

wire_struct! {
    GetMetadataResponse = pb::get_metadata::Response {
        server_capabilities, diagnostics, data_sources, resources, functions, ephemeral_resources, list_resources,
        actions,
    }
    neutral_only [state_stores]
}
wire_struct! {
    read GetProviderSchemaResponse = pb::get_provider_schema::Response {
        provider, resource_schemas, data_source_schemas, functions, ephemeral_resource_schemas, list_resource_schemas,
        action_schemas, diagnostics, provider_meta, server_capabilities,
    }
    neutral_only [state_store_schemas]
}
wire_struct! {
    ValidateProviderConfigResponse = pb::prepare_provider_config::Response { prepared_config, diagnostics, }
}

// Provisioners.

wire_struct! { read GetProvisionerSchemaResponse = pb::get_provisioner_schema::Response { provisioner, diagnostics, } }
wire_message! { ValidateProvisionerConfigRequest = pb::validate_provisioner_config::Request { config, } }
wire_message! { ProvisionResourceRequest = pb::provision_resource::Request { config, connection, } }
wire_message! { ProvisionResourceEvent = pb::provision_resource::Response { output, diagnostics, } }
