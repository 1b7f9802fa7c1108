//! The messages whose fields differ between the protocol versions, and the messages that contain them.

use crate::Version;

/// The kind of a message in an answer that is translated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The answer to GetMetadata.
    Metadata,
    /// The answer to GetProviderSchema.
    Schemas,
    /// An entry of a map from type names to schemas.
    SchemaEntry,
    /// An entry of the map from type names to actions.
    ActionEntry,
    Action,
    Schema,
    Block,
    NestedBlock,
    Attribute,
}

impl Kind {
    /// Returns the kind of the message in a field, or `None` if the field's content is the same in both protocol versions.
    pub(super) fn nested(self, field: u64) -> Option<Self> {
        match (self, field) {
            // The provider and its metadata.
            (Self::Schemas, 1 | 5) => Some(Self::Schema),
            // Resources, data sources, ephemeral resources, list resources.
            (Self::Schemas, 2 | 3 | 8 | 9) => Some(Self::SchemaEntry),
            (Self::Schemas, 11) => Some(Self::ActionEntry),
            (Self::ActionEntry, 2) => Some(Self::Action),
            (Self::SchemaEntry, 2) | (Self::Action, 1) => Some(Self::Schema),
            (Self::Schema | Self::NestedBlock, 2) => Some(Self::Block),
            (Self::Block, 2) => Some(Self::Attribute),
            (Self::Block, 3) => Some(Self::NestedBlock),
            _ => None,
        }
    }

    /// Returns the field number in the other protocol version than `from`, if it differs. Both numbers are less than 16, so their tags have one byte.
    pub(super) fn renumbered(self, field: u64, from: Version) -> Option<u8> {
        match (self, from, field) {
            // Actions are exchanged with state stores, which only protocol 6 has.
            (Self::Metadata, _, 8) => Some(9),
            (Self::Metadata, _, 9) => Some(8),
            // `write_only` and `deprecation_message`.
            (Self::Attribute, Version::V5, 10) => Some(11),
            (Self::Attribute, Version::V5, 11) => Some(12),
            (Self::Attribute, Version::V6, 11) => Some(10),
            (Self::Attribute, Version::V6, 12) => Some(11),
            _ => None,
        }
    }

    /// Whether a message is obviously the same in both protocol versions. Most attributes are, and most blocks: they have only short fields, with field
    /// numbers that both versions use alike.
    pub(super) fn is_same(self, mut message: &[u8]) -> bool {
        let last = match self {
            Self::Attribute => 9,
            Self::Block => 7,
            _ => return false,
        };
        while let [tag, value, rest @ ..] = message {
            let (field, wire_type) = (tag >> 3, tag & 7);
            if field == 0 || field > last || *value >= 0x80 {
                return false;
            }
            let length = match wire_type {
                0 => 0,
                2 => usize::from(*value),
                _ => return false,
            };
            let Some((content, rest)) = rest.split_at_checked(length) else {
                return false;
            };
            let is_same = match (self, field) {
                (Self::Block, 2) => wire_type == 2 && Self::Attribute.is_same(content),
                // A nested block.
                (Self::Block, 3) => false,
                _ => true,
            };
            if !is_same {
                return false;
            }
            message = rest;
        }
        message.is_empty()
    }

    /// Returns what a field of protocol 6 describes, if protocol 5 cannot express it. Its field number may have another meaning there.
    pub(super) fn inexpressible(self, field: u64, from: Version) -> Option<&'static str> {
        match (self, from, field) {
            (Self::Attribute, Version::V6, 10) => Some("a nested attribute"),
            (Self::Block, Version::V6, 8) => Some("a computed block"),
            (Self::Schemas, Version::V6, 10) => Some("a state store"),
            _ => None,
        }
    }
}
