//! Attributes with a write-only alternative.

use terrane_protocol::Diagnostic;
use terrane_value::{Object, Path};

use super::known::Known;
use crate::messages::validation::prefer_write_only;
use crate::schema::{Relation, RelationKind};

/// Suggests the write-only alternative of a configured attribute, if the host supports write-only attributes.
pub(super) fn check(
    relation: &Relation,
    object: &Object,
    path: &Path,
    known: Known,
) -> Option<Diagnostic> {
    let (RelationKind::PreferWriteOnly, [plain, twin], true) =
        (relation.kind(), relation.members(), known.write_only)
    else {
        return None;
    };
    let value = object.get(plain)?;
    if value.is_absent() || value.is_unknown() {
        return None;
    }
    let warning = prefer_write_only(plain, twin);
    Some(warning.at(path.clone().attribute(plain.clone())))
}
