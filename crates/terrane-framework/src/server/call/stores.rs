//! The state stores that the host has configured.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};

use crate::dynamic::DynStore;

/// The maximum chunk size (rule SS1).
pub(crate) const MAX_CHUNK_SIZE: NonZeroU64 = NonZeroU64::new(128 << 20).unwrap();

/// The chunk size if a host proposes none (rule SS1).
pub(crate) const DEFAULT_CHUNK_SIZE: NonZeroU64 = NonZeroU64::new(8 << 20).unwrap();

/// The configured state stores, by type.
pub(crate) type Stores = Mutex<BTreeMap<String, InUse>>;

/// A configured state store.
#[derive(Clone)]
pub(crate) struct InUse {
    pub(crate) store: Arc<dyn DynStore>,
    pub(crate) chunk_size: NonZeroU64,
}
