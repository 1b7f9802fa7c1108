//! The state stores that the host has configured.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

use crate::dynamic::DynStore;

/// The maximum chunk size, and the default if a host proposes none (rule SS1).
pub(in crate::server) const CHUNK_SIZES: (u64, u64) = (128 << 20, 8 << 20);

/// The configured state stores, by type.
pub(in crate::server) type Stores = RwLock<BTreeMap<String, InUse>>;

/// A configured state store.
#[derive(Clone)]
pub(in crate::server) struct InUse {
    pub(in crate::server) store: Arc<dyn DynStore>,
    pub(in crate::server) chunk_size: u64,
}
