//! The current position of a walk over nested values, without an allocation for each step.

use terrane_value::{Path, Step, Text};

/// A step of a walk, with its parent.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Root,
    Attribute(&'a Place<'a>, &'a Text),
    Index(&'a Place<'a>, usize),
    Key(&'a Place<'a>, &'a Text),
    /// An element of a list that has another position in the state.
    Moved(&'a Place<'a>, usize),
    /// An element of a collection without addresses.
    Somewhere(&'a Place<'a>),
}

impl Place<'_> {
    /// Returns the path, which ends at the first step without an address that is valid in both states.
    pub(super) fn path(&self) -> Path {
        self.addressed(false)
    }

    /// Returns the path in the planned state, which ends at the first set.
    pub(super) fn planned_path(&self) -> Path {
        self.addressed(true)
    }

    fn addressed(&self, moved: bool) -> Path {
        let mut steps = Vec::new();
        self.push_to(moved, &mut steps);
        Path::from(steps)
    }

    /// Returns whether all steps have an address.
    fn push_to(&self, moved: bool, steps: &mut Vec<Step>) -> bool {
        let (above, step) = match self {
            Self::Root => return true,
            Self::Attribute(above, name) => (above, Some(Step::Attribute((*name).clone()))),
            Self::Index(above, at) => (above, Some(Step::Index(*at))),
            Self::Key(above, key) => (above, Some(Step::Key((*key).clone()))),
            Self::Moved(above, at) => (above, moved.then_some(Step::Index(*at))),
            Self::Somewhere(above) => (above, None),
        };
        let addressed = above.push_to(moved, steps) && step.is_some();
        steps.extend(step.filter(|_| addressed));
        addressed
    }
}
