//! Rules about identities, imports and upgrades.

use terrane_protocol::schema::TypeKind;

use crate::lint::examples::{import_files, item_folder};
use crate::lint::finding::Finding;
use crate::lint::subject::Subject;

/// TF601.
pub(super) fn identities(subject: &Subject) -> Vec<Finding> {
    let resources = subject.of_kind(TypeKind::Resource).into_iter();
    resources
        .filter(|item| !subject.described.schemas.identities.contains_key(item.name))
        .map(|item| item.finding("the resource has no identity"))
        .collect()
}

/// TF602.
pub(super) fn imports(subject: &Subject) -> Vec<Finding> {
    let Some(examples) = &subject.examples else {
        return Vec::new();
    };
    let resources = subject.of_kind(TypeKind::Resource).into_iter();
    resources
        .filter(|item| !subject.described.schemas.identities.contains_key(item.name))
        .filter(|item| item.facts["import"].is_null())
        .filter(|item| {
            import_files(&item_folder(examples, TypeKind::Resource, item.name)).is_empty()
        })
        .map(|item| {
            item.finding("nothing shows that the resource can be imported: it has no identity, and no example of an import")
        })
        .collect()
}

/// TF603.
pub(super) fn upgrades(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for item in subject.of_kind(TypeKind::Resource) {
        let upgrades: Vec<i64> = item.facts["upgrades_from"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(serde_json::Value::as_i64)
            .collect();
        let missing: Vec<String> = (0..item.schema.version)
            .filter(|version| !upgrades.contains(version))
            .map(|version| version.to_string())
            .collect();
        if !missing.is_empty() {
            found.push(item.finding(format!(
                "the schema has version {}, and states of version {} are not upgraded",
                item.schema.version,
                missing.join(", ")
            )));
        }
    }
    found
}

/// TF604.
pub(super) fn identities_without_required_part(subject: &Subject) -> Vec<Finding> {
    let identities = subject.described.schemas.identities.iter();
    identities
        .filter(|(_, identity)| !identity.attributes.iter().any(|it| it.required_for_import))
        .map(|(name, _)| {
            Finding::new(
                format!("identity of resource {name}"),
                "",
                "no attribute is required for an import",
            )
        })
        .collect()
}
