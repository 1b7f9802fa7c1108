//! The identity of an object in every answer (rules L13, A9, R3 to R5), and UpgradeResourceIdentity.
//!
//! It is made of the state each time. What the host has stored is only compared: an identity stays the same for as long as the object does,
//! unless one of its parts can be updated in place.

use terrane_protocol::*;
use terrane_value::Object;

use super::guard::Guarded;
use super::upgrade::newer;
use super::{Server, values};
use crate::context::Private;
use crate::identity::Identity;

/// The note in the private state of an object that was imported and not read yet (rules I5 and R3).
const IMPORTED: &str = ".import_before_read";

/// Notes that an object was imported.
pub(super) fn note_import(private: &mut Private) {
    private.note(IMPORTED);
}

/// Whether an object was imported just now; it is no more from here on.
pub(super) fn was_imported(private: &mut Private) -> bool {
    private.take_note(IMPORTED)
}

/// The identity of an object; nothing if its type has none.
pub(super) fn of_state(resource: &Guarded, state: &Object) -> Option<DynamicValue> {
    let identity = resource.identity()?;
    identity.encode(identity.of_state(state)?).ok()
}

/// The identity of an object that the host has sent.
pub(super) fn of_stored_state(resource: &Guarded, state: &DynamicValue) -> Option<DynamicValue> {
    resource.identity()?;
    let state = values::decode(state, resource.block(), "state").ok()??;
    of_state(resource, &state)
}

/// The identity of a plan: the stored one unless it can change (rule L13), and none of a new object before all of it is known.
///
/// A host takes an identity with unknown parts, but it cannot show the plan that has one: Terraform up to 1.15 prints an error in its place.
pub(super) fn of_plan(
    resource: &Guarded,
    type_name: &str,
    stored: Option<DynamicValue>,
    prior: Option<&Object>,
    planned: &Object,
    replaces: bool,
) -> Result<Option<DynamicValue>, Diagnostic> {
    let Some(identity) = resource.identity() else {
        return Ok(None);
    };
    let new = identity.of_state(planned).filter(values::is_wholly_known);
    let Some(prior) = prior else {
        return Ok(new.and_then(|new| identity.encode(new).ok()));
    };
    let new = new.filter(|_| !replaces);
    match (decode(identity, stored.as_ref())?, new) {
        (None, Some(new)) => Ok(identity.encode(new).ok()),
        (None, None) => Ok(of_state(resource, prior)),
        (Some(_), None) => Ok(stored),
        (Some(old), Some(new)) => match changed(identity, type_name, "planned", &old, &new) {
            Some(diagnostic) => Err(diagnostic),
            None => Ok(identity.encode(new).ok()),
        },
    }
}

/// The identity of an object after it was created, updated or read without an error (rule A9); `stored` is the one that it had before.
pub(super) fn of_result(
    resource: &Guarded,
    type_name: &str,
    stored: Option<&DynamicValue>,
    state: &Object,
    diagnostics: &mut Diagnostics,
) -> Option<DynamicValue> {
    let identity = resource.identity()?;
    let Some(new) = identity.of_state(state) else {
        if !diagnostics.has_errors() {
            diagnostics.push(Diagnostic::error(
                "Missing Resource Identity",
                format!(
                    "The provider returned an object of {type_name} without anything that identifies it. This is a bug in the provider: fill \
                     the fields that are marked `identity`."
                ),
            ));
        }
        return None;
    };
    match decode(identity, stored) {
        Ok(Some(old)) => diagnostics.extend(changed(identity, type_name, "returned", &old, &new)),
        Ok(None) => {}
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    identity.encode(new).ok()
}

/// What is wrong with another identity than before, if anything is.
fn changed(
    identity: &Identity,
    type_name: &str,
    verb: &str,
    old: &Object,
    new: &Object,
) -> Option<Diagnostic> {
    if identity.is_mutable() {
        return None;
    }
    let (name, old, new) = identity.difference(old, new)?;
    Some(
        Diagnostic::error(
            "Unexpected Identity Change",
            format!(
                "`{name}` identifies an object of {type_name}, and the provider {verb} {new} for the object that has {old}. This is a bug in \
                 the provider: an object keeps its identity, unless a field of the identity has neither `replace` nor `keep`."
            ),
        )
        .at(terrane_value::Path::root().attribute(name)),
    )
}

/// Reads the identity that a host sent.
pub(super) fn decode(
    identity: &Identity,
    sent: Option<&DynamicValue>,
) -> Result<Option<Object>, Diagnostic> {
    identity.decode(sent).map_err(|error| {
        Diagnostic::error(
            "Host sent a bad value",
            format!(
                "The identity that the host sent does not fit the provider's schema: {error}. This is a bug in the host, or the state was \
                 changed by hand."
            ),
        )
    })
}

impl Server {
    pub(super) fn upgrade_identity(
        &self,
        request: UpgradeResourceIdentityRequest,
    ) -> UpgradeResourceIdentityResponse {
        match self.upgraded_identity(&request) {
            Ok(upgraded_identity) => UpgradeResourceIdentityResponse {
                upgraded_identity,
                ..UpgradeResourceIdentityResponse::default()
            },
            Err(diagnostic) => UpgradeResourceIdentityResponse {
                diagnostics: diagnostic.into(),
                ..UpgradeResourceIdentityResponse::default()
            },
        }
    }

    /// An identity of an older version is dropped: the state goes through the versions, and the next plan or read makes the identity of it.
    fn upgraded_identity(
        &self,
        request: &UpgradeResourceIdentityRequest,
    ) -> Result<Option<DynamicValue>, Diagnostic> {
        let type_name = &request.type_name;
        let resource = self.resource(type_name)?;
        if request.version > resource.version() {
            let what = format!("identity of {type_name}");
            return Err(newer(&what, request.version, resource.version()));
        }
        let Some((identity, stored)) = resource.identity().zip(request.raw_identity.json.as_ref())
        else {
            return Ok(None);
        };
        if request.version < resource.version() {
            return Ok(None);
        }
        let stored = identity.decode_stored(stored).map_err(|error| {
            Diagnostic::error(
                "Unable to Read Previously Saved Identity",
                format!("The stored identity of {type_name} does not fit the provider's schema: {error}. It was changed by hand."),
            )
        })?;
        Ok(stored.and_then(|stored| identity.encode(stored).ok()))
    }
}
