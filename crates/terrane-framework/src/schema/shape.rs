//! The shape of an attribute or nested block.

use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::Type;

use super::Block;

/// The shape of an attribute or nested block: its type or nested schema.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Shape {
    /// A plain attribute of this type.
    Type(Type),
    /// A nested attribute (protocol 6): an object, or a collection of objects, with their own attributes.
    Nested {
        /// The kind of collection, or a single object.
        nesting: Nesting,
        /// The schema of each object.
        object: Block,
    },
    /// A nested block.
    Block {
        /// The kind of collection, or a single block.
        nesting: BlockNesting,
        /// The contents of each block.
        block: Block,
        /// The minimum number of blocks. 0 means no limit.
        min_items: u64,
        /// The maximum number of blocks. 0 means no limit.
        max_items: u64,
    },
}

impl Shape {
    /// The type of the values of this shape.
    #[must_use]
    pub fn ty(&self) -> Type {
        match self {
            Shape::Type(ty) => ty.clone(),
            Shape::Nested { object: block, .. } | Shape::Block { block, .. } => {
                match self.nesting() {
                    Some(Nesting::List) => Type::list(block.ty()),
                    Some(Nesting::Set) => Type::set(block.ty()),
                    Some(Nesting::Map) => Type::map(block.ty()),
                    Some(Nesting::Single) | None => block.ty(),
                }
            }
        }
    }

    /// How the nested objects are held. A group is a single object.
    fn nesting(&self) -> Option<Nesting> {
        match self {
            Shape::Type(_) => None,
            Shape::Nested { nesting, .. } => Some(*nesting),
            Shape::Block { nesting, .. } => Some(match nesting {
                BlockNesting::Single | BlockNesting::Group => Nesting::Single,
                BlockNesting::List => Nesting::List,
                BlockNesting::Set => Nesting::Set,
                BlockNesting::Map => Nesting::Map,
            }),
        }
    }

    /// Returns the schema of a single object. `None` for collections.
    pub(crate) fn single(&self) -> Option<&Block> {
        let is_single = self.nesting() == Some(Nesting::Single);
        self.nested().filter(|_| is_single)
    }

    /// Whether the shape is a set of objects.
    pub(crate) fn is_set(&self) -> bool {
        self.nesting() == Some(Nesting::Set)
    }

    /// Returns the schema of nested objects or blocks. `None` for a plain attribute.
    #[must_use]
    pub fn nested(&self) -> Option<&Block> {
        match self {
            Shape::Type(_) => None,
            Shape::Nested { object, .. } => Some(object),
            Shape::Block { block, .. } => Some(block),
        }
    }
}
