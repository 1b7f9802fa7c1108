//! Edits of files that keep comments and layout.

mod block;
mod items;
mod piece;
mod style;

pub use self::block::BlockMut;

use self::items::Items;
use self::style::Style;
use super::lexer::index;
use super::parse_file;
use crate::diagnostic::Diagnostics;
use crate::source::{BYTE_ORDER_MARK, Source, Span};

/// A file in native syntax that can be edited. Everything that is not edited keeps its text, and new lines have the line breaks and the indentation of the file.
///
/// A path of blocks selects a body: each block is written as its type and its labels, and is the first one with them. The empty path is the file.
/// [`block_mut`](Self::block_mut) selects the other blocks.
///
/// An edit costs the size of the item that it changes, and not that of the file.
///
/// ```
/// use terrane_hcl::syntax::Document;
///
/// let mut document = Document::parse("pet \"rex\" {\n  legs = 4 # four\n}\n")?;
/// document.set_attribute(&[&["pet", "rex"]], "legs", "3")?;
/// document.set_attribute(&[&["pet", "rex"]], "name", "\"Rex\"")?;
/// assert_eq!(document.text(), "pet \"rex\" {\n  legs = 3 # four\n  name = \"Rex\"\n}\n");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    has_byte_order_mark: bool,
    items: Items,
    style: Style,
}

impl Document {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser.
    pub fn parse(text: impl Into<String>) -> Result<Self, Diagnostics> {
        let source_text = text.into();
        let file = parse_file(&Source::detached("", source_text.clone())).into_result()?;
        let has_byte_order_mark = source_text.as_bytes().starts_with(BYTE_ORDER_MARK);
        let items = Items::of(&source_text, &file);
        let style = Style::new(&source_text, items.unit());
        Ok(Self {
            has_byte_order_mark,
            items,
            style,
        })
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.has_byte_order_mark {
            text.push('\u{feff}');
        }
        self.items.write(&mut text);
        text
    }

    /// Returns a block for edits: the one with a number, from 0, among the blocks with equal types and labels at the end of a path.
    ///
    /// ```
    /// use terrane_hcl::syntax::Document;
    ///
    /// let mut document = Document::parse("port {}\nport {}\n")?;
    /// document.block_mut(&[&["port"]], 1).unwrap().set_attribute("number", "80")?;
    /// assert_eq!(document.text(), "port {}\nport {\n  number = 80\n}\n");
    /// # Ok::<(), terrane_hcl::Diagnostics>(())
    /// ```
    pub fn block_mut(&mut self, path: &[&[&str]], number: usize) -> Option<BlockMut<'_>> {
        BlockMut::find(&mut self.items, &self.style, path, number)
    }

    /// Sets an argument of a body. Returns false if there is no such body.
    ///
    /// The expression of an existing argument is replaced. A new argument stands after the last argument of the body, or before its blocks.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the name or the expression is invalid. The document is unchanged then.
    pub fn set_attribute(
        &mut self,
        path: &[&[&str]],
        name: &str,
        expression: &str,
    ) -> Result<bool, Diagnostics> {
        if path.is_empty() {
            block::set_attribute(&mut self.items, &self.style, "", name, expression)?;
            return Ok(true);
        }
        match self.block_mut(path, 0) {
            Some(mut block) => block.set_attribute(name, expression).map(|()| true),
            None => Ok(false),
        }
    }

    /// Removes an argument of a body with its line and with the comments directly above it. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the rest is invalid. The document is unchanged then.
    pub fn remove_attribute(&mut self, path: &[&[&str]], name: &str) -> Result<bool, Diagnostics> {
        if path.is_empty() {
            return Ok(block::remove_attribute(&mut self.items, name));
        }
        match self.block_mut(path, 0) {
            Some(mut block) => block.remove_attribute(name),
            None => Ok(false),
        }
    }

    /// Adds a block at the end of a body, with the indentation of the body. Returns false if there is no such body.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the block is invalid. The document is unchanged then.
    pub fn add_block(&mut self, path: &[&[&str]], block: &str) -> Result<bool, Diagnostics> {
        if path.is_empty() {
            block::add_block(&mut self.items, &self.style, "", block)?;
            return Ok(true);
        }
        match self.block_mut(path, 0) {
            Some(mut outer) => outer.add_block(block).map(|()| true),
            None => Ok(false),
        }
    }

    /// Removes a block with the comments directly above it. Returns its text without the indentation of its place, or nothing if there is no such block.
    ///
    /// [`add_block`](Self::add_block) adds the text to another document.
    ///
    /// ```
    /// use terrane_hcl::syntax::Document;
    ///
    /// let mut document = Document::parse("a = 1\n\n# Rex\npet \"rex\" {}\n")?;
    /// let block = document.remove_block(&[&["pet", "rex"]]);
    /// assert_eq!(block.as_deref(), Some("# Rex\npet \"rex\" {}\n"));
    /// assert_eq!(document.text(), "a = 1\n");
    /// # Ok::<(), terrane_hcl::Diagnostics>(())
    /// ```
    pub fn remove_block(&mut self, path: &[&[&str]]) -> Option<String> {
        self.block_mut(path, 0).map(BlockMut::remove)
    }

    /// Moves a block with the comments directly above it to the end of another body. Returns false if there is no such block or no such body, or if the body
    /// is in the block.
    ///
    /// The block gets the indentation of its new place. Lines of heredocs keep theirs.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the result is invalid. The document is unchanged then.
    pub fn move_block(&mut self, path: &[&[&str]], to: &[&[&str]]) -> Result<bool, Diagnostics> {
        let has_place = to.is_empty() || !to.starts_with(path) && self.block_mut(to, 0).is_some();
        if !has_place {
            return Ok(false);
        }
        match self.remove_block(path) {
            Some(block) => self.add_block(to, &block),
            None => Ok(false),
        }
    }

    /// Replaces a span of the text that was parsed: the name or the expression of an argument, or any other part of it, or a part of the header of a block.
    /// Earlier edits need not be considered. Returns false if the span is not part of one argument or header, or if it ends inside of an earlier edit.
    ///
    /// ```
    /// use terrane_hcl::syntax::{Document, file_references, parse_file};
    /// use terrane_hcl::Source;
    ///
    /// let text = "a = \"${b} ${c}\"\n";
    /// let mut document = Document::parse(text)?;
    /// let file = parse_file(&Source::detached("x", text)).into_result()?;
    /// for reference in file_references(&file.body) {
    ///     document.replace(reference.root.span, &format!("new_{}", reference.root.name))?;
    /// }
    /// assert_eq!(document.text(), "a = \"${new_b} ${new_c}\"\n");
    /// # Ok::<(), terrane_hcl::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the argument or the header is invalid with the text. The document is unchanged then.
    pub fn replace(&mut self, span: Span, text: &str) -> Result<bool, Diagnostics> {
        let normalized = self.style.with_newlines(text);
        self.items
            .replace_span(index(span.start)..index(span.end), &normalized)
    }
}

impl PartialEq for Document {
    /// Returns whether the texts are equal.
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}
