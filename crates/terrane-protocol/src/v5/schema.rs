//! Blocks and attributes in the messages of protocol 5.

use crate::pb::v5 as pb;
use crate::wire::schema::{Fields, read_schemas};

/// The field numbers of protocol 5 that differ from protocol 6.
pub(super) const FIELDS: Fields = Fields {
    write_only: 10,
    attribute_deprecation: 11,
    nested_type: None,
    computed_block: None,
    state_stores: None,
};

read_schemas!();
