//! The current position of a walk over nested values, without an allocation for each step.

use terrane_value::{Path, Step, Text};

/// A step of a walk, with its parent.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Root,
    Attribute(&'a Place<'a>, &'a Text),
    Index(&'a Place<'a>, usize),
    Key(&'a Place<'a>, &'a Text),
    /// An element of a collection without addresses that are valid in both states.
    Somewhere(&'a Place<'a>),
}

impl Place<'_> {
    /// Returns the path, which ends at the first step without an address.
    pub(super) fn path(&self) -> Path {
        let mut steps = Vec::new();
        self.push_to(&mut steps);
        Path::from(steps)
    }

    /// Returns whether all steps have an address.
    fn push_to(&self, steps: &mut Vec<Step>) -> bool {
        let (above, step) = match self {
            Self::Root => return true,
            Self::Attribute(above, name) => (above, Step::Attribute((*name).clone())),
            Self::Index(above, at) => (above, Step::Index(*at)),
            Self::Key(above, key) => (above, Step::Key((*key).clone())),
            Self::Somewhere(above) => {
                above.push_to(steps);
                return false;
            }
        };
        let addressed = above.push_to(steps);
        if addressed {
            steps.push(step);
        }
        addressed
    }
}
