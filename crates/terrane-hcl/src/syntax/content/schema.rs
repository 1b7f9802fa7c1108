//! What a body may contain, and what it contains.

use terrane_value::Text;

use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::ast::{Attribute, Block};
use crate::syntax::messages;

/// The arguments and blocks that a body may contain.
///
/// It decides only about names and labels. The types of values and the numbers of blocks are checked by whoever evaluates the content.
#[derive(Debug, Clone, Default)]
pub struct BodySchema {
    pub(crate) attributes: Vec<AttributeSchema>,
    pub(crate) blocks: Vec<BlockSchema>,
}

/// An argument that a body may contain.
#[derive(Debug, Clone)]
pub(crate) struct AttributeSchema {
    pub(crate) name: Text,
    pub(crate) is_required: bool,
}

/// A type of blocks that a body may contain.
#[derive(Debug, Clone)]
pub(crate) struct BlockSchema {
    pub(crate) kind: Text,
    /// The meanings of the labels, for messages.
    pub(crate) labels: Vec<Text>,
}

/// The content of a body.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// The arguments in the order of the text.
    pub attributes: Vec<Attribute>,
    /// The blocks in the order of the text.
    pub blocks: Vec<Block>,
}

impl BodySchema {
    /// Adds an argument.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<Text>, is_required: bool) -> Self {
        self.attributes.push(AttributeSchema {
            name: name.into(),
            is_required,
        });
        self
    }

    /// Adds a type of blocks with the meanings of its labels.
    #[must_use]
    pub fn block<'a>(
        mut self,
        kind: impl Into<Text>,
        labels: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.blocks.push(BlockSchema {
            kind: kind.into(),
            labels: labels.into_iter().map(Text::from).collect(),
        });
        self
    }

    pub(super) fn find_attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == *name)
    }

    pub(super) fn find_block(&self, kind: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.kind == *kind)
    }
}

impl Content {
    /// Finds an argument by its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name.name == *name)
    }

    /// Iterates over the blocks of a type.
    pub fn blocks_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks
            .iter()
            .filter(move |block| block.kind.name == *kind)
    }

    pub(super) fn check_required(
        &self,
        schema: &BodySchema,
        place: Span,
        diagnostics: &mut Diagnostics,
    ) {
        for attribute in schema
            .attributes
            .iter()
            .filter(|attribute| attribute.is_required)
        {
            if self.attribute(&attribute.name).is_none() {
                diagnostics.push(messages::content::missing_argument(&attribute.name).at(place));
            }
        }
    }
}
