//! The dynamic form of data sources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{ReadData, Validate};
use crate::error::Result;
use crate::schema::Block;

/// The dynamic form of a data source, which works on values.
pub trait DynDataSource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The schema.
    fn block(&self) -> &Block;

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Reads the data.
    fn read(&self, config: Object, provider: Configured, cx: ReadData)
    -> BoxFuture<Result<Object>>;
}
