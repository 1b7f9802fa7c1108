//! The types that a composition omits.

use terrane_protocol::GetProviderSchemaResponse;
use terrane_protocol::schema::TypeKind;

/// The types that protocol 5 cannot express.
pub(super) fn inexpressible(schemas: &GetProviderSchemaResponse) -> Vec<(TypeKind, String)> {
    let types = TypeKind::ALL.into_iter().flat_map(|kind| {
        let names = schemas.types(kind).iter();
        names.map(move |(name, schema)| (kind, name, schema))
    });
    let inexpressible = types.filter(|(kind, _, schema)| {
        let alone = GetProviderSchemaResponse {
            provider: (*schema).clone(),
            ..GetProviderSchemaResponse::default()
        };
        *kind == TypeKind::StateStore || !alone.protocol_6_needs().is_empty()
    });
    inexpressible
        .map(|(kind, name, _)| (kind, name.clone()))
        .collect()
}

/// The schemas without some types.
pub(super) fn without(
    schemas: &GetProviderSchemaResponse,
    omitted: &[(TypeKind, String)],
) -> GetProviderSchemaResponse {
    let mut schemas = schemas.clone();
    for (kind, types) in [
        (TypeKind::Resource, &mut schemas.resource_schemas),
        (TypeKind::DataSource, &mut schemas.data_source_schemas),
        (TypeKind::Ephemeral, &mut schemas.ephemeral_resource_schemas),
        (TypeKind::List, &mut schemas.list_resource_schemas),
        (TypeKind::Action, &mut schemas.action_schemas),
        (TypeKind::StateStore, &mut schemas.state_store_schemas),
    ] {
        types.retain(|name, _| !omitted.contains(&(kind, name.clone())));
    }
    schemas
}
