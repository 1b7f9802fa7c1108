//! What the host wants of a list.

/// What the host wants of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// The maximum number of objects.
    pub(crate) limit: usize,
    /// Whether whole objects are requested.
    pub(crate) objects: bool,
}
