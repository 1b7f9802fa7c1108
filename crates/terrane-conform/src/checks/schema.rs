//! The schemas of a provider.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, Function, IdentitySchema, META_ARGUMENTS,
    PROVIDER_META_ARGUMENTS, Schema, TypeKind,
};
use terrane_protocol::{EmptyRequest, GetProviderSchemaResponse, Rpc, Version};
use terrane_value::Type;

use super::core_schema::{is_identifier, problems};
use crate::asked::Asked;
use crate::finding::Place;
use crate::rule;
use crate::session::Session;

/// Reads and checks the schemas. Returns `None` if there are none.
pub(crate) async fn check(
    session: &mut Session<'_>,
    served: &[Version],
) -> Option<ProviderSchemas> {
    let schemas = read(session).await?;
    let identities = identities(session).await;
    session.judge(&[rule::SCHEMA, rule::NAME]);
    check_types(session, &schemas);
    check_functions(session, &schemas);
    for (name, identity) in &identities {
        check_identity(session, &schemas, name, identity);
    }
    let again = read(session).await?;
    session.judge(&[rule::SCHEMA_CHANGED]);
    if normal(&schemas) != normal(&again) {
        let message = "a second request has other schemas";
        session.report(rule::SCHEMA_CHANGED, Place::program(), message, Json::Null);
    }
    check_metadata(session, &schemas).await;
    check_other_protocol(session, &schemas, served).await;
    Some(ProviderSchemas {
        schemas,
        identities,
    })
}

fn asked(rpc: Rpc) -> Asked {
    Asked::new(rpc, &Place::program(), Json::Null)
}

async fn read(session: &mut Session<'_>) -> Option<GetProviderSchemaResponse> {
    let asked = asked(Rpc::GetProviderSchema);
    let request = EmptyRequest {};
    let answer = session
        .ask(&asked, async |it| it.get_provider_schema(request).await)
        .await?;
    session.judge(&[rule::SCHEMA_ANSWER]);
    session.diagnostics(&asked, &answer.diagnostics, None);
    if let Some(error) = answer.diagnostics.errors().next() {
        let message = format!("the schemas have an error: {error}");
        session.report_answer(rule::SCHEMA_ANSWER, &asked, message);
    }
    Some(GetProviderSchemaResponse::clone(&answer))
}

async fn identities(
    session: &mut Session<'_>,
) -> std::collections::BTreeMap<String, IdentitySchema> {
    let asked = asked(Rpc::GetResourceIdentitySchemas).optional();
    let request = EmptyRequest {};
    let answer = session
        .ask(&asked, async |it| {
            it.get_resource_identity_schemas(request).await
        })
        .await;
    let Some(answer) = answer else {
        return Default::default();
    };
    if let Some(error) = answer.diagnostics.errors().next() {
        let message = format!("the identity schemas have an error: {error}");
        session.report_answer(rule::IDENTITY_SCHEMA, &asked, message);
    }
    answer.identity_schemas
}

fn check_types(session: &mut Session<'_>, schemas: &GetProviderSchemaResponse) {
    let settings = Place::item("provider configuration");
    check_schema(
        session,
        &settings,
        &schemas.provider,
        &PROVIDER_META_ARGUMENTS,
    );
    for kind in TypeKind::ALL {
        for (name, schema) in schemas.types(kind) {
            let place = Place::item(format!("{} {name}", kind.name()));
            if !is_identifier(name) {
                let message = "the name of the type is no identifier";
                session.report(rule::NAME, place.clone(), message, Json::Null);
            }
            let reserved: &[&str] = match kind {
                TypeKind::Resource | TypeKind::DataSource | TypeKind::Ephemeral => &META_ARGUMENTS,
                TypeKind::List | TypeKind::Action | TypeKind::StateStore => &[],
            };
            check_schema(session, &place, schema, reserved);
        }
    }
}

fn check_schema(session: &mut Session<'_>, place: &Place, schema: &Schema, reserved: &[&str]) {
    if schema.version < 0 {
        let message = "the version of the schema is negative";
        session.report(rule::SCHEMA, place.clone(), message, Json::Null);
    }
    for (path, message) in problems(&schema.block) {
        session.report(rule::SCHEMA, place.at(path), message, Json::Null);
    }
    for attribute in &schema.block.attributes {
        let name = &*attribute.name;
        let is_configurable = attribute.required || attribute.optional;
        if reserved.contains(&name) {
            let message = "hosts read an argument of this name themselves";
            session.report(rule::NAME, place.at(name), message, Json::Null);
        } else if is_configurable && !is_identifier(name) {
            let message = "the name of the argument is no identifier";
            session.report(rule::NAME, place.at(name), message, Json::Null);
        }
    }
}

fn check_functions(session: &mut Session<'_>, schemas: &GetProviderSchemaResponse) {
    for (name, function) in &schemas.functions {
        let place = Place::item(format!("function {name}"));
        if !is_identifier(name) {
            let message = "the name of the function is no identifier";
            session.report(rule::NAME, place.clone(), message, Json::Null);
        }
        check_function(session, &place, function);
    }
}

fn check_function(session: &mut Session<'_>, place: &Place, function: &Function) {
    session.judge(&[rule::FUNCTION_SCHEMA]);
    let mut names = BTreeSet::new();
    for parameter in function.parameters.iter().chain(&function.variadic) {
        let message = if parameter.name.is_empty() {
            "a parameter has no name"
        } else if !names.insert(parameter.name.clone()) {
            "two parameters have the same name"
        } else {
            continue;
        };
        let place = place.at(&parameter.name);
        session.report(rule::FUNCTION_SCHEMA, place, message, Json::Null);
    }
}

fn check_identity(
    session: &mut Session<'_>,
    schemas: &GetProviderSchemaResponse,
    name: &str,
    identity: &IdentitySchema,
) {
    session.judge(&[rule::IDENTITY_SCHEMA]);
    let place = Place::item(format!("identity of resource {name}"));
    if !schemas.resource_schemas.contains_key(name) {
        let message = "there is no resource for the identity schema";
        session.report(rule::IDENTITY_SCHEMA, place.clone(), message, Json::Null);
    }
    for part in &identity.attributes {
        let is_simple = match &part.ty {
            Type::List(element) => element.is_primitive(),
            ty => ty.is_primitive(),
        };
        if !is_simple {
            let message =
                "an attribute of an identity is neither primitive nor a list of primitives";
            session.report(
                rule::IDENTITY_SCHEMA,
                place.at(&part.name),
                message,
                Json::Null,
            );
        }
        if part.required_for_import == part.optional_for_import {
            let message =
                "an attribute of an identity is not either required or optional for an import";
            session.report(
                rule::IDENTITY_SCHEMA,
                place.at(&part.name),
                message,
                Json::Null,
            );
        }
    }
}

async fn check_metadata(session: &mut Session<'_>, schemas: &GetProviderSchemaResponse) {
    let asked = asked(Rpc::GetMetadata).optional();
    let request = EmptyRequest {};
    let answer = session
        .ask(&asked, async |it| it.get_metadata(request).await)
        .await;
    let Some(answer) = answer else { return };
    session.judge(&[rule::METADATA]);
    let pairs = [
        (TypeKind::Resource, &answer.resources),
        (TypeKind::DataSource, &answer.data_sources),
    ];
    for (kind, named) in pairs {
        let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
        let known: BTreeSet<&str> = schemas.types(kind).keys().map(String::as_str).collect();
        for name in named.symmetric_difference(&known) {
            let place = Place::item(format!("{} {name}", kind.name()));
            let message = "only one of GetMetadata and GetProviderSchema has the type";
            session.report(rule::METADATA, place, message, Json::Null);
        }
    }
}

/// Compares the schemas with those of the other protocol version.
async fn check_other_protocol(
    session: &mut Session<'_>,
    schemas: &GetProviderSchemaResponse,
    served: &[Version],
) {
    let own = session.version();
    let Some(other) = served.iter().find(|it| Some(**it) != own) else {
        return;
    };
    let Ok(process) = session.spawn(&[*other]).await else {
        return;
    };
    let request = EmptyRequest {};
    let answer = process.provider().get_provider_schema(request).await;
    // The exit of the program was checked before.
    let _ = process.kill().await;
    let Ok(answer) = answer else { return };
    if answer.diagnostics.has_errors() {
        return;
    }
    session.judge(&[rule::PROTOCOLS_DIFFER]);
    let (own, other) = (normal(schemas), normal(&answer));
    for kind in TypeKind::ALL {
        // Only protocol 6 has state stores.
        if kind == TypeKind::StateStore {
            continue;
        }
        let (own, other) = (own.types(kind), other.types(kind));
        let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        for name in names {
            if own.get(name) != other.get(name) {
                let place = Place::item(format!("{} {name}", kind.name()));
                let message = "the schemas of both protocol versions differ";
                session.report(rule::PROTOCOLS_DIFFER, place, message, Json::Null);
            }
        }
    }
}

/// Sorts what has no order, and removes what is no schema.
fn normal(schemas: &GetProviderSchemaResponse) -> GetProviderSchemaResponse {
    let mut normal = schemas.clone();
    normal.diagnostics = Default::default();
    normal.server_capabilities = Default::default();
    for kind in TypeKind::ALL {
        for schema in normal.types_mut(kind).values_mut() {
            sort_block(&mut schema.block);
        }
    }
    sort_block(&mut normal.provider.block);
    normal
}

fn sort_block(block: &mut Block) {
    sort_attributes(&mut block.attributes);
    block.blocks.sort_by(|a, b| a.name.cmp(&b.name));
    for nested in &mut block.blocks {
        sort_block(&mut nested.block);
    }
}

fn sort_attributes(attributes: &mut [Attribute]) {
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    for attribute in attributes {
        if let AttributeKind::Nested(nested) = &mut attribute.kind {
            sort_attributes(&mut nested.attributes);
        }
    }
}
