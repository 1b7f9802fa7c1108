//! Edits of files that keep comments and layout.

mod blocks;

use super::ast::{Attribute, Block, Body, Comment, NativeBody};
use super::lexer::index;
use super::messages::body::several_items;
use super::parse_file;
use crate::diagnostic::Diagnostics;
use crate::source::{Source, Span};

/// A file in native syntax that can be edited. Everything that is not edited keeps its text.
///
/// A path of blocks selects a body: each block is written as its type and its labels. The empty path is the file.
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
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    text: String,
    body: Body,
    comments: Vec<Comment>,
}

impl Document {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser.
    pub fn parse(text: impl Into<String>) -> Result<Self, Diagnostics> {
        let text = text.into();
        let source = Source::detached("", text.clone());
        let file = parse_file(&source).into_result()?;
        Ok(Self {
            text,
            body: file.body,
            comments: file.comments,
        })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
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
        let Some((body, depth)) = self.find(path) else {
            return Ok(false);
        };
        check_item(&format!("{name} = {expression}\n"), |body| {
            let is_named = |it: &Attribute| it.name.name == *name;
            matches!(body.attributes.as_slice(), [it] if is_named(it)) && body.blocks.is_empty()
        })?;
        if let Some(attribute) = find_attribute(body, name) {
            let span = attribute.expression.span;
            self.replace(span.start, span.end, expression)?;
            return Ok(true);
        }
        let offset = match body.attributes.last() {
            Some(last) => self.line_end(last.span.end),
            None => self.body_start(body, depth),
        };
        let (line, span) = (
            format!("{}{name} = {expression}\n", "  ".repeat(depth)),
            body.span,
        );
        self.insert(offset, span, depth, &line)
    }

    /// Removes an argument of a body with its line. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the rest is invalid. The document is unchanged then.
    pub fn remove_attribute(&mut self, path: &[&[&str]], name: &str) -> Result<bool, Diagnostics> {
        let attribute = self
            .find(path)
            .and_then(|(body, _)| find_attribute(body, name));
        let Some(span) = attribute.map(|attribute| attribute.span) else {
            return Ok(false);
        };
        let start = self.line_start(span.start);
        let end = self.line_end(span.end);
        self.replace(start, end, "")?;
        Ok(true)
    }

    /// Adds a block at the end of a body. Returns false if there is no such body.
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the block is invalid. The document is unchanged then.
    pub fn add_block(&mut self, path: &[&[&str]], block: &str) -> Result<bool, Diagnostics> {
        let Some((body, depth)) = self.find(path) else {
            return Ok(false);
        };
        check_item(block, |body| {
            body.attributes.is_empty() && body.blocks.len() == 1
        })?;
        let offset = if depth == 0 {
            self.len()
        } else {
            self.line_start(body.span.end.saturating_sub(1))
        };
        let separator = if body.attributes.is_empty() && body.blocks.is_empty() {
            ""
        } else {
            "\n"
        };
        let (text, span) = (format!("{separator}{}\n", block.trim_end()), body.span);
        self.insert(offset, span, depth, &text)
    }

    fn find(&self, path: &[&[&str]]) -> Option<(&NativeBody, usize)> {
        let mut body = native(&self.body)?;
        for header in path {
            let block = body
                .blocks
                .iter()
                .find(|block| matches_header(block, header))?;
            body = native(&block.body)?;
        }
        Some((body, path.len()))
    }

    fn len(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    fn line_start(&self, offset: u32) -> u32 {
        let before = &self.text[..index(offset)];
        u32::try_from(before.rfind('\n').map_or(0, |newline| newline + 1)).unwrap_or(0)
    }

    fn line_end(&self, offset: u32) -> u32 {
        let rest = &self.text[index(offset)..];
        let len = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        offset + u32::try_from(len).unwrap_or(0)
    }

    fn body_start(&self, body: &NativeBody, depth: usize) -> u32 {
        if depth == 0 {
            0
        } else {
            self.line_end(body.span.start)
        }
    }

    /// Inserts lines. A body on a single line is opened for them.
    fn insert(
        &mut self,
        offset: u32,
        body: Span,
        depth: usize,
        lines: &str,
    ) -> Result<bool, Diagnostics> {
        let outer = "  ".repeat(depth.saturating_sub(1));
        let is_single_line =
            depth > 0 && !self.text[index(body.start)..index(body.end)].contains('\n');
        if is_single_line {
            let inner = self.text[index(body.start) + 1..index(body.end) - 1].trim();
            let inner = if inner.is_empty() {
                String::new()
            } else {
                format!("{outer}  {inner}\n")
            };
            let text = format!("{{\n{inner}{lines}{outer}}}");
            self.replace(body.start, body.end, &text)?;
            return Ok(true);
        }
        let needs_newline = offset > 0 && !self.text[..index(offset)].ends_with('\n');
        let text = format!("{}{lines}", if needs_newline { "\n" } else { "" });
        self.replace(offset, offset, &text)?;
        Ok(true)
    }

    fn replace(&mut self, start: u32, end: u32, text: &str) -> Result<(), Diagnostics> {
        let mut edited = self.text.clone();
        edited.replace_range(index(start)..index(end), text);
        *self = Self::parse(edited)?;
        Ok(())
    }
}

/// Checks that a text alone is the one item that is to be written, so that it changes nothing else.
fn check_item(text: &str, is_item: impl Fn(&NativeBody) -> bool) -> Result<(), Diagnostics> {
    let source = Source::detached("", text.to_owned());
    let file = parse_file(&source).into_result()?;
    if native(&file.body).is_some_and(is_item) {
        return Ok(());
    }
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(several_items().at(file.body.missing_item()));
    Err(diagnostics)
}

fn native(body: &Body) -> Option<&NativeBody> {
    match body {
        Body::Native(body) => Some(body),
        Body::Json(_) => None,
    }
}

fn find_attribute<'a>(body: &'a NativeBody, name: &str) -> Option<&'a Attribute> {
    body.attributes
        .iter()
        .find(|attribute| attribute.name.name == *name)
}

fn matches_header(block: &Block, header: &[&str]) -> bool {
    let names = std::iter::once(&block.kind).chain(&block.labels);
    names
        .map(|name| name.name.as_str())
        .eq(header.iter().copied())
}
