//! The type-erased traits of state stores.

use std::sync::Arc;

use bytes::Bytes;
use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use super::lock::Lock;
use crate::context::{Context, Validate};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased state store: its methods take and return values instead of Rust types.
pub trait DynStateStore: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// The version of the schema.
    fn version(&self) -> i64 {
        0
    }

    /// The schema.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Configures the store. All later calls share the result.
    fn configure(
        &self,
        config: Object,
        provider: Configured,
        cx: Context,
    ) -> BoxFuture<Result<Arc<dyn DynStore>>>;
}

/// A configured state store.
pub trait DynStore: Send + Sync + 'static {
    /// Reads a state. `None` if it does not exist.
    fn read(self: Arc<Self>, state: String, cx: Context) -> BoxFuture<Result<Option<Bytes>>>;

    /// Writes a state.
    fn write(self: Arc<Self>, state: String, bytes: Bytes, cx: Context) -> BoxFuture<Result<()>>;

    /// Locks a state, and returns the id of the lock. `None` if the store has no locks.
    fn lock(
        self: Arc<Self>,
        state: String,
        lock: Lock,
        cx: Context,
    ) -> BoxFuture<Result<Option<String>>>;

    /// Unlocks a state.
    fn unlock(
        self: Arc<Self>,
        state: String,
        lock_id: String,
        cx: Context,
    ) -> BoxFuture<Result<()>>;

    /// Lists the states.
    fn list(self: Arc<Self>, cx: Context) -> BoxFuture<Result<Vec<String>>>;

    /// Deletes a state.
    fn delete(self: Arc<Self>, state: String, cx: Context) -> BoxFuture<Result<()>>;
}
