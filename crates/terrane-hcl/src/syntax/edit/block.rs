//! Edits of one body.

use std::ops::Range;

use super::items::{Content, Items, Key};
use super::piece::{item, several};
use super::style::Style;
use crate::diagnostic::Diagnostics;
use crate::syntax::ast::NativeBody;
use crate::syntax::lexer::index;
use crate::syntax::quoted;

/// A block of a [`Document`](super::Document), for edits.
#[derive(Debug)]
pub struct BlockMut<'a> {
    /// The body that contains the block.
    outer: &'a mut Items,
    key: Key,
    style: &'a Style,
}

impl<'a> BlockMut<'a> {
    pub(super) fn find(
        items: &'a mut Items,
        style: &'a Style,
        path: &[&[&str]],
        number: usize,
    ) -> Option<Self> {
        let (header, rest) = path.split_first()?;
        let key = items.block(header, if rest.is_empty() { number } else { 0 })?;
        if rest.is_empty() {
            return Some(Self {
                outer: items,
                key,
                style,
            });
        }
        match &mut items.get_mut(key)?.content {
            Content::Block(_, items, _) => Self::find(items, style, rest, number),
            Content::Attribute(_) | Content::Line(_) => None,
        }
    }

    /// Returns a block inside of this one, see [`Document::block_mut`](super::Document::block_mut).
    pub fn block_mut(&mut self, path: &[&[&str]], number: usize) -> Option<BlockMut<'_>> {
        match &mut self.outer.get_mut(self.key)?.content {
            Content::Block(_, items, _) => BlockMut::find(items, self.style, path, number),
            Content::Attribute(_) | Content::Line(_) => None,
        }
    }

    /// Sets an argument, see [`Document::set_attribute`](super::Document::set_attribute).
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the name or the expression is invalid. The document is unchanged then.
    pub fn set_attribute(&mut self, name: &str, expression: &str) -> Result<(), Diagnostics> {
        let normalized = self.style.with_newlines(expression);
        check_attribute(name, &normalized)?;
        if let Some(place) = self.in_line(|body| expression_of(body, name)) {
            return self.outer.replace(self.key, place, &normalized).map(drop);
        }
        let style = self.style;
        let (items, outer) = self.items()?;
        set_attribute(
            items,
            style,
            &format!("{outer}{}", style.unit),
            name,
            &normalized,
        )
    }

    /// Removes an argument, see [`Document::remove_attribute`](super::Document::remove_attribute).
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the rest is invalid. The document is unchanged then.
    pub fn remove_attribute(&mut self, name: &str) -> Result<bool, Diagnostics> {
        let content = |body: &NativeBody| {
            expression_of(body, name)?;
            Some(index(body.span.start) + 1..index(body.span.end) - 1)
        };
        if let Some(place) = self.in_line(content) {
            return self.outer.replace(self.key, place, "");
        }
        match self.outer.get_mut(self.key).map(|item| &mut item.content) {
            Some(Content::Block(_, items, _)) => Ok(remove_attribute(items, name)),
            _ => Ok(false),
        }
    }

    /// Adds a block at the end, see [`Document::add_block`](super::Document::add_block).
    ///
    /// # Errors
    ///
    /// Returns the errors of the parser if the block is invalid. The document is unchanged then.
    pub fn add_block(&mut self, block: &str) -> Result<(), Diagnostics> {
        check_block(block)?;
        let style = self.style;
        let (items, outer) = self.items()?;
        add_block(items, style, &format!("{outer}{}", style.unit), block)
    }

    /// Replaces the labels.
    ///
    /// ```
    /// use terrane_hcl::syntax::Document;
    ///
    /// let mut document = Document::parse("pet \"dog\" \"rex\" { # a dog\n}\n")?;
    /// document.block_mut(&[&["pet", "dog", "rex"]], 0).unwrap().set_labels(&["dog", "max"])?;
    /// assert_eq!(document.text(), "pet \"dog\" \"max\" { # a dog\n}\n");
    /// # Ok::<(), terrane_hcl::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Refuses labels that contain a line break. The document is unchanged then.
    pub fn set_labels(&mut self, labels: &[&str]) -> Result<(), Diagnostics> {
        let Some(block) = self
            .parsed()
            .and_then(|body| body.blocks.into_iter().next())
        else {
            return Ok(());
        };
        if labels.iter().any(|label| label.contains(['\n', '\r'])) {
            return Err(several(block.header));
        }
        let start = index(block.kind.span.end);
        let end = block
            .labels
            .last()
            .map_or(start, |last| index(last.span.end));
        let quoted_labels: Vec<String> = labels
            .iter()
            .map(|it| format!(" \"{}\"", quoted(it)))
            .collect();
        self.outer
            .replace(self.key, start..end, &quoted_labels.concat())
            .map(drop)
    }

    /// Removes the block, see [`Document::remove_block`](super::Document::remove_block).
    pub fn remove(self) -> String {
        let text = self.outer.remove(self.key).unwrap_or_default();
        self.style.indented(&text, "")
    }

    /// Returns the items and the indentation of the block. A block on one line is opened for them.
    fn items(&mut self) -> Result<(&mut Items, String), Diagnostics> {
        self.outer.open(self.key, self.style)?;
        if let Some(item) = self.outer.get_mut(self.key) {
            let indentation = item.indentation().to_owned();
            if let Content::Block(_, items, _) = &mut item.content {
                return Ok((items, indentation));
            }
        }
        Err(several(Default::default()))
    }

    /// Returns the block without its content.
    fn parsed(&self) -> Option<NativeBody> {
        match &self.outer.get(self.key)?.content {
            Content::Block(open, ..) => item(&(open.text.clone() + "}\n")).ok(),
            Content::Line(piece) | Content::Attribute(piece) => item(&piece.text).ok(),
        }
    }

    /// Finds a place in the content of a block on one line.
    fn in_line(
        &self,
        find: impl FnOnce(&NativeBody) -> Option<Range<usize>>,
    ) -> Option<Range<usize>> {
        let Content::Line(piece) = &self.outer.get(self.key)?.content else {
            return None;
        };
        let body = item(&piece.text).ok()?;
        find(body.blocks.first()?.body.native()?)
    }
}

/// Sets an argument of a body whose items have an indentation, unless siblings have another one.
pub(super) fn set_attribute(
    items: &mut Items,
    style: &Style,
    indentation: &str,
    name: &str,
    expression: &str,
) -> Result<(), Diagnostics> {
    let normalized = style.with_newlines(expression);
    check_attribute(name, &normalized)?;
    if let Some(key) = items.attribute(name) {
        let place = items
            .get(key)
            .and_then(|existing| match &existing.content {
                Content::Attribute(piece) => expression_of(&item(&piece.text).ok()?, name),
                Content::Line(_) | Content::Block(..) => None,
            })
            .ok_or_else(|| several(Default::default()))?;
        return items.replace(key, place, &normalized).map(drop);
    }
    let sibling = items.last_attribute().or_else(|| items.first());
    let own_indentation = sibling
        .map_or(indentation, |it| it.indentation())
        .to_owned();
    let line = format!("{name} = {normalized}{}", style.newline);
    items.add_attribute(&line, &own_indentation)
}

/// Removes an argument. Returns false if there is none.
pub(super) fn remove_attribute(items: &mut Items, name: &str) -> bool {
    let key = items.attribute(name);
    key.and_then(|key| items.remove(key)).is_some()
}

/// Adds a block at the end of a body whose items have an indentation, unless siblings have another one.
pub(super) fn add_block(
    items: &mut Items,
    style: &Style,
    indentation: &str,
    block: &str,
) -> Result<(), Diagnostics> {
    check_block(block)?;
    let own_indentation = items.last().map_or(indentation, |it| it.indentation());
    let text = style.indented(
        block.trim_end().trim_start_matches(['\n', '\r']),
        own_indentation,
    );
    let added = Items::new(&style.with_newlines(&(text + "\n")))?;
    items.add_block(added, style);
    Ok(())
}

fn check_attribute(name: &str, expression: &str) -> Result<(), Diagnostics> {
    let body = item(&format!("{name} = {expression}\n"))?;
    match expression_of(&body, name) {
        Some(_) => Ok(()),
        None => Err(several(body.span)),
    }
}

fn check_block(block: &str) -> Result<(), Diagnostics> {
    let body = item(block)?;
    if body.blocks.is_empty() {
        Err(several(body.span))
    } else {
        Ok(())
    }
}

fn expression_of(body: &NativeBody, name: &str) -> Option<Range<usize>> {
    let mut attributes = body.attributes.iter();
    let attribute = attributes.find(|attribute| attribute.name.name == *name)?;
    let span = attribute.expression.span;
    Some(index(span.start)..index(span.end))
}
