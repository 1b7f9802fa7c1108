//! The versions of the protocol.

/// Names a major version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// The first that is in use.
    V5,
    /// Adds nested attributes, computed blocks and state stores.
    V6,
}

impl Version {
    /// All protocol versions.
    pub const ALL: [Self; 2] = [Self::V5, Self::V6];

    /// The number by which host and provider agree on it.
    pub const fn number(self) -> u32 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }

    /// Finds the major with this number.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            5 => Some(Self::V5),
            6 => Some(Self::V6),
            _ => None,
        }
    }
}
