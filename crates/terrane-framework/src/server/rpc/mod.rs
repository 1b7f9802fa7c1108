//! The RPCs: the methods of the server that answer them. Each file has one RPC, or RPCs that are answered alike.

mod apply_resource_change;
mod call_function;
mod close_ephemeral_resource;
mod configure_provider;
mod configure_state_store;
mod generate_resource_config;
mod get_functions;
mod get_metadata;
mod get_provider_schema;
mod get_resource_identity_schemas;
mod import_resource_state;
mod invoke_action;
mod list_resource;
mod move_resource_state;
mod open_ephemeral_resource;
mod plan_action;
mod plan_resource_change;
mod provision_resource;
mod read_data_source;
mod read_resource;
mod read_state_bytes;
mod renew_ephemeral_resource;
mod stored_states;
mod upgrade_resource_identity;
mod upgrade_resource_state;
mod validate;
mod write_state_bytes;

pub(super) use self::provision_resource::provisioned;
