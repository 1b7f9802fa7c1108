//! The differences between two schemas.

use std::fmt;

use terrane_value::Path;

use crate::class::ChangeClass;

/// A difference between two schemas, from an earlier schema to a later one.
///
/// The order of attributes and blocks is no difference, because hosts do not see it.
///
/// ```
/// use terrane_protocol::schema::{Attribute, Schema};
/// use terrane_schema::{ChangeClass, ItemDifferences};
/// use terrane_value::Type;
///
/// let (mut before, mut after) = (Schema::default(), Schema::default());
/// before.block.attributes.push(Attribute { optional: true, ..Attribute::new("legs", Type::Number) });
/// after.block.attributes.push(Attribute { required: true, ..Attribute::new("legs", Type::Number) });
/// let found = before.differences("resource zoo_pet", &after);
/// assert_eq!(found[0].to_string(), "resource zoo_pet, legs: presence was optional, is required");
/// assert_eq!(found[0].class, ChangeClass::Major);
/// assert_eq!(found[0].reason, "configurations without a value are refused");
/// ```
#[derive(Debug, PartialEq)]
pub struct SchemaDifference {
    /// The item whose schema differs, such as `resource zoo_pet`.
    pub owner: String,
    /// The path in that schema. The root path means the item as a whole.
    pub path: Path,
    /// The change.
    pub change: SchemaChange,
    /// The class of the change, for the next version number of the provider.
    pub class: ChangeClass,
    /// Why the change has this class: what happens to users.
    pub reason: &'static str,
}

/// A change of a schema.
#[derive(Debug, PartialEq)]
pub enum SchemaChange {
    /// Only the later schema has the element: `attribute`, `block`, `resource` and so on.
    Added(&'static str),
    /// Only the earlier schema has the element.
    Removed(&'static str),
    /// A property of the element differs.
    Changed {
        /// The property, such as `type` or `description`.
        property: &'static str,
        /// The value in the earlier schema.
        before: String,
        /// The value in the later schema.
        after: String,
    },
}

impl fmt::Display for SchemaDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.owner)?;
        if !self.path.is_root() {
            write!(f, ", {}", self.path)?;
        }
        match &self.change {
            SchemaChange::Added(element) => write!(f, ": {element} added"),
            SchemaChange::Removed(element) => write!(f, ": {element} removed"),
            SchemaChange::Changed {
                property,
                before,
                after,
            } => write!(f, ": {property} was {before}, is {after}"),
        }
    }
}
