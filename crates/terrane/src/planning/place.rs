//! Where a walk is, without an allocation for each step.

use terrane_value::{Path, Step, Text};

/// A step of a walk, and what is above it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Root,
    Attribute(&'a Place<'a>, &'a Text),
    Index(&'a Place<'a>, usize),
    Key(&'a Place<'a>, &'a Text),
    /// An element of a collection whose elements have no address of which both sides could speak.
    Somewhere(&'a Place<'a>),
}

impl Place<'_> {
    /// The path, which ends where there is no address.
    pub(super) fn path(&self) -> Path {
        let mut steps = Vec::new();
        self.push_to(&mut steps);
        Path::from(steps)
    }

    /// Returns whether there is an address up to here.
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
