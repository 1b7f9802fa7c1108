//! The fields of the messages that both protocol versions share, and of those that differ in protocol 6.

use crate::pb::v6 as pb;
use crate::wire::message::{message, wire_message};
use crate::wire::{FromWire, Malformed, Wire, absent_is_default, wire_struct};
use crate::*;

absent_is_default! {
    ClientCapabilities = pb::ClientCapabilities;
    ServerCapabilities = pb::ServerCapabilities;
}

wire_struct! {
    ServerCapabilities = pb::ServerCapabilities {
        plan_destroy, get_provider_schema_optional, move_resource_state, generate_resource_config,
    }
}
wire_struct! {
    ClientCapabilities = pb::ClientCapabilities {
        deferral_allowed, write_only_attributes_allowed, store_planned_private, computed_blocks_allowed,
    }
}

/// The protocol wraps the reason in a message.
impl FromWire<pb::Deferred> for DeferredReason {
    fn from_wire(wire: pb::Deferred) -> Result<Self, Malformed> {
        Self::from_wire(wire.reason).map_err(|error| error.in_field("reason"))
    }
}

impl Wire<pb::Deferred> for DeferredReason {
    fn into_wire(self) -> pb::Deferred {
        pb::Deferred {
            reason: self.into_wire(),
        }
    }
}

/// Implements the conversion of names that the protocol wraps in a message.
macro_rules! names {
    ($($wire:ident { $name:ident })*) => { $(
        impl FromWire<pb::get_metadata::$wire> for String {
            fn from_wire(wire: pb::get_metadata::$wire) -> Result<Self, Malformed> {
                let pb::get_metadata::$wire { $name } = wire;
                Ok($name)
            }
        }

        impl Wire<pb::get_metadata::$wire> for String {
            fn into_wire(self) -> pb::get_metadata::$wire {
                pb::get_metadata::$wire { $name: self }
            }
        }
    )* };
}

names! {
    ActionMetadata { type_name }
    DataSourceMetadata { type_name }
    EphemeralMetadata { type_name }
    FunctionMetadata { name }
    ListResourceMetadata { type_name }
    ResourceMetadata { type_name }
    StateStoreMetadata { type_name }
}

// Shared messages, in the type of one of their RPCs.

wire_message! { EmptyRequest = pb::stop_provider::Request { } }
wire_message! { DiagnosticsResponse = pb::configure_provider::Response { diagnostics, } }
wire_message! { StopResponse = pb::stop_provider::Response { error, } }
wire_message! { ValidateConfigRequest = pb::validate_data_resource_config::Request { type_name, config, } }
wire_message! { OpenedEphemeralResource = pb::renew_ephemeral_resource::Request { type_name, private, } }
wire_message! {
    ConfigRequest = pb::validate_resource_config::Request {
        type_name, config, client_capabilities,
    }
}
wire_message! { UpgradeRequest = pb::upgrade_resource_state::Request { type_name, version, raw_state, } }
wire_message! { StateId = pb::read_state_bytes::Request { type_name, state_id, } }

// The provider.

wire_struct! {
    GetMetadataResponse = pb::get_metadata::Response {
        server_capabilities, diagnostics, data_sources, resources, functions, ephemeral_resources, list_resources,
        state_stores, actions,
    }
}
wire_struct! {
    read GetProviderSchemaResponse = pb::get_provider_schema::Response {
        provider, resource_schemas, data_source_schemas, functions, ephemeral_resource_schemas, list_resource_schemas,
        state_store_schemas, action_schemas, diagnostics, provider_meta, server_capabilities,
    }
}
wire_message! { ValidateProviderConfigRequest = pb::validate_provider_config::Request { config, } }
wire_struct! {
    ValidateProviderConfigResponse = pb::validate_provider_config::Response { diagnostics, }
    neutral_only [prepared_config]
}
wire_message! {
    ConfigureProviderRequest = pb::configure_provider::Request {
        terraform_version, config, client_capabilities,
    }
}

// Managed resources.

wire_message! { UpgradeResourceStateResponse = pb::upgrade_resource_state::Response { upgraded_state, diagnostics, } }
wire_message! {
    GetResourceIdentitySchemasResponse = pb::get_resource_identity_schemas::Response {
        identity_schemas, diagnostics,
    }
}
wire_message! {
    UpgradeResourceIdentityResponse = pb::upgrade_resource_identity::Response {
        upgraded_identity, diagnostics,
    }
}
wire_message! {
    ReadResourceRequest = pb::read_resource::Request {
        type_name, current_state, private, provider_meta, client_capabilities, current_identity,
    }
}
wire_message! {
    ReadResourceResponse = pb::read_resource::Response {
        new_state, diagnostics, private, deferred, new_identity,
    }
}
wire_message! {
    PlanResourceChangeRequest = pb::plan_resource_change::Request {
        type_name, prior_state, proposed_new_state, config, prior_private, provider_meta, client_capabilities,
        prior_identity, planned_private,
    }
}
wire_message! {
    PlanResourceChangeResponse = pb::plan_resource_change::Response {
        planned_state, requires_replace, planned_private, diagnostics, legacy_type_system, deferred,
        planned_identity,
    }
}
wire_message! {
    ApplyResourceChangeRequest = pb::apply_resource_change::Request {
        type_name, prior_state, planned_state, config, planned_private, provider_meta, planned_identity,
    }
}
wire_message! {
    ApplyResourceChangeResponse = pb::apply_resource_change::Response {
        new_state, private, diagnostics, legacy_type_system, new_identity,
    }
}
wire_message! {
    ImportResourceStateRequest = pb::import_resource_state::Request {
        type_name, id, client_capabilities, identity,
    }
}
wire_struct! {
    ImportedResource = pb::import_resource_state::ImportedResource {
        type_name, state, private, identity,
    }
}
wire_message! {
    ImportResourceStateResponse = pb::import_resource_state::Response {
        imported_resources, diagnostics, deferred,
    }
}
wire_message! {
    MoveResourceStateRequest = pb::move_resource_state::Request {
        source_provider_address, source_type_name, source_schema_version, source_state, target_type_name,
        source_private, source_identity, source_identity_schema_version,
    }
}
wire_message! {
    MoveResourceStateResponse = pb::move_resource_state::Response {
        target_state, diagnostics, target_private, target_identity,
    }
}
wire_message! { GenerateResourceConfigRequest = pb::generate_resource_config::Request { type_name, state, } }
wire_message! { GenerateResourceConfigResponse = pb::generate_resource_config::Response { config, diagnostics, } }

// Data sources.

wire_message! {
    ReadDataSourceRequest = pb::read_data_source::Request {
        type_name, config, provider_meta, client_capabilities,
    }
}
wire_message! { ReadDataSourceResponse = pb::read_data_source::Response { state, diagnostics, deferred, } }

// Ephemeral resources.

wire_message! {
    OpenEphemeralResourceResponse = pb::open_ephemeral_resource::Response {
        diagnostics, renew_at, result, private, deferred,
    }
}
wire_message! {
    RenewEphemeralResourceResponse = pb::renew_ephemeral_resource::Response {
        diagnostics, renew_at, private,
    }
}

// List resources.

wire_message! {
    ValidateListResourceConfigRequest = pb::validate_list_resource_config::Request {
        type_name, config, include_resource_object, limit,
    }
}
wire_message! {
    ListResourceRequest = pb::list_resource::Request {
        type_name, config, include_resource_object, limit,
    }
}
wire_message! {
    ListResourceEvent = pb::list_resource::Event {
        identity, display_name, resource_object, diagnostics = diagnostic,
    }
}

// Functions.

wire_message! { GetFunctionsResponse = pb::get_functions::Response { functions, diagnostics, } }
wire_message! { CallFunctionRequest = pb::call_function::Request { name, arguments, } }
wire_message! { CallFunctionResponse = pb::call_function::Response { result, error, } }
wire_struct! { FunctionError = pb::FunctionError { text, argument = function_argument, } }

// Actions.

wire_message! { PlanActionResponse = pb::plan_action::Response { diagnostics, deferred, } }

message! { InvokeActionEvent = pb::invoke_action::Event {} }

impl FromWire<pb::invoke_action::Event> for InvokeActionEvent {
    fn from_wire(wire: pb::invoke_action::Event) -> Result<Self, Malformed> {
        use pb::invoke_action::event::{Completed, Progress, Type};
        match wire.r#type {
            Some(Type::Progress(Progress { message })) => Ok(Self::Progress { message }),
            Some(Type::Completed(Completed { diagnostics })) => Ok(Self::Completed {
                diagnostics: Diagnostics::from_wire(diagnostics)?,
            }),
            None => Err(Malformed::new("expected one of progress, completed")),
        }
    }
}

impl Wire<pb::invoke_action::Event> for InvokeActionEvent {
    fn into_wire(self) -> pb::invoke_action::Event {
        use pb::invoke_action::event::{Completed, Progress, Type};
        let event = match self {
            Self::Progress { message } => Type::Progress(Progress { message }),
            Self::Completed { diagnostics } => Type::Completed(Completed {
                diagnostics: diagnostics.into_wire(),
            }),
        };
        pb::invoke_action::Event {
            r#type: Some(event),
        }
    }
}
