//! The type-erased trait of data sources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{ReadData, Validate};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased data source: its methods take and return values instead of Rust types.
pub trait DynDataSource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// The schema.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Reads the data.
    fn read(&self, config: Object, provider: Configured, cx: ReadData)
    -> BoxFuture<Result<Object>>;
}
