//! The host's limits for a list.

/// The host's limit for a list, and whether it wants whole objects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// The maximum number of objects.
    pub(crate) limit: usize,
    /// Whether whole objects are requested.
    pub(crate) objects: bool,
}
