//! The calls that concern all members.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::join_all;

use super::Mux;
use super::member_items::MemberItems;
use super::merged::{Merged, Outcome};
use super::messages;
use super::session::Session;
use terrane_protocol::schema::{
    Block, Function, IdentitySchema, Schema, SchemaPart, Schemas, TypeKind,
};
use terrane_protocol::*;
use terrane_schema::ItemDifferences as _;

impl Mux {
    /// Merges names and capabilities.
    pub(super) async fn metadata(&self) -> GetMetadataResponse {
        let mut merged = GetMetadataResponse::default();
        for member in &self.members {
            match member.items().await {
                Ok(known) => merge_metadata(&mut merged, known),
                Err(errors) => merged.diagnostics.extend(missing_member(member, &errors)),
            }
        }
        // The schemas do not have the functions of a configured provider.
        if let Ok(answer) = self.functions(EmptyRequest {}).await {
            for name in answer.functions.into_keys() {
                if !merged.functions.contains(&name) {
                    merged.functions.push(name);
                }
            }
        }
        let routes = self.routes().await;
        merged.diagnostics.extend(routes.conflicts(&self.names()));
        merged
    }

    /// Merges the schemas, once.
    pub(super) async fn merged_schemas(&self) -> Schemas {
        let merge = self
            .schemas
            .get_or_init(async || self.merge_schemas().await);
        merge.await.clone()
    }

    async fn merge_schemas(&self) -> Schemas {
        let mut parts: Vec<(usize, Schemas)> = Vec::new();
        let (mut diagnostics, mut unserved) = (Diagnostics::new(), Diagnostics::new());
        let mut capabilities = ServerCapabilities::default();
        for (at, member) in self.members.iter().enumerate() {
            match member.schemas().await {
                Ok((schemas, known)) => {
                    parts.push((at, schemas.clone()));
                    add_capabilities(&mut capabilities, known.capabilities);
                    merge_diagnostics(&mut diagnostics, known.diagnostics.clone());
                    unserved.extend(known.hidden_unserved.clone());
                }
                Err(errors) => diagnostics.extend(missing_member(member, &errors)),
            }
        }
        diagnostics.extend(self.different_schemas(&parts));
        diagnostics.extend(unserved);
        let routes = self.find_routes().await;
        diagnostics.extend(routes.conflicts(&self.names()));
        Schemas::new(move |emit| {
            let (mut has_provider, mut has_meta) = (false, false);
            for (member, schemas) in &parts {
                schemas.each(&mut |part| {
                    let is_own = |item| routes.owners(item).first() == Some(member);
                    let is_emitted = match part {
                        SchemaPart::Provider(_) => !std::mem::replace(&mut has_provider, true),
                        SchemaPart::ProviderMeta(_) => !std::mem::replace(&mut has_meta, true),
                        SchemaPart::Type(kind, name, _) => is_own(Item::Type(kind, name)),
                        SchemaPart::Function(name, _) => is_own(Item::Function(name)),
                        SchemaPart::ServerCapabilities(_) | SchemaPart::Diagnostics(_) => false,
                    };
                    if is_emitted {
                        emit(part);
                    }
                });
            }
            emit(SchemaPart::ServerCapabilities(capabilities));
            emit(SchemaPart::Diagnostics(&diagnostics));
        })
    }

    /// Compares the provider schemas of all members with that of the first, and the meta schemas with the first of those.
    ///
    /// HashiCorp's framework cannot describe how many items a block may have, and their SDK can. So these numbers may differ, as in their mux.
    fn different_schemas(&self, parts: &[(usize, Schemas)]) -> Diagnostics {
        let own: Vec<_> = parts
            .iter()
            .map(|(at, schemas)| {
                let name = self.members.get(*at).map_or("", Session::name);
                (name, provider_schemas(schemas))
            })
            .collect();
        let (mut found, mut meta) = (Diagnostics::new(), None);
        for (name, schemas) in &own {
            if let Some((first, expected)) = own.first() {
                let differences = expected
                    .provider
                    .differences("provider configuration", &schemas.provider);
                let errors = differences.iter();
                found.extend(errors.map(|it| messages::different_schemas(it, first, name)));
            }
            if let Some(schema) = &schemas.provider_meta {
                let (first, expected) = *meta.get_or_insert((name, schema));
                let differences = expected.differences("provider_meta", schema);
                let errors = differences.iter();
                found.extend(errors.map(|it| messages::different_schemas(it, first, name)));
            }
        }
        found
    }

    /// Validates the provider's configuration with all running members.
    pub(super) async fn validate(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> Result<ValidateProviderConfigResponse, RpcError> {
        self.settings.validate(&request);
        let calls = self.running().await.into_iter().map(|(member, provider)| {
            let own_request = request.clone();
            async move { (member, member.validate(provider, own_request).await) }
        });
        let mut merged = ValidateProviderConfigResponse::default();
        let mut prepared = None;
        let mut outcome = Outcome::default();
        for (member, answer) in join_all(calls).await {
            match answer {
                Ok(answer) => {
                    outcome.answered();
                    merge_diagnostics(&mut merged.diagnostics, answer.diagnostics);
                    // A member that only checks returns the configuration, or none. Hosts ignore what another one changes.
                    let is_prepared = answer.prepared_config != request.config
                        && !answer.prepared_config.is_absent();
                    if is_prepared {
                        prepared = Some(answer.prepared_config);
                    }
                }
                Err(error) => {
                    let rpc = Rpc::ValidateProviderConfig;
                    let problem = outcome.failed(member.name(), rpc, error);
                    merged.diagnostics.extend(problem);
                }
            }
        }
        merged.prepared_config = prepared.unwrap_or(request.config);
        outcome.finish(merged)
    }

    /// Configures all running members. The others are configured when they start.
    pub(super) async fn configure(
        &self,
        request: ConfigureProviderRequest,
    ) -> Result<DiagnosticsResponse, RpcError> {
        let number = self.settings.configure(&request);
        let calls = self.running().await.into_iter().map(|(member, provider)| {
            let own_request = request.clone();
            async move { member.configure(provider, number, own_request).await }
        });
        let mut merged = DiagnosticsResponse::default();
        let mut outcome = Outcome::default();
        for answer in join_all(calls).await {
            match answer {
                Ok(diagnostics) => {
                    outcome.answered();
                    merge_diagnostics(&mut merged.diagnostics, diagnostics);
                }
                // The calls for the member's types report another error.
                Err(error) => outcome.note(error),
            }
        }
        outcome.finish(merged)
    }

    /// Stops all running members, and the calls that wait for the start of one.
    pub(super) async fn stop(&self, request: EmptyRequest) -> Result<StopResponse, RpcError> {
        self.settings.stop();
        // Stop starts no member. A call that waits for the start of one ends here.
        let present = self
            .members
            .iter()
            .filter_map(|member| Some((member, member.present()?)));
        let calls = present.map(|(member, provider)| {
            let own_request = request.clone();
            async move { (member, provider.stop_provider(own_request).await) }
        });
        let mut texts = Vec::new();
        let mut outcome = Outcome::default();
        for (member, answer) in join_all(calls).await {
            match answer {
                Ok(answer) => {
                    outcome.answered();
                    texts.push(answer.error);
                }
                Err(error) => {
                    let problem = outcome.failed(member.name(), Rpc::StopProvider, error);
                    texts.extend(problem.map(|it| it.detail));
                }
            }
        }
        texts.retain(|text| !text.is_empty());
        texts.dedup();
        outcome.finish(StopResponse {
            error: texts.join("\n"),
        })
    }

    /// Merges the signatures of the functions. A configured member may have more functions than its schemas, so their names are remembered.
    pub(super) async fn functions(
        &self,
        request: EmptyRequest,
    ) -> Result<GetFunctionsResponse, RpcError> {
        let mut functions = Merged::default();
        let mut diagnostics = Diagnostics::new();
        let mut is_new = false;
        let mut outcome = Outcome::default();
        for member in &self.members {
            let mut add = |more: BTreeMap<String, Function>| {
                let served = |(name, _): &(String, _)| !member.member.hides(Item::Function(name));
                functions.add(member.name(), more.into_iter().filter(served));
            };
            if member.is_waiting() {
                if let Ok((schemas, _)) = member.schemas().await {
                    outcome.answered();
                    add(schemas.functions.clone());
                }
                continue;
            }
            let Some(provider) = member.running().await else {
                continue;
            };
            match provider.get_functions(request.clone()).await {
                Ok(answer) => {
                    outcome.answered();
                    is_new |= member.add_functions(answer.functions.keys());
                    add(answer.functions);
                    merge_diagnostics(&mut diagnostics, answer.diagnostics);
                }
                Err(error) => {
                    let problem = outcome.failed(member.name(), Rpc::GetFunctions, error);
                    diagnostics.extend(problem);
                }
            }
        }
        if is_new {
            self.find_routes().await;
        }
        diagnostics.extend(
            functions
                .conflicts(|name, members| messages::served_twice(Item::Function(name), members)),
        );
        outcome.finish(GetFunctionsResponse {
            functions: functions.items,
            diagnostics,
        })
    }

    /// Merges the identity schemas.
    pub(super) async fn identity_schemas(
        &self,
        request: EmptyRequest,
    ) -> Result<GetResourceIdentitySchemasResponse, RpcError> {
        let mut identities = Merged::default();
        let mut diagnostics = Diagnostics::new();
        let mut outcome = Outcome::default();
        for member in &self.members {
            let mut add = |schemas: BTreeMap<String, IdentitySchema>| {
                let served = |(name, _): &(String, _)| {
                    let item = Item::Type(TypeKind::Resource, name);
                    !member.member.hides(item)
                };
                identities.add(member.name(), schemas.into_iter().filter(served));
            };
            let announced = member.member.announced.as_ref();
            if let Some(schemas) = announced.and_then(|it| it.identity_schemas.clone()) {
                outcome.answered();
                add(schemas);
                continue;
            }
            let Ok(provider) = member.started().await else {
                continue;
            };
            match provider
                .get_resource_identity_schemas(request.clone())
                .await
            {
                Ok(answer) => {
                    outcome.answered();
                    add(answer.identity_schemas);
                    merge_diagnostics(&mut diagnostics, answer.diagnostics);
                }
                Err(error) => {
                    let rpc = Rpc::GetResourceIdentitySchemas;
                    diagnostics.extend(outcome.failed(member.name(), rpc, error));
                }
            }
        }
        diagnostics.extend(identities.conflicts(messages::identified_twice));
        outcome.finish(GetResourceIdentitySchemasResponse {
            identity_schemas: identities.items,
            diagnostics,
        })
    }

    /// Returns the running members. Members without announced schemas are started.
    async fn running(&self) -> Vec<(&Session, &Arc<dyn Provider>)> {
        let mut running = Vec::new();
        for member in &self.members {
            if let Some(provider) = member.running().await {
                running.push((member, provider));
            }
        }
        running
    }
}

/// Adds diagnostics that are not present yet.
fn merge_diagnostics(all: &mut Diagnostics, more: Diagnostics) {
    for diagnostic in more {
        if !all.contains(&diagnostic) {
            all.push(diagnostic);
        }
    }
}

fn merge_metadata(all: &mut GetMetadataResponse, known: &MemberItems) {
    add_capabilities(&mut all.server_capabilities, known.capabilities);
    merge_diagnostics(&mut all.diagnostics, known.diagnostics.clone());
    for (names, kind) in [
        (&mut all.resources, TypeKind::Resource),
        (&mut all.data_sources, TypeKind::DataSource),
        (&mut all.ephemeral_resources, TypeKind::Ephemeral),
        (&mut all.list_resources, TypeKind::List),
        (&mut all.actions, TypeKind::Action),
        (&mut all.state_stores, TypeKind::StateStore),
    ] {
        names.extend_from_slice(known.types(kind));
    }
    all.functions.extend_from_slice(&known.functions);
}

fn add_capabilities(all: &mut ServerCapabilities, of_member: ServerCapabilities) {
    let ServerCapabilities {
        plan_destroy,
        get_provider_schema_optional,
        move_resource_state,
        generate_resource_config,
    } = of_member;
    all.plan_destroy |= plan_destroy;
    all.get_provider_schema_optional |= get_provider_schema_optional;
    all.move_resource_state |= move_resource_state;
    all.generate_resource_config |= generate_resource_config;
}

/// Returns a warning for each reason why a member has not reported its types.
fn missing_member(member: &Session, errors: &Diagnostics) -> Diagnostics {
    let all_errors = errors.errors();
    all_errors
        .map(|error| messages::missing_types(member.name(), error))
        .collect()
}

/// Returns the schemas that concern the whole provider, without its types.
fn provider_schemas(schemas: &Schemas) -> GetProviderSchemaResponse {
    let mut found = GetProviderSchemaResponse::default();
    schemas.each(&mut |part| match part {
        SchemaPart::Provider(schema) => found.provider = without_limits(schema.clone()),
        SchemaPart::ProviderMeta(schema) => {
            found.provider_meta = Some(without_limits(schema.clone()));
        }
        SchemaPart::Type(..)
        | SchemaPart::Function(..)
        | SchemaPart::ServerCapabilities(_)
        | SchemaPart::Diagnostics(_) => {}
    });
    found
}

/// Removes the numbers of items that nested blocks may have.
fn without_limits(mut schema: Schema) -> Schema {
    fn remove(block: &mut Block) {
        for nested in &mut block.blocks {
            (nested.min_items, nested.max_items) = (0, 0);
            remove(&mut nested.block);
        }
    }
    remove(&mut schema.block);
    schema
}
