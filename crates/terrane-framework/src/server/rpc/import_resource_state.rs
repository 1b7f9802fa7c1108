//! ImportResourceState: creates a state with the key alone, which the host then refreshes by a read (rules I2 to I6).

use terrane_protocol::*;
use terrane_value::{Object, Path, Value};

use crate::context::{ImportContext, Private};
use crate::identity::{Identity, hidden_key, id_member};
use crate::messages::import as messages;
use crate::planning;
use crate::schema::{Block, Member};
use crate::server::call::answer::Answer;
use crate::server::call::configuration::NotReady;
use crate::server::call::identity::{decode, of_state, remember};
use crate::server::call::{author, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    /// Imports an object, or defers its import.
    pub(crate) async fn import(
        &self,
        request: ImportResourceStateRequest,
    ) -> Answer<ImportResourceStateResponse> {
        let mut diagnostics = Diagnostics::new();
        let not_ready = self.provider().err();
        let by_provider = not_ready.and_then(|it| it.deferred(&request.client_capabilities));
        let outcome = match by_provider {
            Some(reason) => Err(Stopped::Deferred(reason)),
            None => self.import_object(request.clone(), &mut diagnostics).await,
        };
        let (result, deferred) = match outcome {
            Ok(resource) => (Ok(resource), None),
            Err(Stopped::Failed(errors)) => (Err(errors), None),
            Err(Stopped::Deferred(reason)) => {
                let resource = self.deferred_resource(request);
                (resource.map_err(Diagnostics::from), Some(reason))
            }
        };
        let imported_resources = match result {
            Ok(resource) => vec![resource],
            Err(errors) => {
                diagnostics.extend(errors);
                Vec::new()
            }
        };
        Ok(ImportResourceStateResponse {
            imported_resources,
            deferred,
            diagnostics,
        })
    }

    /// Returns the resource of a deferred import: its state is unknown (rule I1).
    fn deferred_resource(
        &self,
        request: ImportResourceStateRequest,
    ) -> Result<ImportedResource, Diagnostic> {
        let resource = self.definition.resources.find(&request.type_name)?;
        Ok(ImportedResource {
            state: values::encode_unknown(resource.block()),
            identity: request.identity,
            type_name: request.type_name,
            ..ImportedResource::default()
        })
    }

    /// Imports an object. Warnings go to `diagnostics`.
    async fn import_object(
        &self,
        request: ImportResourceStateRequest,
        diagnostics: &mut Diagnostics,
    ) -> Result<ImportedResource, Stopped> {
        let resource = self.definition.resources.find(&request.type_name)?;
        let type_name = request.type_name;
        let mut private = Private::default();
        let sent_identity = match resource.identity() {
            Some(identity) => decode(identity, request.identity.as_ref())?,
            None => None,
        };
        let state = match sent_identity {
            Some(sent_identity) => by_identity(resource, &type_name, sent_identity)?,
            None => {
                let (id, allowed) = (request.id.clone(), &request.client_capabilities);
                let by_author = self.by_author(resource, &type_name, id, allowed, diagnostics);
                match by_author.await? {
                    Some((state, author_private)) => {
                        private = author_private;
                        state
                    }
                    None => by_id(resource, &type_name, request.id)?,
                }
            }
        };
        let block = resource.block();
        private.mark_imported(block.describes(&state) && planning::has_key_alone(block, &state));
        remember(resource, &state, &mut private);
        Ok(ImportedResource {
            identity: of_state(resource, &state),
            state: values::encode(state, resource.block(), &type_name)?,
            private: private.to_wire().into(),
            type_name,
        })
    }

    /// Calls author code to import an object by its id. Returns the state and the private state.
    async fn by_author(
        &self,
        resource: &RegisteredType,
        type_name: &str,
        id: String,
        capabilities: &ClientCapabilities,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<(Object, Private)>, Stopped> {
        let doing = format!("Cannot import {type_name}");
        let provider = match self.provider() {
            Ok(provider) => provider,
            // The author describes no ids, so the answer is that of the identity. Tools ask an unconfigured provider what can be imported.
            Err(NotReady::NotConfigured) if resource.import_ids().is_empty() => return Ok(None),
            Err(not_ready) => return Err(not_ready.diagnostic(&doing).into()),
        };
        let cx = self.call.context(Private::default()).for_host(capabilities);
        let call = self.call.run(&doing, || {
            resource.import(id, provider, ImportContext::new(cx.clone()))
        });
        let imported = match call.await {
            Ok(imported) => imported,
            Err(error) => {
                let (reported, deferred) = author::failed(&cx, error, &doing);
                return Err(match deferred {
                    Some(deferred) => {
                        diagnostics.extend(reported);
                        Stopped::Deferred(deferred)
                    }
                    None => Stopped::Failed(reported),
                });
            }
        };
        diagnostics.extend(author::report(&cx, None, &doing));
        let Some(mut state) = imported else {
            return Ok(None);
        };
        if let Some(error) = missing_key(resource.block(), &state, type_name) {
            return Err(error.into());
        }
        // A state with another schema cannot be encoded.
        if resource.block().describes(&state) {
            planning::fill_absent_blocks(resource.block(), &mut state);
        }
        let state = values::known_result(state, resource.block(), type_name, Some(diagnostics));
        let private = cx.journal(|journal| std::mem::take(&mut journal.private));
        Ok(Some((state, private)))
    }

    /// Returns the deferral of an object with an unknown state: its import was deferred, so nothing is known about it yet. Returns `None`
    /// for other states, and for hosts that cannot defer.
    pub(super) fn deferred_import(
        &self,
        block: &Block,
        state: &DynamicValue,
        capabilities: &ClientCapabilities,
    ) -> Option<DeferredReason> {
        let state = state.decode(&block.ty()).ok()?;
        if !state.is_unknown() || !capabilities.deferral_allowed {
            return None;
        }
        let not_ready = self.provider().err();
        let by_provider = not_ready.and_then(|it| it.deferred(capabilities));
        by_provider.or(Some(DeferredReason::AbsentPrerequisite))
    }
}

/// The reason why no object is imported.
enum Stopped {
    Failed(Diagnostics),
    Deferred(DeferredReason),
}

impl From<Diagnostic> for Stopped {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Failed(diagnostic.into())
    }
}

impl From<Diagnostics> for Stopped {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Failed(diagnostics)
    }
}

/// Returns the error for an imported state with an incomplete key.
fn missing_key(block: &Block, state: &Object, type_name: &str) -> Option<Diagnostic> {
    let mut members = block.members().iter().zip(state.values());
    let (member, _) =
        members.find(|(member, value)| member.is_needed_to_find() && value.is_null())?;
    let name = member.name();
    Some(messages::no_key(type_name, name).at(Path::root().attribute(name.clone())))
}

/// Returns the identity, if it contains the whole key.
fn complete_identity(resource: &RegisteredType) -> Option<&Identity> {
    let identity = resource.identity();
    identity.filter(|_| hidden_key(resource.block()).is_empty())
}

/// Creates the state of an object by its identity (rule I4).
fn by_identity(
    resource: &RegisteredType,
    type_name: &str,
    given: Object,
) -> Result<Object, Diagnostic> {
    let block = resource.block();
    let Some(identity) = complete_identity(resource) else {
        return Err(messages::not_importable(type_name, &hidden_key(block)));
    };
    if let Some(name) = identity.missing(&given) {
        return Err(messages::incomplete_identity(type_name, name));
    }
    let mut state = empty_state(block);
    identity.fill(given, &mut state);
    Ok(state)
}

/// Creates the state of an object by its id (rule I4).
fn by_id(resource: &RegisteredType, type_name: &str, id: String) -> Result<Object, Diagnostic> {
    let block = resource.block();
    if complete_identity(resource).is_none() {
        return Err(messages::not_importable(type_name, &hidden_key(block)));
    }
    let Some((position, member)) = id_member(block) else {
        let members = block.members().iter();
        let parts: Vec<String> = members
            .filter(|member| member.identifies().is_published())
            .map(|it| format!("`{}`", it.name()))
            .collect();
        return Err(messages::not_importable_by_id(type_name, &parts));
    };
    let value = parse_id(member, type_name, id)?;
    let mut state = empty_state(block);
    *state.at_mut(position) = value;
    Ok(state)
}

/// Creates a state without values.
fn empty_state(block: &Block) -> Object {
    let mut state = Object::new(block.object_type());
    planning::fill_absent_blocks(block, &mut state);
    state
}

/// Reads an id as the value of the member that identifies objects.
fn parse_id(member: &Member, type_name: &str, id: String) -> Result<Value, Diagnostic> {
    if id.is_empty() {
        return Err(messages::missing_id(type_name, member.name()));
    }
    Value::parse(&id, &member.ty())
        .map_err(|_| messages::unexpected_id(type_name, member.name(), &member.ty(), &id))
}
