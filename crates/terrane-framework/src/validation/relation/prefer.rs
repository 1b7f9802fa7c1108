//! Attributes with a write-only alternative.

use terrane_protocol::Diagnostic;

use super::operand::Operand;
use crate::messages::validation::prefer_write_only;
use crate::schema::Relation;

/// Suggests the write-only alternative of a configured attribute.
pub(super) fn check(relation: &Relation, operands: &[Operand<'_>]) -> Option<Diagnostic> {
    let members = relation.members();
    let ([plain, twin], Some(operand)) = (members.as_slice(), operands.first()) else {
        return None;
    };
    let mut values = operand.values.iter();
    let (place, _) = values.find(|(_, value)| !value.is_absent() && !value.is_unknown())?;
    let warning = prefer_write_only(&plain.to_string(), &twin.to_string());
    Some(warning.at(place.address().clone()))
}
