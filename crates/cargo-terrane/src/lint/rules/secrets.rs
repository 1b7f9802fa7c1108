//! Rules about secrets.

use terrane_protocol::schema::{Attribute, AttributeKind, TypeKind};
use terrane_value::Type;

use crate::lint::finding::Finding;
use crate::lint::names::words;
use crate::lint::subject::{Member, Subject};

/// Words that name a secret at the end of a name. A word after them is what the name is about: `token_lifespan`.
const SECRETS: [&str; 13] = [
    "apikey",
    "credentials",
    "passphrase",
    "passphrases",
    "passwd",
    "password",
    "passwords",
    "pwd",
    "secret",
    "secrets",
    "token",
    "tokens",
    "secretkey",
];
/// Words before `key` that make it a secret.
const SECRET_KEYS: [&str; 11] = [
    "access",
    "account",
    "api",
    "encryption",
    "hmac",
    "license",
    "private",
    "secret",
    "shared",
    "signing",
    "tsig",
];
/// Last words that are about the form of any value.
const FORMS: [&str; 9] = [
    "base64", "contents", "data", "hex", "json", "jwks", "raw", "value", "wo",
];
/// Forms of keys and certificates. A key in one of them that is not public is private.
const KEY_FORMS: [&str; 7] = ["der", "jwk", "openssh", "pem", "pkcs1", "pkcs12", "pkcs8"];

/// Whether a name is that of a secret: its last words are, without those about the form.
fn names_a_secret(name: &str) -> bool {
    let mut words = words(name);
    if words.contains(&"public") {
        return false;
    }
    let mut is_key_form = false;
    let is_form =
        |word: &mut &str| FORMS.contains(word) || KEY_FORMS.contains(word) || is_number(word);
    while let Some(form) = words.pop_if(is_form) {
        is_key_form |= KEY_FORMS.contains(&form);
    }
    match words[..] {
        [.., last] if SECRETS.contains(&last) => true,
        [.., kind, "key" | "keys"] => is_key_form || SECRET_KEYS.contains(&kind),
        _ => false,
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
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
            if attribute.is_some_and(|it| it.sensitive) {
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

#[cfg(test)]
mod tests {
    use super::names_a_secret;

    #[test]
    fn the_last_words_of_a_name_make_it_a_secret() {
        for name in [
            "password",
            "client_secret",
            "registration_access_token",
            "refresh_tokens",
            "client_key_pem",
            "client_key_pem_pkcs8",
            "private_key_pem_pkcs8",
            "private_key_openssh",
            "signing_private_key",
            "secret_value",
            "password_2",
            "api_key_wo",
            "tls_client_private_key",
        ] {
            assert!(names_a_secret(name), "{name}");
        }
    }

    #[test]
    fn names_about_a_secret_are_no_secrets() {
        for name in [
            "access_token_lifespan",
            "access_token_lifespan_for_implicit_flow",
            "reset_credentials_flow",
            "client_secret_regenerate_when_changed",
            "allow_refresh_token_in_standard_token_exchange",
            "secret_scanning_push_protection_custom_link",
            "discoverable_credential",
            "signing_private_key_sha1",
            "password_policy",
            "token_url",
            "secret_id",
            "public_key_pem",
            "public_key_openssh",
            "ssh_key",
            "key",
            "cert_pem",
        ] {
            assert!(!names_a_secret(name), "{name}");
        }
    }
}
