//! Attributes that have a write-only twin.

use terrane_protocol::Diagnostic;
use terrane_value::{Object, Path};

use crate::schema::{Block, RelationKind};

/// Suggests the write-only twins of what is set, to a host that knows write-only attributes.
pub(super) fn check(block: &Block, object: &Object, path: &Path, found: &mut Vec<Diagnostic>) {
    for relation in block.relations() {
        let (RelationKind::PreferWriteOnly, [plain, twin]) = (relation.kind(), relation.members())
        else {
            continue;
        };
        let value = object.get(plain);
        if value.is_some_and(|value| !value.is_absent() && !value.is_unknown()) {
            let warning = Diagnostic::warning(
                "Available Write-Only Attribute Alternative",
                format!(
                    "The attribute {plain} has a WriteOnly version {twin} available. Use the WriteOnly version of the attribute when possible."
                ),
            );
            found.push(warning.at(path.clone().attribute(plain.clone())));
        }
    }
}
