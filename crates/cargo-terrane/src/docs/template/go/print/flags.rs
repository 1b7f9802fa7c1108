//! The flags of a verb.

/// How a value is printed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) minus: bool,
    pub(super) plus: bool,
    pub(super) sharp: bool,
    pub(super) space: bool,
    pub(super) zero: bool,
    /// Whether the verb is `%#v`.
    pub(super) go_syntax: bool,
}

impl Flags {
    /// Whether zeros fill the width. They only do so before the value.
    pub(super) const fn fills_with_zeros(self) -> bool {
        self.zero && !self.minus
    }
}
