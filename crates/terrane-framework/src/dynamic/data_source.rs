//! The type-erased trait of data sources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{ReadDataContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased data source: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::context::{ReadDataContext, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynDataSource};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::{Object, Type};
///
/// /// A table of a database, whose columns are known at run time.
/// struct Table {
///     name: String,
///     block: Block,
/// }
///
/// impl Table {
///     fn new(name: &str, columns: &[&str]) -> Self {
///         let column = |name: &&str| Member::new(*name, Shape::Type(Type::String)).set_computed(false);
///         Self { name: name.to_owned(), block: Block::new(columns.iter().map(column)) }
///     }
/// }
///
/// impl DynDataSource for Table {
///     fn name(&self) -> &str {
///         &self.name
///     }
///
///     fn block(&self) -> &Block {
///         &self.block
///     }
///
///     fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
///         Ok(())
///     }
///
///     fn read(&self, mut row: Object, _: Configured, _: ReadDataContext) -> BoxFuture<Result<Object>> {
///         let names: Vec<_> = self.block.members().iter().map(|it| it.name().clone()).collect();
///         Box::pin(async move {
///             for name in names {
///                 row.set(&name, "a value of the database");
///             }
///             Ok(row)
///         })
///     }
/// }
///
/// assert_eq!(Table::new("people", &["name", "town"]).block().members().len(), 2);
/// ```
pub trait DynDataSource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// The version of the schema, which hosts show and do not use: no state of a data source is upgraded.
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

    /// Reads the data.
    fn read(
        &self,
        config: Object,
        provider: Configured,
        cx: ReadDataContext,
    ) -> BoxFuture<Result<Object>>;
}
