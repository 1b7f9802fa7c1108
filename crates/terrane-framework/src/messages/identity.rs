//! Diagnostics of identities, and of objects that must be found by their key.

use std::fmt::Display;

use terrane_protocol::Diagnostic;

use crate::error::Error;
use crate::schema::Member;

pub(crate) fn missing(type_name: &str) -> Diagnostic {
    diagnostic!(
        "Missing Resource Identity",
        "The provider returned an object of {type_name} without its identity. This is a bug in the provider: fill the fields that are \
         marked `identity`."
    )
}

/// `verb` is what the provider did with the new part. `objects` are the keys of the stored object and of the returned one.
pub(crate) fn changed(
    type_name: &str,
    verb: &str,
    member: &Member,
    (old, new): (&str, &str),
    objects: Option<(String, String)>,
) -> Diagnostic {
    let (part, option) = (member.part_name(), option(member));
    let stored = objects.map_or_else(String::new, |(old, new)| {
        format!(" The state keeps the object with {old}; an object with {new} may exist as well.")
    });
    diagnostic!(
        "Unexpected Identity Change",
        "`{part}` identifies an object of {type_name}, and the provider {verb} {new} for the object that has {old}.{stored} This is a bug in \
         the provider: an object keeps its identity, unless the part that changes is marked `{option}(mutable)`. A part that cannot change in place \
         is marked `replace`."
    )
}

/// The option of the field that makes a member a part of the key or identity.
fn option(member: &Member) -> &'static str {
    if member.identifies().is_published() {
        "identity"
    } else {
        "key"
    }
}

pub(crate) fn created_without_key(type_name: &str, name: &str, known: &str) -> Diagnostic {
    diagnostic!(
        "Cannot find the created object again",
        "An object of {type_name} was created, and the provider returned it without `{name}`, which the provider needs to find the object. So it \
         can neither read nor delete it. The known values of the object: {known}. Delete it by other means, and remove it from the state with \
         `state rm`. This is a bug in the provider: `create` must fill `{name}`."
    )
}

pub(crate) fn unreadable(type_name: &str, error: impl Display) -> Diagnostic {
    diagnostic!(
        "Unable to Read Previously Saved Identity",
        "The stored identity of {type_name} does not match the provider's schema: {error}. It may have been changed by hand."
    )
}

pub(crate) fn unreadable_source(type_name: &str, version: i64, error: impl Display) -> Error {
    error!(
        "Cannot read the identity",
        "The identity of the {type_name} that moves does not match the provider's schema, version {version}: {error}."
    )
}

pub(crate) fn incomplete_result(type_name: &str, display_name: &str) -> Diagnostic {
    diagnostic!(
        "Incomplete List Result",
        "The list result {type_name} \"{display_name}\" has no complete identity: a field that is marked `identity` is null or unknown. This is a bug in the provider."
    )
}

pub(crate) fn listed_by_key(type_name: &str, display_name: &str) -> Diagnostic {
    Diagnostic::warning(
        "Object is listed without its attributes",
        format!(
            "The provider knows only the key of {type_name} \"{display_name}\", and cannot read the object."
        ),
    )
}
