//! The versions of the protocol.

/// A major version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Protocol 5, the oldest version in use.
    V5,
    /// Protocol 6, which adds nested attributes, computed blocks and state stores.
    V6,
}

impl Version {
    /// All protocol versions.
    pub const ALL: [Self; 2] = [Self::V5, Self::V6];

    /// Returns the number with which host and provider negotiate this version.
    pub const fn number(self) -> u32 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }

    /// Returns the protocol version with this number.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            5 => Some(Self::V5),
            6 => Some(Self::V6),
            _ => None,
        }
    }
}
