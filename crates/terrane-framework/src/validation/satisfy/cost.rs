//! What a change of a generated configuration costs.

use std::ops::{Add, AddAssign};

/// The cost of a change. The fields are compared in their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Relations that are still violated.
    pub(super) violated: usize,
    /// Removed values that the plan of the configuration then removes from the object.
    pub(super) lost: usize,
    /// Changes that the plan does not show.
    pub(super) hidden: usize,
}

impl Cost {
    pub(super) const VIOLATED: Self = Self {
        violated: 1,
        ..Self::NONE
    };
    pub(super) const LOST: Self = Self {
        lost: 1,
        ..Self::NONE
    };
    pub(super) const HIDDEN: Self = Self {
        hidden: 1,
        ..Self::NONE
    };
    const NONE: Self = Self {
        violated: 0,
        lost: 0,
        hidden: 0,
    };
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            violated: self.violated + other.violated,
            lost: self.lost + other.lost,
            hidden: self.hidden + other.hidden,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
