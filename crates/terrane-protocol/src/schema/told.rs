//! Schemas as they are told: whoever has one shows it, in whatever form it is kept, and nothing is copied.

use std::fmt::Debug;

use terrane_value::{Name, Type};

use super::{
    Attribute, AttributeKind, Block, BlockNesting, Description, DescriptionKind, NestedBlock,
    NestedObject, Nesting, Schema,
};

/// A schema that is shown.
#[derive(Debug, Clone, Copy)]
pub struct ToldSchema<'a> {
    /// Counts changes of the stored form.
    pub version: i64,
    /// The outermost block.
    pub block: &'a dyn TellBlock,
}

/// Shows what is inside a pair of braces.
pub trait TellBlock: Debug {
    /// What is said of the block as a whole.
    fn about(&self) -> About<'_>;

    /// Visits the attributes.
    fn attributes(&self, visit: &mut dyn FnMut(ToldAttribute<'_>));

    /// Visits the nested blocks.
    fn blocks(&self, visit: &mut dyn FnMut(ToldBlock<'_>));
}

/// What is said of a block as a whole.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// What it is for.
    pub description: &'a Description,
    /// Set when it should not be used any more.
    pub deprecation: Option<&'a str>,
    /// Whether the provider may fill it when the configuration leaves it out.
    pub computed: bool,
}

/// An attribute that is shown.
#[derive(Debug, Clone, Copy)]
pub struct ToldAttribute<'a> {
    /// Its name.
    pub name: &'a Name,
    /// Its type, plain or nested.
    pub kind: ToldKind<'a>,
    /// Whether the configuration must set it.
    pub required: bool,
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether hosts hide its value.
    pub sensitive: bool,
    /// Whether its value is in the configuration only.
    pub write_only: bool,
    /// What it is for.
    pub description: &'a Description,
    /// Set when it should not be used any more.
    pub deprecation: Option<&'a str>,
}

/// What an attribute that is shown holds.
#[derive(Debug, Clone, Copy)]
pub enum ToldKind<'a> {
    /// A value of this type.
    Type(&'a Type),
    /// An object, or a collection of objects, with the attributes of this block.
    Nested(Nesting, &'a dyn TellBlock),
}

/// A nested block that is shown.
#[derive(Debug, Clone, Copy)]
pub struct ToldBlock<'a> {
    /// Its name in the configuration.
    pub name: &'a Name,
    /// How often it may appear.
    pub nesting: BlockNesting,
    /// What is said of it, in place of what its inside says of itself.
    pub about: About<'a>,
    /// What is inside.
    pub block: &'a dyn TellBlock,
    /// The least number of blocks; zero for no limit.
    pub min_items: u64,
    /// The greatest number of blocks; zero for no limit.
    pub max_items: u64,
}

impl<'a> From<&'a Schema> for ToldSchema<'a> {
    fn from(schema: &'a Schema) -> Self {
        let Schema { version, block } = schema;
        Self {
            version: *version,
            block,
        }
    }
}

impl TellBlock for Block {
    fn about(&self) -> About<'_> {
        About {
            description: &self.description,
            deprecation: self.deprecation.as_deref(),
            computed: self.computed,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(ToldAttribute<'_>)) {
        self.attributes.iter().map(Attribute::told).for_each(visit);
    }

    fn blocks(&self, visit: &mut dyn FnMut(ToldBlock<'_>)) {
        self.blocks.iter().map(NestedBlock::told).for_each(visit);
    }
}

/// Objects are blocks of which nothing is said.
impl TellBlock for NestedObject {
    fn about(&self) -> About<'_> {
        const NOTHING: &Description = &Description {
            text: String::new(),
            kind: DescriptionKind::Plain,
        };
        About {
            description: NOTHING,
            deprecation: None,
            computed: false,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(ToldAttribute<'_>)) {
        self.attributes.iter().map(Attribute::told).for_each(visit);
    }

    fn blocks(&self, _: &mut dyn FnMut(ToldBlock<'_>)) {}
}

impl Attribute {
    fn told(&self) -> ToldAttribute<'_> {
        ToldAttribute {
            name: &self.name,
            kind: match &self.kind {
                AttributeKind::Type(ty) => ToldKind::Type(ty),
                AttributeKind::Nested(object) => ToldKind::Nested(object.nesting, object),
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
    fn told(&self) -> ToldBlock<'_> {
        ToldBlock {
            name: &self.name,
            nesting: self.nesting,
            about: self.block.about(),
            block: &self.block,
            min_items: self.min_items,
            max_items: self.max_items,
        }
    }
}

impl From<ToldSchema<'_>> for Schema {
    fn from(told: ToldSchema<'_>) -> Self {
        Self {
            version: told.version,
            block: Block::kept(told.block.about(), told.block),
        }
    }
}

impl Block {
    fn kept(about: About<'_>, told: &dyn TellBlock) -> Self {
        let mut blocks = Vec::new();
        told.blocks(&mut |block| blocks.push(block.into()));
        Self {
            attributes: attributes(told),
            blocks,
            description: about.description.clone(),
            deprecation: about.deprecation.map(str::to_owned),
            computed: about.computed,
        }
    }
}

impl From<ToldBlock<'_>> for NestedBlock {
    fn from(told: ToldBlock<'_>) -> Self {
        Self {
            name: told.name.clone(),
            nesting: told.nesting,
            block: Block::kept(told.about, told.block),
            min_items: told.min_items,
            max_items: told.max_items,
        }
    }
}

impl From<ToldAttribute<'_>> for Attribute {
    fn from(told: ToldAttribute<'_>) -> Self {
        Self {
            name: told.name.clone(),
            kind: match told.kind {
                ToldKind::Type(ty) => AttributeKind::Type(ty.clone()),
                ToldKind::Nested(nesting, object) => AttributeKind::Nested(NestedObject {
                    nesting,
                    attributes: attributes(object),
                }),
            },
            required: told.required,
            optional: told.optional,
            computed: told.computed,
            sensitive: told.sensitive,
            write_only: told.write_only,
            description: told.description.clone(),
            deprecation: told.deprecation.map(str::to_owned),
        }
    }
}

fn attributes(told: &dyn TellBlock) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    told.attributes(&mut |attribute| attributes.push(attribute.into()));
    attributes
}
