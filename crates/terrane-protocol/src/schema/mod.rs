//! Schemas, identity schemas and function signatures of a provider.

mod code;
mod function;
mod identity;
mod implied;
pub mod json;
mod parts;
mod protocol_6;

use terrane_value::{Data, Map, Text, Type, Value};

pub use code::code_span;
pub use function::{Function, Parameter};
pub use identity::{IdentityAttribute, IdentitySchema};
pub use parts::{SchemaPart, Schemas, TypeKind};

/// The arguments that hosts read in every `resource`, `data` and `ephemeral` block. No schema of these kinds can have an attribute of such a name.
pub const META_ARGUMENTS: [&str; 7] = [
    "connection",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
];

/// The arguments and blocks that hosts read or reserve in every `provider` block. No settings of a provider can have an attribute of such a name.
pub const PROVIDER_META_ARGUMENTS: [&str; 8] = [
    "alias",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "locals",
    "source",
    "version",
];

/// Describes the configuration and the state of one kind of object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Schema {
    /// The version of the schema. Stored states of older versions are upgraded.
    pub version: i64,
    /// The outermost block.
    pub block: Block,
}

/// Describes the contents of a block: attributes and nested blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The nested blocks.
    pub blocks: Vec<NestedBlock>,
    /// The description of the block.
    pub description: Description,
    /// The deprecation message, if the block is deprecated: the reason and what to use instead. May be empty.
    pub deprecation: Option<String>,
    /// Whether the provider may set the block if the configuration does not contain it. Protocol 6 only.
    pub computed: bool,
}

/// Describes one attribute.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attribute {
    /// The name of the attribute.
    pub name: Text,
    /// The type of the attribute, plain or nested.
    pub kind: AttributeKind,
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether hosts hide its value.
    pub sensitive: bool,
    /// Whether only the configuration contains its value, and never a plan or state.
    pub write_only: bool,
    /// The description of the attribute.
    pub description: Description,
    /// The deprecation message, if the attribute is deprecated: the reason and what to use instead. May be empty.
    pub deprecation: Option<String>,
}

/// The type of an attribute.
#[derive(Debug, Clone, PartialEq)]
pub enum AttributeKind {
    /// A value of this type.
    Type(Type),
    /// An object, or a collection of objects, whose attributes have schemas of their own. Protocol 6 only.
    Nested(NestedObject),
}

/// Describes the objects of a nested attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct NestedObject {
    /// Whether there is one object or a collection.
    pub nesting: Nesting,
    /// The attributes of each object.
    pub attributes: Vec<Attribute>,
}

/// How many objects a nested attribute has, and how they are distinguished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nesting {
    /// One object or null.
    Single,
    /// A list of objects.
    List,
    /// A set of objects.
    Set,
    /// A map of objects.
    Map,
}

/// Describes a block inside a block.
#[derive(Debug, Clone, PartialEq)]
pub struct NestedBlock {
    /// The name of the block in the configuration.
    pub name: Text,
    /// How often the block may appear, and the form of its value.
    pub nesting: BlockNesting,
    /// The contents of the block.
    pub block: Block,
    /// The minimum number of blocks. Zero means no limit.
    pub min_items: u64,
    /// The maximum number of blocks. Zero means no limit.
    pub max_items: u64,
}

/// How often a block may appear, and the form of its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BlockNesting {
    /// At most once. The value is an object, or null if the block is left out.
    Single,
    /// At most once. The value is an object even if the block is left out.
    Group,
    /// Any number of times. The value is a list.
    List,
    /// Any number of times. The value is a set.
    Set,
    /// Any number of times, each with a label. The value is a map with the labels as keys.
    Map,
}

impl BlockNesting {
    /// Whether the value is a collection, which is empty and never null if no block is configured.
    #[must_use]
    pub const fn is_collection(self) -> bool {
        matches!(self, Self::List | Self::Set | Self::Map)
    }

    /// Returns the value of a block that is left out: empty for a collection, and null for a single block.
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

/// A description for the documentation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Description {
    /// The text.
    pub text: String,
    /// The format of the text.
    pub kind: DescriptionKind,
}

/// The format of a description.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum DescriptionKind {
    /// Plain text.
    #[default]
    Plain,
    /// Markdown.
    Markdown,
}

impl Description {
    /// Creates a description in plain text.
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
    /// Whether the block has no attribute and no nested block.
    pub const fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.blocks.is_empty()
    }

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
