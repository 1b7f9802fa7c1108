//! The type-erased traits of state stores.

use std::sync::Arc;

use bytes::Bytes;
use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use super::lock::Lock;
use crate::context::{Context, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased state store: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use std::sync::{Arc, Mutex, PoisonError};
///
/// use bytes::Bytes;
/// use terrane_framework::context::{Context, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynStateStore, DynStore, Lock};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::Block;
/// use terrane_value::Object;
///
/// /// A store in the memory of the provider.
/// struct Memory(Block);
///
/// impl DynStateStore for Memory {
///     fn name(&self) -> &str {
///         "memory"
///     }
///
///     fn block(&self) -> &Block {
///         &self.0
///     }
///
///     fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
///         Ok(())
///     }
///
///     fn configure(&self, _: Object, _: Configured, _: Context) -> BoxFuture<Result<Arc<dyn DynStore>>> {
///         Box::pin(async { Ok(Arc::new(States::default()) as Arc<dyn DynStore>) })
///     }
/// }
///
/// #[derive(Default)]
/// struct States(Mutex<BTreeMap<String, Bytes>>);
///
/// impl States {
///     fn change<T: Send + 'static>(&self, change: impl FnOnce(&mut BTreeMap<String, Bytes>) -> T) -> BoxFuture<Result<T>> {
///         let changed = change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
///         Box::pin(async { Ok(changed) })
///     }
/// }
///
/// impl DynStore for States {
///     fn read(self: Arc<Self>, state: String, _: Context) -> BoxFuture<Result<Option<Bytes>>> {
///         self.change(|states| states.get(&state).cloned())
///     }
///
///     fn write(self: Arc<Self>, state: String, bytes: Bytes, _: Context) -> BoxFuture<Result<()>> {
///         self.change(|states| _ = states.insert(state, bytes))
///     }
///
///     fn lock(self: Arc<Self>, _: String, _: Lock, _: Context) -> BoxFuture<Result<Option<String>>> {
///         Box::pin(async { Ok(None) })
///     }
///
///     fn unlock(self: Arc<Self>, _: String, _: String, _: Context) -> BoxFuture<Result<()>> {
///         Box::pin(async { Ok(()) })
///     }
///
///     fn list(self: Arc<Self>, _: Context) -> BoxFuture<Result<Vec<String>>> {
///         self.change(|states| states.keys().cloned().collect())
///     }
///
///     fn delete(self: Arc<Self>, state: String, _: Context) -> BoxFuture<Result<()>> {
///         self.change(|states| _ = states.remove(&state))
///     }
/// }
///
/// assert_eq!(Memory(Block::new([])).name(), "memory");
/// ```
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
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()>;

    /// Configures the store. All later calls share the result.
    fn configure(
        &self,
        config: Object,
        provider: Configured,
        cx: Context,
    ) -> BoxFuture<Result<Arc<dyn DynStore>>>;
}

/// A configured state store. [`DynStateStore`] has an example.
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
