//! Protocol 5, as Terraform's 5.10 has it.

#[allow(
    clippy::all,
    dead_code,
    unnameable_types,
    unreachable_pub,
    reason = "written by `cargo xtask codegen`"
)]
#[rustfmt::skip]
mod generated;
#[expect(
    clippy::duplicate_mod,
    reason = "compiled once for each major, over its own protobuf types"
)]
#[path = "../major/mod.rs"]
mod major;
mod messages;
pub(crate) mod provisioner;
mod schema;

use bytes::Bytes;

use crate::schema::{Protocol6Need, Schema, SchemaPart, Schemas};
use crate::wire::service::service;
use crate::{Diagnostic, Version};

/// The protobuf messages, each RPC's under the neutral name of its method.
pub(crate) mod pb {
    pub(crate) use super::generated::configure as configure_provider;
    pub(crate) use super::generated::prepare_provider_config as validate_provider_config;
    pub(crate) use super::generated::stop as stop_provider;
    pub(crate) use super::generated::stop as stop_provisioner;
    pub(crate) use super::generated::validate_data_source_config as validate_data_resource_config;
    pub(crate) use super::generated::validate_resource_type_config as validate_resource_config;
    pub(crate) use super::generated::*;
}

/// The encoded descriptors of this major, for reflection.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!("descriptors.bin");

service! {
    Provider as "tfplugin5.Provider" {
        unary get_metadata = "GetMetadata" (GetMetadataRequest => GetMetadataResponse);
        schemas get_provider_schema = "GetSchema" (GetProviderSchemaRequest => GetProviderSchemaResponse);
        unary validate_provider_config = "PrepareProviderConfig" (ValidateProviderConfigRequest => ValidateProviderConfigResponse);
        unary configure_provider = "Configure" (ConfigureProviderRequest => ConfigureProviderResponse);
        unary stop_provider = "Stop" (StopProviderRequest => StopProviderResponse);
        unary validate_resource_config = "ValidateResourceTypeConfig" (ValidateResourceConfigRequest => ValidateResourceConfigResponse);
        unary upgrade_resource_state = "UpgradeResourceState" (UpgradeResourceStateRequest => UpgradeResourceStateResponse);
        unary get_resource_identity_schemas = "GetResourceIdentitySchemas" (GetResourceIdentitySchemasRequest => GetResourceIdentitySchemasResponse);
        unary upgrade_resource_identity = "UpgradeResourceIdentity" (UpgradeResourceIdentityRequest => UpgradeResourceIdentityResponse);
        unary read_resource = "ReadResource" (ReadResourceRequest => ReadResourceResponse);
        unary plan_resource_change = "PlanResourceChange" (PlanResourceChangeRequest => PlanResourceChangeResponse);
        unary apply_resource_change = "ApplyResourceChange" (ApplyResourceChangeRequest => ApplyResourceChangeResponse);
        unary import_resource_state = "ImportResourceState" (ImportResourceStateRequest => ImportResourceStateResponse);
        unary move_resource_state = "MoveResourceState" (MoveResourceStateRequest => MoveResourceStateResponse);
        unary generate_resource_config = "GenerateResourceConfig" (GenerateResourceConfigRequest => GenerateResourceConfigResponse);
        unary validate_data_resource_config = "ValidateDataSourceConfig" (ValidateDataResourceConfigRequest => ValidateDataResourceConfigResponse);
        unary read_data_source = "ReadDataSource" (ReadDataSourceRequest => ReadDataSourceResponse);
        unary validate_ephemeral_resource_config = "ValidateEphemeralResourceConfig" (ValidateEphemeralResourceConfigRequest => ValidateEphemeralResourceConfigResponse);
        unary open_ephemeral_resource = "OpenEphemeralResource" (OpenEphemeralResourceRequest => OpenEphemeralResourceResponse);
        unary renew_ephemeral_resource = "RenewEphemeralResource" (RenewEphemeralResourceRequest => RenewEphemeralResourceResponse);
        unary close_ephemeral_resource = "CloseEphemeralResource" (CloseEphemeralResourceRequest => CloseEphemeralResourceResponse);
        unary validate_list_resource_config = "ValidateListResourceConfig" (ValidateListResourceConfigRequest => ValidateListResourceConfigResponse);
        server_streaming list_resource = "ListResource" (ListResourceRequest => ListResourceEvent as Event);
        unary get_functions = "GetFunctions" (GetFunctionsRequest => GetFunctionsResponse);
        unary call_function = "CallFunction" (CallFunctionRequest => CallFunctionResponse);
        unary validate_action_config = "ValidateActionConfig" (ValidateActionConfigRequest => ValidateActionConfigResponse);
        unary plan_action = "PlanAction" (PlanActionRequest => PlanActionResponse);
        server_streaming invoke_action = "InvokeAction" (InvokeActionRequest => InvokeActionEvent as Event);
    }
}

/// Encodes the schemas once, or the reason why protocol 5 cannot say them.
fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V5, |bytes| {
        let mut needs = Vec::new();
        schemas.each(&mut |part| {
            part.needs(&mut needs);
            major::encode_part(part, bytes);
        });
        if !needs.is_empty() {
            bytes.clear();
            major::encode_part(SchemaPart::Provider((&Schema::default()).into()), bytes);
            let refusal = refusal(&needs).into();
            major::encode_part(SchemaPart::Diagnostics(&refusal), bytes);
        }
    })
}

fn refusal(needs: &[Protocol6Need]) -> Diagnostic {
    let list: String = needs.iter().map(|need| format!("\n  - {need}")).collect();
    Diagnostic::error(
        "Provider needs protocol 6",
        format!(
            "This host has asked for version 5 of the provider protocol, which cannot describe:{list}\n\n\
             Use a host that offers version 6: Terraform 0.15.4 or later, or any OpenTofu."
        ),
    )
}
