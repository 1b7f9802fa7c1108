//! The values that the provider decides.

use terrane_value::Value;

use crate::schema::Member;

/// Whether the provider decides the value of a member with the configured value `config`.
pub(super) fn is_left_to_provider(member: &Member, config: &Value) -> bool {
    member.is_left() && config.is_absent()
}
