//! Tokens of YAML.
//!
//! The rules are those of YAML 1.1 as libyaml reads it, because hosts use a descendant of it. A key on a single line is recognised only at the colon after
//! it. Until then its tokens wait in a queue, so that the tokens of the key and of the mapping around it can be inserted before them.

use std::collections::VecDeque;

use super::cursor::{Cursor, Place, is_word};
use super::scalar::Style;
use super::token::{Failure, Token, YamlTokenKind};
use super::{quoted, tag, unquoted};

/// The greatest number of characters of a key on a single line.
const MAX_KEY: usize = 1024;

/// A place at which a key on a single line may start.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    is_possible: bool,
    /// Whether the text is wrong without a key here.
    is_required: bool,
    /// The number of the token that starts here.
    token: usize,
    place: Place,
}

pub(super) struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    queue: VecDeque<Token<'a>>,
    /// The number of tokens that have left the queue.
    taken: usize,
    /// The column of the innermost sequence or mapping in block style.
    pub(super) indent: Option<usize>,
    /// The columns of the sequences and mappings around it.
    outer: Vec<Option<usize>>,
    /// The candidates for keys: one outside of brackets and braces, and one for each level of them.
    candidates: Vec<Candidate>,
    /// Whether a key on a single line may start here.
    allows_key: bool,
    /// The greatest number of levels.
    depth: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, depth: usize) -> Self {
        let mut scanner = Self {
            cursor: Cursor::new(text.strip_prefix('\u{feff}').unwrap_or(text)),
            queue: VecDeque::new(),
            taken: 0,
            indent: None,
            outer: Vec::new(),
            candidates: Vec::new(),
            allows_key: true,
            depth,
        };
        scanner.push_candidate();
        if scanner.cursor.rest().starts_with('\u{feff}') {
            scanner.cursor.skip();
        }
        scanner
    }

    /// Returns the next token without removing it.
    pub(super) fn peek(&mut self) -> Result<&Token<'a>, Failure> {
        while self.needs_more()? {
            self.fetch()?;
        }
        self.queue
            .front()
            .ok_or_else(|| Failure::new(self.cursor.place, END))
    }

    /// Removes the next token. The end of the text stays.
    pub(super) fn next(&mut self) -> Result<Token<'a>, Failure> {
        let token = self.peek()?;
        if token.kind == YamlTokenKind::StreamEnd {
            return Ok(token.clone());
        }
        self.taken += 1;
        let token = self.queue.pop_front();
        token.ok_or_else(|| Failure::new(self.cursor.place, END))
    }

    pub(super) fn is_flow(&self) -> bool {
        self.candidates.len() > 1
    }

    /// Returns whether the first token may turn out to be the start of a key.
    fn needs_more(&self) -> Result<bool, Failure> {
        if self.queue.is_empty() {
            return Ok(true);
        }
        self.check_required()?;
        // Each level starts after the levels around it.
        let first = self
            .candidates
            .partition_point(|candidate| candidate.token < self.taken);
        let candidate = self.candidates.get(first);
        Ok(candidate.is_some_and(|it| it.token == self.taken && self.is_open(it)))
    }

    /// Returns whether a key that starts at a candidate may still end here.
    fn is_open(&self, candidate: &Candidate) -> bool {
        let place = self.cursor.place;
        candidate.is_possible
            && candidate.place.line == place.line
            && candidate.place.index + MAX_KEY >= place.index
    }

    /// Checks that a key that is required may still be one. This concerns only keys outside of brackets and braces.
    fn check_required(&self) -> Result<(), Failure> {
        match self.candidates.first() {
            Some(it) if it.is_possible && it.is_required && !self.is_open(it) => {
                Err(Failure::new(it.place, NO_COLON))
            }
            _ => Ok(()),
        }
    }

    fn push_candidate(&mut self) {
        self.candidates.push(Candidate {
            is_possible: false,
            is_required: false,
            token: self.taken + self.queue.len(),
            place: self.cursor.place,
        });
    }

    /// Records that a key may start here, if that is allowed.
    fn save_candidate(&mut self) -> Result<(), Failure> {
        if !self.allows_key {
            return Ok(());
        }
        self.remove_candidate()?;
        let is_required = !self.is_flow() && self.indent == Some(self.cursor.place.column);
        let candidate = Candidate {
            is_possible: true,
            is_required,
            token: self.taken + self.queue.len(),
            place: self.cursor.place,
        };
        if let Some(last) = self.candidates.last_mut() {
            *last = candidate;
        }
        Ok(())
    }

    fn remove_candidate(&mut self) -> Result<(), Failure> {
        match self.candidates.last_mut() {
            Some(it) if it.is_possible && it.is_required => Err(Failure::new(it.place, NO_COLON)),
            Some(it) => {
                it.is_possible = false;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn push(&mut self, kind: YamlTokenKind<'a>, place: Place) {
        self.queue.push_back(Token { kind, place });
    }

    /// Adds a token of ASCII characters.
    fn push_mark(&mut self, kind: YamlTokenKind<'a>, characters: usize) {
        self.push(kind, self.cursor.place);
        self.cursor.skip_many(characters);
    }

    /// Starts a sequence or mapping in block style, unless the one at this column continues. `at` is the position in the queue.
    fn roll(
        &mut self,
        column: usize,
        at: usize,
        kind: YamlTokenKind<'a>,
        place: Place,
    ) -> Result<(), Failure> {
        if self.is_flow() || self.indent.is_some_and(|indent| indent >= column) {
            return Ok(());
        }
        if self.outer.len() > self.depth {
            return Err(self.too_deep());
        }
        self.outer.push(self.indent);
        self.indent = Some(column);
        self.queue.insert(at, Token { kind, place });
        Ok(())
    }

    /// Ends the sequences and mappings in block style that start at a greater column.
    fn unroll(&mut self, column: Option<usize>) {
        while !self.is_flow() && self.indent > column {
            self.push(YamlTokenKind::BlockEnd, self.cursor.place);
            self.indent = self.outer.pop().flatten();
        }
    }

    fn too_deep(&self) -> Failure {
        Failure::new(
            self.cursor.place,
            crate::functions::messages::too_deep(self.depth),
        )
    }

    /// Adds the next token to the queue.
    fn fetch(&mut self) -> Result<(), Failure> {
        self.skip_to_token();
        self.check_required()?;
        let place = self.cursor.place;
        self.unroll(Some(place.column));
        if self.cursor.is_end() {
            return self.finish_stream();
        }
        let byte = self.cursor.byte();
        if place.column == 0 && byte == b'%' {
            self.leave_document()?;
            let kind = tag::directive(&mut self.cursor)?;
            self.push(kind, place);
            return Ok(());
        }
        if self.cursor.is_document_marker() {
            self.leave_document()?;
            let kind = match byte {
                b'-' => YamlTokenKind::DocumentStart,
                _ => YamlTokenKind::DocumentEnd,
            };
            self.push_mark(kind, 3);
            return Ok(());
        }
        let is_followed_by_blank = self.cursor.is_blank_after(1);
        match byte {
            b'[' => self.open(YamlTokenKind::OpenBracket),
            b'{' => self.open(YamlTokenKind::OpenBrace),
            b']' => self.close(YamlTokenKind::CloseBracket),
            b'}' => self.close(YamlTokenKind::CloseBrace),
            b',' => {
                self.remove_candidate()?;
                self.allows_key = true;
                self.push_mark(YamlTokenKind::Comma, 1);
                Ok(())
            }
            b'-' if is_followed_by_blank => self.entry(),
            b'?' if is_followed_by_blank || self.is_flow() => self.key(),
            b':' if is_followed_by_blank || self.is_flow() => self.value(),
            b'*' => self.named(YamlTokenKind::Alias),
            b'&' => self.named(YamlTokenKind::Anchor),
            b'!' => {
                self.save_candidate()?;
                self.allows_key = false;
                let kind = tag::tag(&mut self.cursor)?;
                self.push(kind, place);
                Ok(())
            }
            b'|' | b'>' if !self.is_flow() => {
                self.remove_candidate()?;
                self.allows_key = true;
                let (text, style) = unquoted::block_scalar(&mut self.cursor, self.indent)?;
                self.push(YamlTokenKind::Scalar(text.into(), style), place);
                Ok(())
            }
            b'\'' | b'"' => {
                self.save_candidate()?;
                self.allows_key = false;
                let (text, style) = quoted::scalar(&mut self.cursor)?;
                self.push(YamlTokenKind::Scalar(text.into(), style), place);
                Ok(())
            }
            _ if self.starts_plain() => {
                self.save_candidate()?;
                self.allows_key = false;
                let is_flow = self.is_flow();
                let plain = unquoted::plain_scalar(&mut self.cursor, self.indent, is_flow)?;
                self.allows_key = plain.ends_line;
                self.push(YamlTokenKind::Scalar(plain.text, Style::Plain), place);
                Ok(())
            }
            _ => Err(Failure::new(
                place,
                "found character that cannot start any token",
            )),
        }
    }

    /// Adds the token at the end of the text.
    fn finish_stream(&mut self) -> Result<(), Failure> {
        self.unroll(None);
        self.remove_candidate()?;
        // No key can end after the end of the text.
        self.candidates
            .iter_mut()
            .for_each(|candidate| candidate.is_possible = false);
        self.allows_key = false;
        self.push(YamlTokenKind::StreamEnd, self.cursor.place);
        Ok(())
    }

    /// Skips blanks, comments and line breaks.
    fn skip_to_token(&mut self) {
        loop {
            // A tab is no indentation.
            let allows_tabs = self.is_flow() || !self.allows_key;
            match self.cursor.byte() {
                b' ' => self.cursor.skip(),
                b'\t' if allows_tabs => self.cursor.skip(),
                b'#' => self.cursor.skip_comment(),
                _ if self.cursor.is_break() => {
                    self.cursor.take_break();
                    self.allows_key |= !self.is_flow();
                }
                _ => return,
            }
        }
    }

    fn starts_plain(&self) -> bool {
        let is_followed_by_blank = self.cursor.is_blank_after(1);
        match self.cursor.byte() {
            b'-' => !is_followed_by_blank,
            b'?' | b':' => !self.is_flow() && !is_followed_by_blank,
            b' ' | b'\t' | b'#' | b',' | b'[' | b']' | b'{' | b'}' => false,
            b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' => false,
            _ => !self.cursor.is_break_or_end(),
        }
    }

    /// Ends everything before a directive or a marker of documents.
    fn leave_document(&mut self) -> Result<(), Failure> {
        self.unroll(None);
        self.remove_candidate()?;
        self.allows_key = false;
        Ok(())
    }

    fn open(&mut self, kind: YamlTokenKind<'a>) -> Result<(), Failure> {
        self.save_candidate()?;
        if self.candidates.len() > self.depth {
            return Err(self.too_deep());
        }
        self.allows_key = true;
        self.push_mark(kind, 1);
        self.push_candidate();
        Ok(())
    }

    fn close(&mut self, kind: YamlTokenKind<'a>) -> Result<(), Failure> {
        self.remove_candidate()?;
        if self.is_flow() {
            self.candidates.pop();
        }
        self.allows_key = false;
        self.push_mark(kind, 1);
        Ok(())
    }

    fn entry(&mut self) -> Result<(), Failure> {
        if !self.is_flow() {
            self.start_block(
                YamlTokenKind::SequenceStart,
                "block sequence entries are not allowed in this context",
            )?;
        }
        self.remove_candidate()?;
        self.allows_key = true;
        self.push_mark(YamlTokenKind::Entry, 1);
        Ok(())
    }

    fn key(&mut self) -> Result<(), Failure> {
        if !self.is_flow() {
            self.start_block(
                YamlTokenKind::MappingStart,
                "mapping keys are not allowed in this context",
            )?;
        }
        self.remove_candidate()?;
        self.allows_key = !self.is_flow();
        self.push_mark(YamlTokenKind::Key, 1);
        Ok(())
    }

    fn value(&mut self) -> Result<(), Failure> {
        let candidate = self.candidates.last().filter(|it| self.is_open(it));
        let start = candidate.and_then(|it| Some((it.token.checked_sub(self.taken)?, it.place)));
        if let Some((at, place)) = start {
            let kind = YamlTokenKind::Key;
            self.queue.insert(at, Token { kind, place });
            self.roll(place.column, at, YamlTokenKind::MappingStart, place)?;
            if let Some(last) = self.candidates.last_mut() {
                last.is_possible = false;
            }
            // No key follows a key on the same line.
            self.allows_key = false;
        } else {
            if !self.is_flow() {
                self.start_block(
                    YamlTokenKind::MappingStart,
                    "mapping values are not allowed in this context",
                )?;
            }
            self.allows_key = !self.is_flow();
        }
        self.push_mark(YamlTokenKind::Value, 1);
        Ok(())
    }

    /// Starts a sequence or mapping in block style at the next character, unless the one at this column continues.
    fn start_block(
        &mut self,
        kind: YamlTokenKind<'a>,
        message: &'static str,
    ) -> Result<(), Failure> {
        let place = self.cursor.place;
        if !self.allows_key {
            return Err(Failure::new(place, message));
        }
        self.roll(place.column, self.queue.len(), kind, place)
    }

    /// Reads an anchor or an alias.
    fn named(&mut self, kind: fn(&'a str) -> YamlTokenKind<'a>) -> Result<(), Failure> {
        self.save_candidate()?;
        self.allows_key = false;
        let place = self.cursor.place;
        self.cursor.skip();
        let name = self.cursor.take_while(is_word);
        let is_end = self.cursor.is_blank_after(0)
            || matches!(
                self.cursor.byte(),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !is_end {
            return Err(Failure::new(
                place,
                "did not find expected alphabetic or numeric character",
            ));
        }
        self.push(kind(name), place);
        Ok(())
    }
}

const NO_COLON: &str = "could not find expected ':'";

const END: &str = "unexpected end of the text";
