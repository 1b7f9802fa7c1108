//! What a provider's objects look like: schemas, identity schemas, function signatures.

mod borrowed;
mod function;
mod identity;
mod implied;
mod parts;
mod protocol_6;

use terrane_value::{Data, Map, Text, Type, Value};

pub use borrowed::{AttributeKindRef, AttributeRef, BlockMeta, BlockRef, DescribeBlock, SchemaRef};
pub use function::{Function, Parameter};
pub use identity::{IdentityAttribute, IdentitySchema};
pub use parts::{SchemaPart, Schemas, TypeKind};
pub use protocol_6::{Protocol6Feature, Protocol6Need};

/// Describes the configuration and the state of one kind of object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schema {
    /// Counts changes of the stored form; states written by older versions are upgraded.
    pub version: i64,
    /// The outermost block.
    pub block: Block,
}

/// Describes the inside of a pair of braces: attributes and nested blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The nested blocks.
    pub blocks: Vec<NestedBlock>,
    /// What it is for.
    pub description: Description,
    /// Set when it should not be used any more: why and what to use instead. May be empty.
    pub deprecation: Option<String>,
    /// Whether the provider may fill it when the configuration leaves it out. Protocol 6 only.
    pub computed: bool,
}

/// Describes one attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: Text,
    /// Its type, plain or nested.
    pub kind: AttributeKind,
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether hosts hide its value.
    pub sensitive: bool,
    /// Whether its value is in the configuration only, never in plan or state.
    pub write_only: bool,
    /// What it is for.
    pub description: Description,
    /// Set when it should not be used any more: why and what to use instead. May be empty.
    pub deprecation: Option<String>,
}

/// Says what an attribute holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeKind {
    /// A value of this type.
    Type(Type),
    /// An object, or a collection of objects, whose attributes have schemas of their own. Protocol 6 only.
    Nested(NestedObject),
}

/// Describes the objects of a nested attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NestedObject {
    /// Whether there is one object or a collection.
    pub nesting: Nesting,
    /// The attributes of each object.
    pub attributes: Vec<Attribute>,
}

/// How many objects a nested attribute has, and how they are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One object or null.
    Single,
    /// Objects in order.
    List,
    /// Objects that differ from each other.
    Set,
    /// Objects by key.
    Map,
}

/// Describes a block inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NestedBlock {
    /// Its name in the configuration.
    pub name: Text,
    /// How often it may appear, and what that makes of its value.
    pub nesting: BlockNesting,
    /// What is inside.
    pub block: Block,
    /// The least number of blocks; zero for no limit.
    pub min_items: u64,
    /// The greatest number of blocks; zero for no limit.
    pub max_items: u64,
}

/// Says how often a block may appear, and what that makes of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockNesting {
    /// At most once: an object, null when left out.
    Single,
    /// At most once: an object even when left out.
    Group,
    /// Any number of times, in order.
    List,
    /// Any number of times, differing from each other.
    Set,
    /// Any number of times, each with a label as its key.
    Map,
}

impl BlockNesting {
    /// Whether there may be several blocks, so that their value is empty, and never null, when there is none.
    #[must_use]
    pub const fn is_collection(self) -> bool {
        matches!(self, Self::List | Self::Set | Self::Map)
    }

    /// The value of a block that is missing: empty for a collection, null for a single one.
    #[must_use]
    pub fn absent(self) -> Value {
        match self {
            Self::Single | Self::Group => Value::Null,
            Self::List => Value::Known(Data::List(Vec::new())),
            Self::Set => Value::Known(Data::Set(terrane_value::Set::default())),
            Self::Map => Value::Known(Data::Map(Map::new())),
        }
    }
}

/// Explains something to the reader of the documentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// The words.
    pub text: String,
    /// How to read them.
    pub kind: DescriptionKind,
}

/// Says how a description is to be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DescriptionKind {
    /// As they stand.
    #[default]
    Plain,
    /// As Markdown.
    Markdown,
}

impl Description {
    /// Creates a description that is read as it stands.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            kind: DescriptionKind::Plain,
        }
    }

    /// Creates a description in Markdown.
    pub fn markdown(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            kind: DescriptionKind::Markdown,
        }
    }
}

impl Attribute {
    /// Creates an attribute of the given type with all flags off.
    ///
    /// ```
    /// use terrane_protocol::schema::Attribute;
    /// use terrane_value::Type;
    ///
    /// let legs = Attribute { required: true, ..Attribute::new("legs", Type::Number) };
    /// assert_eq!(legs.ty(), Type::Number);
    /// ```
    pub fn new(name: impl Into<Text>, ty: Type) -> Self {
        Self {
            name: name.into(),
            kind: AttributeKind::Type(ty),
            ..Self::default()
        }
    }

    /// Creates a nested attribute with all flags off.
    pub fn nested(
        name: impl Into<Text>,
        nesting: Nesting,
        attributes: impl IntoIterator<Item = Self>,
    ) -> Self {
        Self {
            name: name.into(),
            kind: AttributeKind::Nested(NestedObject {
                nesting,
                attributes: attributes.into_iter().collect(),
            }),
            ..Self::default()
        }
    }
}

impl Default for AttributeKind {
    fn default() -> Self {
        Self::Type(Type::Dynamic)
    }
}

impl Schema {
    /// Finds a top-level attribute by its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.block.attribute(name)
    }
}

impl Block {
    /// Finds an attribute by its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name == name)
    }

    /// Finds a nested block by its name.
    pub fn nested(&self, name: &str) -> Option<&NestedBlock> {
        self.blocks.iter().find(|block| &*block.name == name)
    }
}
