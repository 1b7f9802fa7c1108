//! The item that a request concerns.

use std::fmt;

use crate::schema::TypeKind;

/// An item of a provider: a type of some kind, or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item<'a> {
    /// A type, by its kind and name.
    Type(TypeKind, &'a str),
    /// A function, by its name.
    Function(&'a str),
}

impl<'a> Item<'a> {
    /// Returns the name of the type or function.
    pub const fn name(self) -> &'a str {
        match self {
            Self::Type(_, name) | Self::Function(name) => name,
        }
    }

    /// Returns the name of one item of this kind, in texts for users.
    pub const fn kind_name(self) -> &'static str {
        match self {
            Self::Type(kind, _) => kind.name(),
            Self::Function(_) => "function",
        }
    }
}

/// Shows the kind and the name: `resource "zoo_pet"`.
impl fmt::Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind_name(), self.name())
    }
}
