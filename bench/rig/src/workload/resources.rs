//! The resources whose size grows.

/// The resources whose size grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Items {
    /// `bench_nested`: items in a list.
    List,
    /// `bench_set`: items in a set.
    Set,
    /// `bench_map`: items in a map, in the provider of growing objects.
    Map,
}

impl Items {
    /// The resource's type name.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::List => "bench_nested",
            Self::Set => "bench_set",
            Self::Map => "bench_map",
        }
    }
}
