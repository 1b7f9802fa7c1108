//! Tests that set one flag at a time. A test that sets all flags would not show that two of them are swapped.

use prost::Message;
use terrane_value::Type;

use crate::schema::{Attribute, Description, IdentityAttribute, Parameter, Schema};
use crate::wire::{FromWire, Wire};
use crate::{ClientCapabilities, GetProviderSchemaResponse, ServerCapabilities, pb, v5, v6};

/// Sets each flag alone, checks that the wire message has only that flag set, and reads it back.
macro_rules! each_flag_alone {
    ($new:expr => $neutral:ty, $wire:ty, $($flags:tt)*) => {
        each_flag_alone!(Wire::into_wire; $new => $neutral, $wire, $($flags)*)
    };
    ($write:expr; $new:expr => $neutral:ty, $wire:ty, $($ours:ident = $theirs:ident),* $(,)?) => {{
        let flags: &[(&str, fn(&mut $neutral), fn(&$wire) -> bool)] =
            &[$((stringify!($theirs), |neutral| neutral.$ours = true, |wire| wire.$theirs)),*];
        for (set_flag, set, _) in flags {
            let mut neutral = $new;
            set(&mut neutral);
            let wire: $wire = $write(neutral.clone());
            for (flag, _, is_set) in flags {
                assert_eq!(is_set(&wire), flag == set_flag, "{flag} where {set_flag} is set");
            }
            assert_eq!(FromWire::from_wire(wire), Ok(neutral), "{set_flag}");
        }
    }};
}

#[test]
fn flags_of_attributes_are_not_mixed_up() {
    let new = || Attribute::new("legs", Type::Number);
    /// Writes the attribute as the only one of a schema.
    macro_rules! written {
        ($major:ident) => {
            |attribute| {
                let mut schema = Schema::default();
                schema.block.attributes.push(attribute);
                let answer = GetProviderSchemaResponse {
                    provider: schema,
                    ..Default::default()
                };
                let bytes = $major::encode_schemas(&answer.into());
                let answer = pb::$major::get_provider_schema::Response::decode(bytes).unwrap();
                answer.provider.unwrap().block.unwrap().attributes.remove(0)
            }
        };
    }
    each_flag_alone!(
        written!(v5); new() => Attribute, pb::v5::schema::Attribute,
        required = required, optional = optional, computed = computed, sensitive = sensitive,
        write_only = write_only,
    );
    each_flag_alone!(
        written!(v6); new() => Attribute, pb::v6::schema::Attribute,
        required = required, optional = optional, computed = computed, sensitive = sensitive,
        write_only = write_only,
    );
}

#[test]
fn flags_of_parameters_and_identities_are_not_mixed_up() {
    let parameter = || Parameter {
        allow_null: false,
        allow_unknown: false,
        name: "legs".into(),
        ty: Type::Number,
        description: Description::default(),
    };
    let identity = || IdentityAttribute {
        required_for_import: false,
        optional_for_import: false,
        name: "id".into(),
        ty: Type::String,
        description: "The id.".to_owned(),
    };
    each_flag_alone!(
        parameter() => Parameter, pb::v6::function::Parameter,
        allow_null = allow_null_value, allow_unknown = allow_unknown_values,
    );
    each_flag_alone!(
        identity() => IdentityAttribute, pb::v6::resource_identity_schema::IdentityAttribute,
        required_for_import = required_for_import, optional_for_import = optional_for_import,
    );
}

#[test]
fn capabilities_are_not_mixed_up() {
    each_flag_alone!(
        ClientCapabilities::default() => ClientCapabilities, pb::v6::ClientCapabilities,
        deferral_allowed = deferral_allowed, write_only_attributes_allowed = write_only_attributes_allowed,
        store_planned_private = store_planned_private, computed_blocks_allowed = computed_blocks_allowed,
    );
    each_flag_alone!(
        ServerCapabilities::default() => ServerCapabilities, pb::v6::ServerCapabilities,
        plan_destroy = plan_destroy, get_provider_schema_optional = get_provider_schema_optional,
        move_resource_state = move_resource_state, generate_resource_config = generate_resource_config,
    );
}
