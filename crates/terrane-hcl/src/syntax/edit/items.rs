//! The items of a body: arguments and blocks in the order of the text. An edit changes no other items than its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{Bound, Range};

use super::piece::{Piece, item};
use super::style::Style;
use crate::diagnostic::Diagnostics;
use crate::source::{BYTE_ORDER_MARK, Source};
use crate::syntax::ast::{Block, Comment, File, NativeBody};
use crate::syntax::lexer::index;
use crate::syntax::parse_file;

/// The place of an item among its siblings: the number of an item that was parsed, and a number among new items after it.
pub(super) type Key = (u32, u32);

/// The type and the labels of a block.
pub(super) type Header = Vec<String>;

/// The content of a file or of a block.
#[derive(Debug, Clone, Default)]
pub(super) struct Items {
    items: BTreeMap<Key, Item>,
    names: HashMap<String, Key>,
    attributes: BTreeSet<Key>,
    headers: HashMap<Header, BTreeSet<Key>>,
    /// The starts of the items that were parsed, in their order.
    starts: Vec<(usize, Key)>,
    /// The text after the last item, up to the closing brace.
    pub(super) end: String,
}

#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The comments and blank lines before the item, and its indentation.
    before: String,
    pub(super) content: Content,
}

#[derive(Debug, Clone)]
pub(super) enum Content {
    /// An argument with the rest of its line.
    Attribute(Piece),
    /// A block whose content is on the line of its header.
    Line(Piece),
    /// A block over several lines: the header with the brace, the items, and the closing brace, each with the rest of its line.
    Block(Piece, Box<Items>, String),
}

impl Item {
    fn write(&self, text: &mut String) {
        *text += &self.before;
        match &self.content {
            Content::Attribute(piece) | Content::Line(piece) => *text += &piece.text,
            Content::Block(open, items, close) => {
                *text += &open.text;
                items.write(text);
                *text += close;
            }
        }
    }

    fn piece(&self) -> &Piece {
        match &self.content {
            Content::Attribute(piece) | Content::Line(piece) | Content::Block(piece, ..) => piece,
        }
    }

    fn piece_mut(&mut self) -> &mut Piece {
        match &mut self.content {
            Content::Attribute(piece) | Content::Line(piece) | Content::Block(piece, ..) => piece,
        }
    }

    /// Returns what must follow the piece to make it a whole item.
    fn rest(&self) -> &'static str {
        match self.content {
            Content::Block(..) => "}\n",
            Content::Attribute(_) | Content::Line(_) => "",
        }
    }

    /// Returns the text between the last line break and the item.
    pub(super) fn indentation(&self) -> &str {
        let line = self.before.rfind('\n').map_or(0, |newline| newline + 1);
        let last_line = &self.before[line..];
        &last_line[..last_line.len() - last_line.trim_start_matches([' ', '\t']).len()]
    }

    /// Returns the text with its last line break.
    fn last_line(&mut self) -> &mut String {
        match &mut self.content {
            Content::Attribute(piece) | Content::Line(piece) => &mut piece.text,
            Content::Block(_, _, close) => close,
        }
    }
}

impl Items {
    /// Reads a file.
    pub(super) fn of(text: &str, file: &File) -> Self {
        let Some(body) = file.body.native() else {
            return Self::default();
        };
        let reader = Reader {
            text,
            comments: &file.comments,
        };
        let start = if text.as_bytes().starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        reader.items(body, start, text.len())
    }

    /// Reads the items of a text that belongs to no file.
    pub(super) fn new(text: &str) -> Result<Self, Diagnostics> {
        let file = parse_file(&Source::detached("", text.to_owned())).into_result()?;
        let mut items = Self::of(text, &file);
        items.forget_origins();
        Ok(items)
    }

    fn forget_origins(&mut self) {
        self.starts.clear();
        for item in self.items.values_mut() {
            item.piece_mut().forget_origin();
            if let Content::Block(_, items, _) = &mut item.content {
                items.forget_origins();
            }
        }
    }

    pub(super) fn write(&self, text: &mut String) {
        for item in self.items.values() {
            item.write(text);
        }
        *text += &self.end;
    }

    pub(super) fn last(&self) -> Option<&Item> {
        self.items.values().next_back()
    }

    pub(super) fn first(&self) -> Option<&Item> {
        self.items.values().next()
    }

    pub(super) fn get(&self, key: Key) -> Option<&Item> {
        self.items.get(&key)
    }

    pub(super) fn get_mut(&mut self, key: Key) -> Option<&mut Item> {
        self.items.get_mut(&key)
    }

    pub(super) fn attribute(&self, name: &str) -> Option<Key> {
        self.names.get(name).copied()
    }

    /// Returns the block with a number among the blocks with equal headers.
    pub(super) fn block(&self, header: &[&str], number: usize) -> Option<Key> {
        let owned_header: Header = header.iter().map(|name| (*name).to_owned()).collect();
        self.headers.get(&owned_header)?.iter().nth(number).copied()
    }

    fn add_name(&mut self, key: Key, body: &NativeBody) {
        for attribute in &body.attributes {
            self.names.insert(attribute.name.name.to_string(), key);
            self.attributes.insert(key);
        }
        for block in &body.blocks {
            self.headers.entry(header(block)).or_default().insert(key);
        }
    }

    fn remove_name(&mut self, key: Key, body: &NativeBody) {
        for attribute in &body.attributes {
            self.names.remove(attribute.name.name.as_str());
            self.attributes.remove(&key);
        }
        for block in &body.blocks {
            if let Some(keys) = self.headers.get_mut(&header(block)) {
                keys.remove(&key);
            }
        }
    }

    /// Parses an item without the content of its block.
    fn parse(item: &Item) -> Result<NativeBody, Diagnostics> {
        self::item(&(item.piece().text.clone() + item.rest()))
    }

    /// Replaces a part of an item's piece, if the item stays valid.
    pub(super) fn replace(
        &mut self,
        key: Key,
        place: Range<usize>,
        text: &str,
    ) -> Result<bool, Diagnostics> {
        let Some(item) = self.items.get(&key) else {
            return Ok(false);
        };
        let before = Self::parse(item)?;
        let (piece, after) = item.piece().replaced(place, text, item.rest())?;
        let is_same_kind = before.attributes.len() == after.attributes.len();
        let collides = after.attributes.iter().any(|attribute| {
            let other = self.names.get(attribute.name.name.as_str());
            other.is_some_and(|other| *other != key)
        });
        if !is_same_kind || collides {
            return Err(super::piece::several(Default::default()));
        }
        self.remove_name(key, &before);
        self.add_name(key, &after);
        if let Some(item) = self.items.get_mut(&key) {
            *item.piece_mut() = piece;
        }
        Ok(true)
    }

    /// Replaces a span of the text that was parsed. Returns false if it is not part of one item.
    pub(super) fn replace_span(
        &mut self,
        span: Range<usize>,
        text: &str,
    ) -> Result<bool, Diagnostics> {
        let after = self
            .starts
            .partition_point(|(start, _)| *start <= span.start);
        let Some((_, key)) = after.checked_sub(1).map(|last| self.starts[last]) else {
            return Ok(false);
        };
        let Some(item) = self.items.get_mut(&key) else {
            return Ok(false);
        };
        if let Some(place) = item.piece().place(&span) {
            return self.replace(key, place, text);
        }
        match &mut item.content {
            Content::Block(_, items, _) => items.replace_span(span, text),
            Content::Attribute(_) | Content::Line(_) => Ok(false),
        }
    }

    /// Adds an argument after the last one, or before all other items.
    pub(super) fn add_attribute(
        &mut self,
        line: &str,
        indentation: &str,
    ) -> Result<(), Diagnostics> {
        let body = item(line)?;
        let last = self.attributes.last().copied();
        let key = last.map_or((0, 0), |(number, more)| (number, more + 1));
        if let Some(last) = last.and_then(|last| self.items.get_mut(&last)) {
            end_line(last.last_line(), line);
        }
        let item = Item {
            before: indentation.to_owned(),
            content: Content::Attribute(Piece::new(line, None)),
        };
        self.add_name(key, &body);
        self.items.insert(key, item);
        Ok(())
    }

    /// Adds the one block of other items at the end.
    pub(super) fn add_block(&mut self, added: Self, style: &Style) {
        let Some((_, mut item)) = added.items.into_iter().next() else {
            return;
        };
        let closing = self.end.rfind('\n').map_or(0, |newline| newline + 1);
        let closing_line = if self.end[closing..].trim().is_empty() {
            self.end.split_off(closing)
        } else {
            String::new()
        };
        let last = self.items.last_entry().map(|entry| entry.into_mut());
        match last {
            Some(last) if self.end.is_empty() => end_line(last.last_line(), style.newline),
            _ if self.end.is_empty() => {}
            _ => end_line(&mut self.end, style.newline),
        }
        let mut before = std::mem::take(&mut self.end);
        if !self.items.is_empty() && !ends_with_blank_line(&before) {
            before += style.newline;
        }
        item.before.insert_str(0, &before);
        let number = self
            .items
            .last_key_value()
            .map_or(0, |((number, _), _)| *number);
        let key = (number + 1, 0);
        if let Ok(body) = Self::parse(&item) {
            self.add_name(key, &body);
        }
        self.items.insert(key, item);
        self.end = added.end + &closing_line;
    }

    /// Removes an item with the comments directly above it, and returns their text.
    pub(super) fn remove(&mut self, key: Key) -> Option<String> {
        let mut item = self.items.remove(&key)?;
        if let Ok(body) = Self::parse(&item) {
            self.remove_name(key, &body);
        }
        let own = start_with_comments(&item.before);
        let own_lines = item.before.split_off(own);
        let mut before = std::mem::replace(&mut item.before, own_lines);
        let mut text = String::new();
        item.write(&mut text);
        let is_first = before.is_empty() && self.items.range(..key).next().is_none();
        let has_blank = ends_with_blank_line(&before);
        let later = (Bound::Excluded(key), Bound::Unbounded);
        let next = self.items.range_mut(later).next();
        let has_next = next.is_some();
        let next_text = next.map_or(&mut self.end, |(_, next)| &mut next.before);
        let is_last = !has_next && !next_text.contains('\n') && next_text.trim().is_empty();
        let blank = next_text.find('\n').map_or(0, |newline| newline + 1);
        let is_blank_next = blank > 0 && next_text[..blank].trim().is_empty();
        if is_blank_next && !is_last && (is_first || has_blank) {
            next_text.replace_range(..blank, "");
        } else if is_last && !is_first && has_blank {
            let line = before.strip_suffix('\n').unwrap_or(&before);
            before.truncate(line.rfind('\n').map_or(0, |newline| newline + 1));
        }
        next_text.insert_str(0, &before);
        Some(text)
    }

    /// Turns a block on one line into one on several lines, which has no place in the text that was parsed.
    pub(super) fn open(&mut self, key: Key, style: &Style) -> Result<(), Diagnostics> {
        let Some(item) = self.items.get_mut(&key) else {
            return Ok(());
        };
        let Content::Line(piece) = &item.content else {
            return Ok(());
        };
        let body = self::item(&piece.text)?;
        let Some(inner) = body.blocks.first().and_then(|block| block.body.native()) else {
            return Ok(());
        };
        let (start, end) = (index(inner.span.start) + 1, index(inner.span.end) - 1);
        let outer = item.indentation();
        let content = match piece.text[start..end].trim() {
            "" => String::new(),
            content => format!("{outer}{}{content}{}", style.unit, style.newline),
        };
        let (header, close) = (&piece.text[..start], &piece.text[end..]);
        let text = format!("{header}{}{content}{outer}{close}", style.newline);
        if let Some(opened) = Self::new(&text)?.items.into_values().next() {
            item.content = opened.content;
        }
        Ok(())
    }

    pub(super) fn last_attribute(&self) -> Option<&Item> {
        self.attributes.last().and_then(|key| self.items.get(key))
    }

    /// Returns the shortest indentation of an item in a block that is not indented itself.
    pub(super) fn unit(&self) -> Option<&str> {
        let blocks = self.items.values().filter_map(|item| match &item.content {
            Content::Block(_, items, _) if item.indentation().is_empty() => Some(items),
            _ => None,
        });
        let inner = blocks.flat_map(|items| items.items.values());
        let indentations = inner.map(Item::indentation).filter(|it| !it.is_empty());
        indentations.min_by_key(|indentation| indentation.len())
    }
}

/// Ends a text with a line break of the style of another text.
fn end_line(text: &mut String, style: &str) {
    if !text.ends_with('\n') {
        *text += if style.ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
    }
}

fn ends_with_blank_line(text: &str) -> bool {
    let Some(line) = text.strip_suffix('\n') else {
        return false;
    };
    let start = line.rfind('\n').map_or(0, |newline| newline + 1);
    line[start..].trim().is_empty()
}

pub(super) fn header(block: &Block) -> Header {
    let names = std::iter::once(&block.kind).chain(&block.labels);
    names.map(|name| name.name.to_string()).collect()
}

/// Returns the start of the comments that stand alone on the lines directly above the end of a text.
fn start_with_comments(before: &str) -> usize {
    let line_start = |offset: usize| {
        before[..offset]
            .rfind('\n')
            .map_or(0, |newline| newline + 1)
    };
    let mut start = line_start(before.len());
    let parsed = parse_file(&Source::detached("", before.to_owned())).value;
    for comment in parsed.comments.iter().rev() {
        let (first, end) = (index(comment.span.start), index(comment.span.end));
        let line = line_start(first);
        let is_directly_above =
            end > start || before[end..start].trim_matches([' ', '\t', '\r']) == "\n";
        if !is_directly_above || !before[line..first].trim().is_empty() {
            break;
        }
        start = line;
    }
    start
}

struct Reader<'a> {
    text: &'a str,
    comments: &'a [Comment],
}

impl Reader<'_> {
    /// Reads the items of a body between two offsets.
    fn items(&self, body: &NativeBody, start: usize, end: usize) -> Items {
        let attributes = body
            .attributes
            .iter()
            .map(|attribute| (attribute.span, None));
        let blocks = body.blocks.iter().map(|block| (block.span, Some(block)));
        let mut spans: Vec<_> = attributes.chain(blocks).collect();
        spans.sort_by_key(|(span, _)| span.start);
        let mut items = Items::default();
        let mut offset = start;
        for (number, (span, block)) in (1..).zip(spans) {
            let (first, key) = (index(span.start), (number, 0));
            let after = self.line_end(index(span.end));
            let item = Item {
                before: self.text[offset..first].to_owned(),
                content: match block {
                    Some(block) => self.block(block, first, after),
                    None => Content::Attribute(self.piece(first..after)),
                },
            };
            items.items.insert(key, item);
            items.starts.push((first, key));
            if let Some(block) = block {
                items.headers.entry(header(block)).or_default().insert(key);
            }
            offset = after;
        }
        let keys: HashMap<usize, Key> = items.starts.iter().copied().collect();
        for attribute in &body.attributes {
            let key = keys[&index(attribute.span.start)];
            items.names.insert(attribute.name.name.to_string(), key);
            items.attributes.insert(key);
        }
        items.end = self.text[offset.min(end)..end].to_owned();
        items
    }

    fn block(&self, block: &Block, start: usize, after: usize) -> Content {
        let Some(body) = block.body.native() else {
            return Content::Line(self.piece(start..after));
        };
        let (brace, close) = (index(body.span.start), index(body.span.end) - 1);
        let first = self.line_end(brace + 1);
        if self.text[..first].ends_with('\n') && first <= close {
            Content::Block(
                self.piece(start..first),
                Box::new(self.items(body, first, close)),
                self.text[close..after].to_owned(),
            )
        } else {
            Content::Line(self.piece(start..after))
        }
    }

    fn piece(&self, range: Range<usize>) -> Piece {
        Piece::new(&self.text[range.clone()], Some(range))
    }

    /// Returns the offset after the line break that ends the item before an offset, or the offset of the next token on its line.
    fn line_end(&self, mut offset: usize) -> usize {
        // A heredoc ends with its line.
        if self.text[..offset].ends_with('\n') {
            return offset;
        }
        let next = self
            .comments
            .partition_point(|it| index(it.span.start) < offset);
        let mut comments = self.comments[next..].iter().peekable();
        loop {
            let rest = &self.text[offset..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            if let Some(comment) = comments.next_if(|it| index(it.span.start) == offset + blanks) {
                offset = index(comment.span.end);
                continue;
            }
            let is_newline = self.text[offset + blanks..].starts_with('\n');
            return offset + blanks + usize::from(is_newline);
        }
    }
}
