//! The groups of attributes and nested blocks: required, optional, read-only.

use serde_json::Value;

/// A group of members with a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Required,
    Optional,
    ReadOnly,
}

impl Group {
    pub(super) const ALL: [Self; 3] = [Self::Required, Self::Optional, Self::ReadOnly];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Required => "Required",
            Self::Optional => "Optional",
            Self::ReadOnly => "Read-Only",
        }
    }

    pub(super) fn of_attribute(attribute: &Value) -> Self {
        if attribute["required"] == true {
            Self::Required
        } else if attribute["optional"] == true {
            Self::Optional
        } else {
            Self::ReadOnly
        }
    }

    /// Returns the group of a nested block. A block whose members are all read-only is read-only.
    pub(super) fn of_block(nested: &Value) -> Self {
        if number(nested, "min_items") > 0 {
            return Self::Required;
        }
        let block = &nested["block"];
        let attributes: Vec<Self> = values(&block["attributes"])
            .map(Self::of_attribute)
            .collect();
        let blocks: Vec<Self> = values(&block["block_types"]).map(Self::of_block).collect();
        let is_read_only = !(attributes.is_empty() && blocks.is_empty())
            && number(nested, "max_items") == 0
            && attributes
                .iter()
                .chain(&blocks)
                .all(|it| *it == Self::ReadOnly);
        if is_read_only {
            Self::ReadOnly
        } else {
            Self::Optional
        }
    }
}

/// Whether a block has a write-only attribute at any depth.
pub(super) fn has_write_only(block: &Value) -> bool {
    values(&block["attributes"]).any(|it| it["write_only"] == true)
        || values(&block["block_types"]).any(|it| has_write_only(&it["block"]))
}

pub(super) fn number(object: &Value, key: &str) -> u64 {
    object[key].as_u64().unwrap_or_default()
}

fn values(object: &Value) -> impl Iterator<Item = &Value> {
    object
        .as_object()
        .into_iter()
        .flatten()
        .map(|(_, value)| value)
}
