//! Reads, imports and upgrades.

use serde_json::json;
use terrane_protocol::{
    DynamicValue, ImportResourceStateRequest, MoveResourceStateRequest, Opaque, RawState,
    ReadResourceRequest, Rpc, UpgradeRequest,
};
use terrane_schema::value_differences;
use terrane_value::{Object, Value, json as value_json};

use super::judge::{check_identity, check_stored, decoded, known};
use super::object::{Outcome, Stored};
use crate::asked::Asked;
use crate::host::capabilities;
use crate::options::{MovedState, OldState};
use crate::place;
use crate::rule;
use crate::session::Session;
use crate::subject::{Subject, object_type};

/// Reads an object. `Done(None)` means that it does not exist.
pub(crate) async fn read(
    session: &mut Session<'_>,
    subject: &Subject,
    stored: &Stored,
) -> Outcome<Option<Stored>> {
    let shown = json!({ "current_state": subject.shown(Some(&stored.object)) });
    let asked = Asked::new(Rpc::ReadResource, &subject.place(), shown);
    let request = ReadResourceRequest {
        type_name: subject.name.clone(),
        current_state: subject.encode(Some(&stored.object)),
        private: stored.private.clone(),
        client_capabilities: capabilities(),
        current_identity: stored.identity.clone(),
        ..ReadResourceRequest::default()
    };
    let answer = session
        .ask(&asked, async |it| it.read_resource(request).await)
        .await;
    let Some(answer) = answer else {
        return Outcome::Broken;
    };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    if let Some(error) = answer.diagnostics.errors().next() {
        return Outcome::Refused(error.to_string());
    }
    let object = match subject.decode(&answer.new_state) {
        Ok(object) => object,
        Err(problem) => {
            session.report_answer(rule::APPLY_TYPE, &asked, problem);
            return Outcome::Broken;
        }
    };
    let Some(object) = object else {
        return Outcome::Done(None);
    };
    check_stored(session, subject, &asked, &object);
    let (before, after) = (stored.identity.as_ref(), answer.new_identity.as_ref());
    check_identity(session, subject, &asked, before, after);
    Outcome::Done(Some(Stored {
        object: known(object),
        private: answer.private,
        identity: answer.new_identity,
    }))
}

/// How an import names the object.
#[derive(Debug, Clone)]
pub(crate) enum ImportBy {
    Id(String),
    Identity(DynamicValue),
}

/// Imports an object.
pub(crate) async fn import(
    session: &mut Session<'_>,
    subject: &Subject,
    by: ImportBy,
) -> Outcome<Stored> {
    let (id, identity) = match by {
        ImportBy::Id(id) => (id, None),
        ImportBy::Identity(identity) => (String::new(), Some(identity)),
    };
    let shown = match &identity {
        None => json!({ "id": id }),
        Some(_) => json!({ "identity": "(the identity of the object)" }),
    };
    let asked = Asked::new(Rpc::ImportResourceState, &subject.place(), shown).optional();
    let by_identity = identity.is_some();
    let request = ImportResourceStateRequest {
        type_name: subject.name.clone(),
        id,
        client_capabilities: capabilities(),
        identity,
    };
    let answer = session
        .ask(&asked, async |it| it.import_resource_state(request).await)
        .await;
    let Some(answer) = answer else {
        return Outcome::Broken;
    };
    session.diagnostics(&asked, &answer.diagnostics, None);
    if let Some(error) = answer.diagnostics.errors().next() {
        return Outcome::Refused(error.to_string());
    }
    session.judge(&[rule::IMPORT_ANSWER]);
    let imported = match &answer.imported_resources[..] {
        [imported] => imported,
        all => {
            let message = format!("an import returned {} objects, expected one", all.len());
            session.report_answer(rule::IMPORT_ANSWER, &asked, message);
            return Outcome::Broken;
        }
    };
    if imported.type_name != subject.name {
        let message = format!("an import returned the type {:?}", imported.type_name);
        session.report_answer(rule::IMPORT_ANSWER, &asked, message);
        return Outcome::Broken;
    }
    let object = match subject.decode(&imported.state) {
        Ok(Some(object)) if object.is_wholly_known() => object,
        Ok(Some(_)) => {
            let message = "the imported object has unknown values";
            session.report_answer(rule::IMPORT_ANSWER, &asked, message);
            return Outcome::Broken;
        }
        Ok(None) if by_identity => Object::new(&object_type(subject.block())),
        Ok(None) => {
            session.report_answer(rule::IMPORT_ANSWER, &asked, "the imported object is null");
            return Outcome::Broken;
        }
        Err(problem) => {
            session.report_answer(rule::IMPORT_ANSWER, &asked, problem);
            return Outcome::Broken;
        }
    };
    Outcome::Done(Stored {
        object,
        private: imported.private.clone(),
        identity: imported.identity.clone(),
    })
}

/// Upgrades a stored object of the current version, as hosts do before each use.
pub(crate) async fn upgrade(session: &mut Session<'_>, subject: &Subject, stored: &Stored) {
    let value = Value::from(stored.object.clone());
    let Ok(json) = value_json::encode(&value, &subject.ty) else {
        return;
    };
    let version = subject.schema.version;
    let shown = json!({ "version": version, "raw_state": subject.shown(Some(&stored.object)) });
    let asked = Asked::new(Rpc::UpgradeResourceState, &subject.place(), shown);
    let Some(upgraded) = upgraded(session, subject, &asked, version, json).await else {
        return;
    };
    session.judge(&[rule::UPGRADE]);
    match upgraded {
        Err(problem) => session.report_answer(rule::UPGRADE, &asked, problem),
        Ok(upgraded) => {
            for difference in value_differences(&value, &Value::from(upgraded)) {
                let at = asked.at(&difference.path);
                let message = "the upgrade of a state of the current version changes the value";
                session.report_answer(rule::UPGRADE, &at, message);
            }
        }
    }
}

/// Upgrades a state that an older version has stored.
pub(crate) async fn upgrade_old(session: &mut Session<'_>, subject: &Subject, state: &OldState) {
    // A state has secrets of its user, so the request is shown without them.
    let shown = json!({ "version": state.version });
    let asked = Asked::new(Rpc::UpgradeResourceState, &subject.place(), shown);
    let json = state.attributes.to_string().into_bytes();
    let Some(upgraded) = upgraded(session, subject, &asked, state.version, json).await else {
        return;
    };
    session.judge(&[rule::OLD_STATE]);
    if let Err(problem) = upgraded.and_then(|it| storable(subject, "upgraded", it)) {
        session.report_answer(rule::OLD_STATE, &asked, problem);
    }
}

/// Moves a state of another type, as hosts do for a block `moved`.
pub(crate) async fn move_given(session: &mut Session<'_>, subject: &Subject, moved: &MovedState) {
    let MovedState {
        provider, state, ..
    } = moved;
    // A state has secrets of its user, so the request is shown without them.
    let shown = json!({
        "source_provider_address": provider,
        "source_type_name": state.type_name,
        "source_schema_version": state.version,
    });
    let asked = Asked::new(Rpc::MoveResourceState, &subject.place(), shown);
    session.judge(&[rule::MOVED]);
    if !session.capabilities.move_resource_state {
        let message = "hosts move no state, because the provider does not announce the capability `move_resource_state`";
        session.report_answer(rule::MOVED, &asked, message);
        return;
    }
    let identity = moved.identity.as_ref();
    let request = MoveResourceStateRequest {
        source_provider_address: provider.clone(),
        source_type_name: state.type_name.clone(),
        source_schema_version: state.version,
        source_state: RawState::from_json(state.attributes.to_string().into_bytes().into()),
        target_type_name: subject.name.clone(),
        source_private: Opaque::from(moved.private.clone()),
        source_identity: identity.map_or_else(RawState::default, |it| {
            RawState::from_json(it.to_string().into_bytes().into())
        }),
        source_identity_schema_version: moved.identity_version,
    };
    let answer = session
        .ask(&asked, async |it| it.move_resource_state(request).await)
        .await;
    let Some(answer) = answer else { return };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    let problem = match answer.diagnostics.errors().next() {
        Some(error) => Err(format!("the state is refused: {error}")),
        None => subject
            .decode(&answer.target_state)
            .and_then(|it| storable(subject, "moved", it))
            .and_then(|()| moved_identity(subject, answer.target_identity.as_ref())),
    };
    if let Err(problem) = problem {
        session.report_answer(rule::MOVED, &asked, problem);
    }
}

/// Whether a host can store an object that was made from a given state. The error is a sentence. `verb` says how it was made.
fn storable(subject: &Subject, verb: &str, object: Option<Object>) -> Result<(), String> {
    let Some(object) = object else {
        return Err(format!("the {verb} object is null"));
    };
    if !object.is_wholly_known() {
        return Err(format!("the {verb} object has unknown values"));
    }
    let members = place::members(subject.block(), &object);
    match members.iter().find(|it| it.attribute.write_only) {
        Some(member) => Err(format!(
            "the {verb} object has a value for the write-only attribute `{}`",
            member.path
        )),
        None => Ok(()),
    }
}

/// Whether a host can store the identity after a move. It may be missing.
fn moved_identity(subject: &Subject, identity: Option<&DynamicValue>) -> Result<(), String> {
    let Some(identity) = identity.filter(|it| !it.is_null()) else {
        return Ok(());
    };
    let Some(schema) = &subject.identity else {
        return Err("an identity is returned, and the resource has no identity schema".to_owned());
    };
    match decoded(schema, identity) {
        Ok(identity) if identity.is_wholly_known() => Ok(()),
        Ok(_) => Err("the identity has unknown values".to_owned()),
        Err(error) => Err(format!(
            "the identity cannot be decoded by its schema: {error}"
        )),
    }
}

/// Sends a state to be upgraded. The inner error is a sentence about the answer.
async fn upgraded(
    session: &mut Session<'_>,
    subject: &Subject,
    asked: &Asked,
    version: i64,
    json: Vec<u8>,
) -> Option<Result<Option<Object>, String>> {
    let request = UpgradeRequest {
        type_name: subject.name.clone(),
        version,
        raw_state: RawState::from_json(json.into()),
    };
    let answer = session
        .ask(asked, async |it| it.upgrade_resource_state(request).await)
        .await?;
    session.diagnostics(asked, &answer.diagnostics, Some(subject.block()));
    Some(match answer.diagnostics.errors().next() {
        Some(error) => Err(format!("the state is refused: {error}")),
        None => subject.decode(&answer.upgraded_state),
    })
}
