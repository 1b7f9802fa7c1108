//! Borrowed views of schemas, so that any representation of a schema is encoded without a copy.

use std::fmt::Debug;

use terrane_value::{Name, Type};

use super::{
    Attribute, AttributeKind, Block, BlockNesting, Description, DescriptionKind, NestedBlock,
    NestedObject, Nesting, Schema,
};

/// A borrowed schema.
#[derive(Debug, Clone, Copy)]
pub struct SchemaRef<'a> {
    /// The version of the schema, which changes with the format of stored states.
    pub version: i64,
    /// The outermost block.
    pub block: &'a dyn DescribeBlock,
}

/// Describes the contents of a block: its attributes and nested blocks.
pub trait DescribeBlock: Debug {
    /// Returns the metadata of the block as a whole.
    fn meta(&self) -> BlockMeta<'_>;

    /// Visits the attributes.
    fn attributes(&self, visit: &mut dyn FnMut(AttributeRef<'_>));

    /// Visits the nested blocks.
    fn blocks(&self, visit: &mut dyn FnMut(BlockRef<'_>));
}

/// The metadata of a block.
#[derive(Debug, Clone, Copy)]
pub struct BlockMeta<'a> {
    /// The description of the block.
    pub description: &'a Description,
    /// The deprecation message, if the block is deprecated.
    pub deprecation: Option<&'a str>,
    /// Whether the provider may set the block when the configuration leaves it out.
    pub computed: bool,
}

/// A borrowed attribute.
#[derive(Debug, Clone, Copy)]
pub struct AttributeRef<'a> {
    /// The name of the attribute.
    pub name: &'a Name,
    /// The type of the attribute, plain or nested.
    pub kind: AttributeKindRef<'a>,
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether hosts hide its value.
    pub sensitive: bool,
    /// Whether only the configuration contains its value.
    pub write_only: bool,
    /// The description of the attribute.
    pub description: &'a Description,
    /// The deprecation message, if the attribute is deprecated.
    pub deprecation: Option<&'a str>,
}

/// The type of a borrowed attribute.
#[derive(Debug, Clone, Copy)]
pub enum AttributeKindRef<'a> {
    /// A value of this type.
    Type(&'a Type),
    /// An object, or a collection of objects, with the attributes of this block.
    Nested(Nesting, &'a dyn DescribeBlock),
}

/// A borrowed nested block.
#[derive(Debug, Clone, Copy)]
pub struct BlockRef<'a> {
    /// The name of the block in the configuration.
    pub name: &'a Name,
    /// How often the block may appear.
    pub nesting: BlockNesting,
    /// The metadata of the block, which replaces the metadata of `block`.
    pub meta: BlockMeta<'a>,
    /// The contents of the block.
    pub block: &'a dyn DescribeBlock,
    /// The least number of blocks; zero for no limit.
    pub min_items: u64,
    /// The greatest number of blocks; zero for no limit.
    pub max_items: u64,
}

impl<'a> From<&'a Schema> for SchemaRef<'a> {
    fn from(schema: &'a Schema) -> Self {
        let Schema { version, block } = schema;
        Self {
            version: *version,
            block,
        }
    }
}

impl DescribeBlock for Block {
    fn meta(&self) -> BlockMeta<'_> {
        BlockMeta {
            description: &self.description,
            deprecation: self.deprecation.as_deref(),
            computed: self.computed,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(AttributeRef<'_>)) {
        self.attributes.iter().map(Attribute::view).for_each(visit);
    }

    fn blocks(&self, visit: &mut dyn FnMut(BlockRef<'_>)) {
        self.blocks.iter().map(NestedBlock::view).for_each(visit);
    }
}

/// The object of a nested attribute is a block without metadata.
impl DescribeBlock for NestedObject {
    fn meta(&self) -> BlockMeta<'_> {
        const EMPTY: &Description = &Description {
            text: String::new(),
            kind: DescriptionKind::Plain,
        };
        BlockMeta {
            description: EMPTY,
            deprecation: None,
            computed: false,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(AttributeRef<'_>)) {
        self.attributes.iter().map(Attribute::view).for_each(visit);
    }

    fn blocks(&self, _: &mut dyn FnMut(BlockRef<'_>)) {}
}

impl Attribute {
    fn view(&self) -> AttributeRef<'_> {
        AttributeRef {
            name: &self.name,
            kind: match &self.kind {
                AttributeKind::Type(ty) => AttributeKindRef::Type(ty),
                AttributeKind::Nested(object) => AttributeKindRef::Nested(object.nesting, object),
            },
            required: self.required,
            optional: self.optional,
            computed: self.computed,
            sensitive: self.sensitive,
            write_only: self.write_only,
            description: &self.description,
            deprecation: self.deprecation.as_deref(),
        }
    }
}

impl NestedBlock {
    fn view(&self) -> BlockRef<'_> {
        BlockRef {
            name: &self.name,
            nesting: self.nesting,
            meta: self.block.meta(),
            block: &self.block,
            min_items: self.min_items,
            max_items: self.max_items,
        }
    }
}

impl From<SchemaRef<'_>> for Schema {
    fn from(view: SchemaRef<'_>) -> Self {
        Self {
            version: view.version,
            block: Block::owned(view.block.meta(), view.block),
        }
    }
}

impl Block {
    fn owned(meta: BlockMeta<'_>, view: &dyn DescribeBlock) -> Self {
        let mut blocks = Vec::new();
        view.blocks(&mut |block| blocks.push(block.into()));
        Self {
            attributes: attributes(view),
            blocks,
            description: meta.description.clone(),
            deprecation: meta.deprecation.map(str::to_owned),
            computed: meta.computed,
        }
    }
}

impl From<BlockRef<'_>> for NestedBlock {
    fn from(view: BlockRef<'_>) -> Self {
        Self {
            name: view.name.clone(),
            nesting: view.nesting,
            block: Block::owned(view.meta, view.block),
            min_items: view.min_items,
            max_items: view.max_items,
        }
    }
}

impl From<AttributeRef<'_>> for Attribute {
    fn from(view: AttributeRef<'_>) -> Self {
        Self {
            name: view.name.clone(),
            kind: match view.kind {
                AttributeKindRef::Type(ty) => AttributeKind::Type(ty.clone()),
                AttributeKindRef::Nested(nesting, object) => AttributeKind::Nested(NestedObject {
                    nesting,
                    attributes: attributes(object),
                }),
            },
            required: view.required,
            optional: view.optional,
            computed: view.computed,
            sensitive: view.sensitive,
            write_only: view.write_only,
            description: view.description.clone(),
            deprecation: view.deprecation.map(str::to_owned),
        }
    }
}

fn attributes(view: &dyn DescribeBlock) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    view.attributes(&mut |attribute| attributes.push(attribute.into()));
    attributes
}
