//! Characters of YAML, and places among them.

/// A place in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The line, counted from 0.
    pub(super) line: usize,
    /// The column, counted from 0 in characters.
    pub(super) column: usize,
    /// The number of characters before the place.
    pub(super) index: usize,
}

/// Reads a text character by character.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    pub(super) place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            place: Place::default(),
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn is_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next byte, or 0 at the end. The text contains no such byte.
    pub(super) fn byte(&self) -> u8 {
        self.rest.as_bytes().first().copied().unwrap_or(0)
    }

    pub(super) fn is_blank(&self) -> bool {
        matches!(self.byte(), b' ' | b'\t')
    }

    pub(super) fn is_break(&self) -> bool {
        break_len(self.rest) > 0
    }

    pub(super) fn is_break_or_end(&self) -> bool {
        self.is_end() || self.is_break()
    }

    /// Returns whether a blank, a line break or the end follows a number of characters of ASCII.
    pub(super) fn is_blank_after(&self, characters: usize) -> bool {
        let rest = self.rest.get(characters..).unwrap_or_default();
        rest.is_empty() || rest.starts_with([' ', '\t']) || break_len(rest) > 0
    }

    /// Returns whether the line starts with the marker of a document's start or end.
    pub(super) fn is_document_marker(&self) -> bool {
        let is_marker = self.rest.starts_with("---") || self.rest.starts_with("...");
        self.place.column == 0 && is_marker && self.is_blank_after(3)
    }

    /// Skips a character that is no line break.
    pub(super) fn skip(&mut self) {
        self.take();
    }

    /// Reads a character that is no line break.
    pub(super) fn take(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let character = characters.next()?;
        self.rest = characters.as_str();
        self.place.column += 1;
        self.place.index += 1;
        Some(character)
    }

    pub(super) fn skip_many(&mut self, characters: usize) {
        (0..characters).for_each(|_| self.skip());
    }

    /// Skips characters of ASCII that fulfil a condition, and returns them.
    pub(super) fn take_while(&mut self, is_part: fn(u8) -> bool) -> &'a str {
        let mut bytes = self.rest.bytes();
        let length = bytes.position(|byte| !is_part(byte));
        let (token, rest) = self.rest.split_at(length.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.place.column += token.len();
        self.place.index += token.len();
        token
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Skips a comment up to the end of its line.
    pub(super) fn skip_comment(&mut self) {
        if self.byte() == b'#' {
            while !self.is_break_or_end() {
                self.skip();
            }
        }
    }

    /// Skips a line break, and returns how it counts in a text: most forms as a newline.
    pub(super) fn take_break(&mut self) -> &'a str {
        let (found, rest) = self.rest.split_at(break_len(self.rest));
        self.rest = rest;
        if found.is_empty() {
            return "";
        }
        self.place.index += found.chars().count();
        self.place.line += 1;
        self.place.column = 0;
        match found {
            "\u{2028}" | "\u{2029}" => found,
            _ => "\n",
        }
    }
}

/// Returns the length of the line break at the start of a text.
fn break_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'\r') if bytes.get(1) == Some(&b'\n') => 2,
        Some(b'\r' | b'\n') => 1,
        Some(0xc2) if text.starts_with('\u{85}') => 2,
        Some(0xe2) if text.starts_with(['\u{2028}', '\u{2029}']) => 3,
        _ => 0,
    }
}

/// Returns whether a character may be part of an anchor, a tag's handle or a directive's name.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
