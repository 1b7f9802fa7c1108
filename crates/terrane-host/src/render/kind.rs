//! What a change does to a part.

use crate::plan::Action;

/// What happens to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    NoOp,
    Create,
    Update,
    Delete,
}

impl Kind {
    /// Returns the action whose symbol marks the part.
    pub(super) const fn action(self) -> Action {
        match self {
            Self::NoOp => Action::NoOp,
            Self::Create => Action::Create,
            Self::Update => Action::Update,
            Self::Delete => Action::Delete,
        }
    }

    /// Returns the action for a whole with one more part.
    pub(super) const fn and(self, part: Self) -> Self {
        match (self, part) {
            (_, Self::NoOp)
            | (Self::Create, Self::Create)
            | (Self::Update, Self::Update)
            | (Self::Delete, Self::Delete) => self,
            _ => Self::Update,
        }
    }
}
