//! Rules about secrets.

use terrane_protocol::schema::{Attribute, AttributeKind, TypeKind};
use terrane_value::Type;

use crate::lint::finding::Finding;
use crate::lint::subject::{Member, Subject};
use crate::lint::words::{last_word, words};

/// Words that name a secret wherever they are in a name.
const SECRETS: [&str; 9] = [
    "credential",
    "credentials",
    "passphrase",
    "passwd",
    "password",
    "pwd",
    "secret",
    "secrets",
    "token",
];
/// Words before `key` that make it a secret.
const SECRET_KEYS: [&str; 8] = [
    "access",
    "account",
    "api",
    "encryption",
    "license",
    "private",
    "secret",
    "shared",
];
/// Last words of names that are about a secret, and contain none.
const ABOUT: [&str; 34] = [
    "age",
    "algorithm",
    "arn",
    "at",
    "count",
    "date",
    "enabled",
    "endpoint",
    "expiration",
    "expiry",
    "file",
    "format",
    "hint",
    "id",
    "ids",
    "issuer",
    "kind",
    "length",
    "lifetime",
    "name",
    "names",
    "path",
    "policy",
    "prefix",
    "ref",
    "reference",
    "status",
    "ttl",
    "type",
    "uri",
    "url",
    "user",
    "username",
    "version",
];

/// Whether a name is that of a secret.
fn names_a_secret(name: &str) -> bool {
    let words = words(name);
    if ABOUT.contains(&last_word(name)) || words.contains(&"public") {
        return false;
    }
    let has_word = words.iter().any(|word| SECRETS.contains(word));
    let has_key = words
        .windows(2)
        .any(|pair| matches!(pair, [kind, "key" | "keys"] if SECRET_KEYS.contains(kind)));
    has_word || has_key
}

/// Whether values of the attribute can contain a text.
fn holds_text(attribute: &Attribute) -> bool {
    fn can(ty: &Type) -> bool {
        match ty {
            Type::String | Type::Dynamic => true,
            Type::List(element) | Type::Set(element) | Type::Map(element) => can(element),
            _ => false,
        }
    }
    match &attribute.kind {
        AttributeKind::Type(ty) => can(ty),
        AttributeKind::Nested(_) => false,
    }
}

/// Returns the attributes whose name is that of a secret.
fn secrets(subject: &Subject) -> impl Iterator<Item = (Member<'_>, &Attribute)> {
    subject
        .members()
        .into_iter()
        .filter_map(|member| Some((member.attribute()?, member)))
        .filter(|(attribute, _)| holds_text(attribute) && names_a_secret(&attribute.name))
        .map(|(attribute, member)| (member, attribute))
}

/// TF301.
pub(super) fn visible(subject: &Subject) -> Vec<Finding> {
    secrets(subject)
        .filter(|(_, attribute)| !attribute.sensitive && !attribute.write_only)
        .map(|(member, _)| {
            member.finding("the name is that of a secret, and the attribute is not sensitive")
        })
        .collect()
}

/// TF302.
pub(super) fn unversioned(subject: &Subject) -> Vec<Finding> {
    let members = subject.members();
    members
        .iter()
        .filter(|member| member.attribute().is_some_and(|it| it.write_only))
        .filter(|member| !member.is_output)
        .filter(|member| {
            let name = member.name();
            let stem = name.strip_suffix("_wo").unwrap_or(name);
            let versions = [format!("{name}_version"), format!("{stem}_version")];
            let has_version = member
                .siblings
                .iter()
                .any(|it| versions.iter().any(|version| *version == *it.name));
            let is_counted = members
                .iter()
                .any(|other| other.item.name == member.item.name && other.facts["counts"] == name);
            !has_version && !is_counted
        })
        .map(|member| {
            member.finding(format!(
                "the attribute is write-only, and no `{}_version` reports a change of it",
                member.name()
            ))
        })
        .collect()
}

/// TF303.
pub(super) fn identities(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for item in subject.of_kind(TypeKind::Resource) {
        let Some(identity) = subject.described.schemas.identities.get(item.name) else {
            continue;
        };
        for part in &identity.attributes {
            let attribute = item.schema.attribute(&part.name);
            if attribute.is_some_and(|it| it.sensitive) || names_a_secret(&part.name) {
                found.push(Finding::new(
                    format!("identity of {}", item.owner()),
                    part.name.to_string(),
                    "the identity contains a secret, and hosts show identities",
                ));
            }
        }
    }
    found
}

/// TF304.
pub(super) fn settings(subject: &Subject) -> Vec<Finding> {
    secrets(subject)
        .filter(|(member, _)| member.item.kind.is_none() && !member.is_output)
        .filter(|(member, _)| member.facts["environment_variables"].is_null())
        .map(|(member, _)| {
            member.finding("no environment variable sets the secret, so files must contain it")
        })
        .collect()
}
