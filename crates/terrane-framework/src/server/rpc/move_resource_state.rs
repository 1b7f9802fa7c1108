//! MoveResourceState: converts an object of another type, also of another provider, to this type (rules M1 to M6).

use bytes::Bytes;
use terrane_protocol::*;

use crate::context::Private;
use crate::error::Result as AuthorResult;
use crate::messages::state as messages;
use crate::moves::{Attempt, MoveSource, Moves};
use crate::secret;
use crate::server::call::{author, identity, values};
use crate::server::session::Server;
use terrane_value::Object;

impl Server {
    pub(crate) fn move_state(
        &self,
        request: MoveResourceStateRequest,
    ) -> Result<MoveResourceStateResponse, Diagnostics> {
        let resource = self.definition.resources.find(&request.target_type_name)?;
        let target = request.target_type_name;
        let source = MoveSource {
            provider: request.source_provider_address,
            type_name: request.source_type_name,
            version: request.source_schema_version,
            state: stored(request.source_state, &target)?,
            private: request.source_private.into(),
            identity: request.source_identity.json.unwrap_or_default(),
            identity_version: request.source_identity_schema_version,
        };
        secret::note_stored(resource.block(), &source.state);
        let cx = self.call.context(Private::default());
        let doing = format!("Cannot move {} to {target}", source.type_name);
        let moves = resource.moves();
        let outcome = match author::catch(&doing, || attempt(&moves, &source, &cx)) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(reasons)) => return Err(refused(&moves, &source, &target, &reasons).into()),
            Err(error) => Err(error),
        };
        let object = match outcome {
            Ok(object) => values::known_result(object, resource.block(), &target, None),
            Err(error) => return Err(author::report(&cx, Some(error), &doing)),
        };
        let target_identity = identity::of_state(resource, &object);
        cx.journal(|journal| {
            if resource.identity().is_some() {
                journal.private.mark_moved();
            }
            identity::remember(resource, &object, &mut journal.private);
        });
        Ok(MoveResourceStateResponse {
            target_state: values::encode(object, resource.block(), &target)?,
            target_private: cx.journal(|journal| journal.private.to_wire()).into(),
            target_identity,
            diagnostics: author::report(&cx, None, &doing),
        })
    }
}

/// Decodes the stored object (rule M1).
fn stored(state: RawState, target: &str) -> Result<Bytes, Diagnostic> {
    if let Some(json) = state.json {
        return Ok(json);
    }
    Err(if state.flatmap.is_empty() {
        messages::missing_source(target)
    } else {
        messages::flatmap_source(target)
    })
}

/// Tries the registered moves until one accepts the object (rules M2 and M3). Fails with the reasons of all.
fn attempt(
    moves: &Moves<Object>,
    source: &MoveSource,
    cx: &crate::context::Context,
) -> Result<AuthorResult<Object>, Vec<String>> {
    let mut reasons = Vec::new();
    for attempt in moves.attempts(source, cx) {
        match attempt {
            Attempt::Moved(outcome) => return Ok(outcome),
            Attempt::Other(why) => reasons.push(why),
        }
    }
    Err(reasons)
}

fn refused(
    moves: &Moves<Object>,
    source: &MoveSource,
    target: &str,
    reasons: &[String],
) -> Diagnostic {
    let MoveSource {
        provider,
        type_name,
        version,
        ..
    } = source;
    let source =
        format_args!("{type_name} (version {version} of its schema) of the provider {provider}");
    let mut sources: Vec<String> = moves
        .sources()
        .map(|(type_name, provider)| format!("{type_name} of {provider}"))
        .collect();
    sources.dedup();
    messages::not_moved(source, target, reasons, &sources)
}
