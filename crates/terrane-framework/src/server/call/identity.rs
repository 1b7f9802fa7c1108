//! The key and the identity of an object in every answer (rules L13, A9, R3 to R5).
//!
//! The identity is derived from the provider's object each time, and compared with the stored one. A part of the key or identity stays the same while
//! the object exists, unless it is mutable. Parts without an attribute come from the identity that the host sent, or else from the private state.

use std::borrow::Cow;

use terrane_protocol::*;
use terrane_value::{Object, Path};

use super::values;
use crate::context::Private;
use crate::identity::{Identity, difference, known_of, shown_key};
use crate::messages;
use crate::schema::Keep;
use crate::server::registry::RegisteredType;

/// The key in the private state of identity parts without an attribute. The value is the JSON of an identity with these parts alone.
const OWN_PARTS: &str = ".identity";

/// Returns the identity that a host has sent, if it is that of the object. After a move, it may be that of the source. Then the state and the private
/// state have all parts.
pub(crate) fn sent<'a>(
    identity: Option<&'a DynamicValue>,
    private: &Private,
) -> Option<&'a DynamicValue> {
    identity.filter(|_| !private.is_moved())
}

/// Returns the identity of an object. `None` if its type has none.
pub(crate) fn of_state(resource: &RegisteredType, state: &Object) -> Option<DynamicValue> {
    let identity = resource.identity()?;
    identity.encode(identity.of_state(state)?).ok()
}

/// Returns the identity of an object from its stored state, the identity of the request and the private state.
pub(crate) fn of_stored_state(
    resource: &RegisteredType,
    state: &DynamicValue,
    sent: Option<&DynamicValue>,
    private: &Private,
) -> Option<DynamicValue> {
    resource.identity()?;
    let mut state = values::decode(state, resource.block(), "state").ok()??;
    recall(resource, self::sent(sent, private), private, &mut state).ok()?;
    of_state(resource, &state)
}

/// Returns the object before a change, with the parts of the stored identity.
fn before<'a>(
    resource: &RegisteredType,
    stored: Option<&DynamicValue>,
    prior: &'a Object,
) -> Result<Cow<'a, Object>, Diagnostic> {
    let Some(identity) = resource.identity() else {
        return Ok(Cow::Borrowed(prior));
    };
    let of_prior = identity.of_state(prior);
    let Some(mut stored) = decode(identity, stored)?.filter(|it| Some(it) != of_prior.as_ref())
    else {
        return Ok(Cow::Borrowed(prior));
    };
    if let Some(of_prior) = of_prior {
        identity.complete(&mut stored, of_prior);
    }
    let mut before = prior.clone();
    identity.fill(stored, &mut before);
    Ok(Cow::Owned(before))
}

/// Returns the planned identity: the prior one, unless it can change (rule L13). A new object has no planned identity until all parts are known.
///
/// Hosts accept an identity with unknown parts, but cannot show a plan with one: Terraform up to 1.15 prints an error instead.
pub(crate) fn of_plan(
    resource: &RegisteredType,
    type_name: &str,
    stored: Option<DynamicValue>,
    prior: Option<&Object>,
    planned: &Object,
    replaces: bool,
) -> Result<Option<DynamicValue>, Diagnostic> {
    let old = match prior {
        Some(prior) => Some(before(resource, stored.as_ref(), prior)?),
        None => None,
    };
    if let (Some(old), false) = (&old, replaces) {
        same(resource, type_name, Answer::Plan, old, planned)?;
    }
    let Some(identity) = resource.identity() else {
        return Ok(None);
    };
    let new = identity.of_state(planned);
    let new = new.filter(|new| !(replaces && prior.is_some()) && new.is_wholly_known());
    let old = old.and_then(|old| identity.of_state(&old));
    Ok(new.or(old).and_then(|new| identity.encode(new).ok()))
}

/// Returns an error if a read or a change returned another object than the one before it.
pub(crate) fn check_same(
    resource: &RegisteredType,
    type_name: &str,
    stored: Option<&DynamicValue>,
    prior: &Object,
    state: &Object,
) -> Result<(), Diagnostic> {
    let old = before(resource, stored, prior)?;
    same(resource, type_name, Answer::Object, &old, state)
}

/// Returns the identity of an object after a successful creation, update or read (rule A9).
pub(crate) fn of_result(
    resource: &RegisteredType,
    type_name: &str,
    state: &Object,
    diagnostics: &mut Diagnostics,
) -> Option<DynamicValue> {
    let identity = resource.identity()?;
    let Some(new) = identity.of_state(state) else {
        if !diagnostics.has_errors() {
            diagnostics.push(messages::identity::missing(type_name));
        }
        return None;
    };
    identity.encode(new).ok()
}

/// The operation that returns an object.
#[derive(Clone, Copy)]
enum Answer {
    Plan,
    Object,
}

/// Returns an error if the new object has another key or identity.
fn same(
    resource: &RegisteredType,
    type_name: &str,
    answer: Answer,
    old: &Object,
    new: &Object,
) -> Result<(), Diagnostic> {
    let block = resource.block();
    let Some(difference) = difference(block, old, new) else {
        return Ok(());
    };
    let (verb, objects) = match answer {
        Answer::Plan => ("planned", None),
        Answer::Object => (
            "returned",
            Some((shown_key(block, old), shown_key(block, new))),
        ),
    };
    let member = difference.member;
    let parts = (difference.old.as_str(), difference.new.as_str());
    let error = messages::identity::changed(type_name, verb, member, parts, objects);
    // Hosts know no attribute of a part that exists in the identity alone.
    Err(if member.is_identity_only() {
        error
    } else {
        error.at(Path::root().attribute(member.name().clone()))
    })
}

/// Returns an error if an object was created without its key.
pub(crate) fn check_key(
    resource: &RegisteredType,
    type_name: &str,
    state: &Object,
) -> Result<(), Diagnostic> {
    let block = resource.block();
    if !block.describes(state) {
        return Ok(());
    }
    let mut members = block.members().iter().zip(state.values());
    let lost = members.find(|(member, value)| member.is_needed_to_find() && value.is_null());
    let Some((member, _)) = lost else {
        return Ok(());
    };
    let (name, known) = (member.name(), known_of(block, state));
    let error = messages::identity::created_without_key(type_name, name, &known);
    Err(error.at(Path::root().attribute(name.clone())))
}

/// Sets the identity parts without an attribute, from the identity of the request or else from the private state.
pub(crate) fn recall(
    resource: &RegisteredType,
    sent: Option<&DynamicValue>,
    private: &Private,
    object: &mut Object,
) -> Result<(), Diagnostic> {
    let Some(identity) = with_own_parts(resource) else {
        return Ok(());
    };
    let stored = private
        .get_own::<String>(OWN_PARTS)
        .and_then(|text| identity.decode_stored(text.as_bytes()).ok()?);
    let sources = [decode(identity, sent)?, stored];
    for (at, in_identity) in identity.only() {
        let mut found = sources.iter().flatten().map(|it| it.at(in_identity));
        if let Some(found) = found.find(|value| !value.is_null()) {
            *object.at_mut(at) = found.clone();
        }
    }
    Ok(())
}

/// Makes the identity parts without an attribute unknown if the change decides their values.
pub(crate) fn plan_own_parts(resource: &RegisteredType, creates: bool, planned: &mut Object) {
    let members = resource.block().members();
    for at in resource.block().identity_only() {
        let member = &members[*at];
        let kept = member.is_permanent() || matches!(member.keeps(), Keep::Always);
        if planned.at(*at).is_null() || !(creates || kept) {
            *planned.at_mut(*at) = member.unknown();
        }
    }
}

/// Stores the identity parts without an attribute in the private state, for hosts that store no identities.
pub(crate) fn remember(resource: &RegisteredType, state: &Object, private: &mut Private) {
    let Some((identity, found)) =
        with_own_parts(resource).and_then(|identity| Some((identity, identity.of_state(state)?)))
    else {
        return;
    };
    if let Some(text) = identity.encode_own_parts(&found) {
        private.set_own(OWN_PARTS, &text);
    }
}

/// Returns the identity of a type, if it has parts without an attribute.
fn with_own_parts(resource: &RegisteredType) -> Option<&Identity> {
    let has = !resource.block().identity_only().is_empty();
    resource.identity().filter(|_| has)
}

/// Decodes the identity of a request.
pub(crate) fn decode(
    identity: &Identity,
    sent: Option<&DynamicValue>,
) -> Result<Option<Object>, Diagnostic> {
    let decoded = identity.decode(sent);
    decoded.map_err(|error| messages::host::unreadable("identity", &error))
}
