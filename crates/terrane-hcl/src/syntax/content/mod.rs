//! The content of bodies by a schema, the same for native and JSON syntax.

mod json;
mod native;

use terrane_value::Text;

use super::ast::{Attribute, Block, Body};
use crate::diagnostic::Diagnostics;
use crate::source::Span;

/// The arguments and blocks that a body may contain.
///
/// It decides only about names and labels. The types of values and the numbers of blocks are checked by whoever evaluates the content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// The arguments.
    pub attributes: Vec<AttributeSchema>,
    /// The types of blocks.
    pub blocks: Vec<BlockSchema>,
}

/// An argument that a body may contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The name.
    pub name: Text,
    /// Whether the argument must be set.
    pub is_required: bool,
}

/// A type of blocks that a body may contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSchema {
    /// The type.
    pub kind: Text,
    /// The meanings of the labels, for messages.
    pub labels: Vec<Text>,
}

/// The content of a body.
#[derive(Debug, Clone, Default, PartialEq)]
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

    fn find_attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == *name)
    }

    fn find_block(&self, kind: &str) -> Option<&BlockSchema> {
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

    fn check_required(&self, schema: &BodySchema, place: Span, diagnostics: &mut Diagnostics) {
        for attribute in schema
            .attributes
            .iter()
            .filter(|attribute| attribute.is_required)
        {
            if self.attribute(&attribute.name).is_none() {
                diagnostics
                    .push(super::messages::content::missing_argument(&attribute.name).at(place));
            }
        }
    }
}

impl Body {
    /// Returns the content by a schema, and an error for everything that the schema does not have.
    ///
    /// ```
    /// use terrane_hcl::{Source, syntax};
    ///
    /// let schema = syntax::BodySchema::default().block("resource", ["type", "name"]);
    /// let native = Source::detached("main.tf", "resource \"pet\" \"rex\" {}\n");
    /// let json = Source::detached("main.tf.json", r#"{"resource": {"pet": {"rex": {}}}}"#);
    /// for file in [syntax::parse_file(&native).value, syntax::parse_json_file(&json).value] {
    ///     let (content, diagnostics) = file.body.content(&schema);
    ///     assert!(diagnostics.is_empty());
    ///     assert_eq!(content.blocks[0].labels[1].name, "rex");
    /// }
    /// ```
    pub fn content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        self.read(schema, true)
    }

    /// Returns the content by a schema, and ignores everything that the schema does not have.
    pub fn partial_content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        self.read(schema, false)
    }

    /// Returns all arguments, and an error if there are blocks.
    pub fn just_attributes(&self) -> (Vec<Attribute>, Diagnostics) {
        match self {
            Self::Native(body) => native::attributes(body),
            Self::Json(body) => json::attributes(body),
        }
    }

    fn read(&self, schema: &BodySchema, is_complete: bool) -> (Content, Diagnostics) {
        match self {
            Self::Native(body) => native::content(body, schema, is_complete),
            Self::Json(body) => json::content(body, schema, is_complete),
        }
    }
}
