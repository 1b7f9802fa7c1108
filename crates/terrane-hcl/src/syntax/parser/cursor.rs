//! The state of the parser: the place in the tokens, what counts as white space there, recovery, and errors.

use terrane_value::Text;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::syntax::ast::{Comment, Expression, ExpressionKind, Identifier, MAX_DEPTH};
use crate::syntax::lexer::{self, Start, Token, TokenKind, index};
use crate::syntax::messages::{self, MAX_ERRORS};
use crate::syntax::origin::Origin;

/// The stack that one level of nesting may use.
const RED_ZONE: usize = 64 * 1024;

/// The size of a new piece of stack.
const STACK: usize = 1024 * 1024;

pub(super) struct Parser<'a> {
    pub(super) source: &'a Source,
    /// The place of the text in the source that spans refer to.
    origin: Origin<'a>,
    tokens: Vec<Token>,
    next: usize,
    /// Whether newlines are tokens, for each pair of brackets around the place.
    newlines: Vec<bool>,
    /// Whether tokens have been skipped after an error. Errors that may follow from the skipping are not reported then.
    pub(super) recovery: bool,
    depth: usize,
    is_too_deep: bool,
    errors: usize,
    diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a Source, origin: Origin<'a>, start: Start) -> Self {
        let tokens = lexer::lex(source.bytes(), start);
        let mut diagnostics = Diagnostics::new();
        lexer::check(&tokens, source, origin, &mut diagnostics);
        Self {
            source,
            origin,
            tokens,
            next: 0,
            newlines: vec![true],
            recovery: false,
            depth: 0,
            is_too_deep: false,
            errors: 0,
            diagnostics,
        }
    }

    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }

    /// Returns the next token without reading it.
    pub(super) fn peek(&self) -> Token {
        self.find().0
    }

    /// Reads a token. At the end of the file it is always the same.
    pub(super) fn read(&mut self) -> Token {
        let (token, next) = self.find();
        self.next = next;
        token
    }

    fn find(&self) -> (Token, usize) {
        let has_newlines = self.newlines.last() == Some(&true);
        for (offset, token) in self.tokens[self.next..].iter().enumerate() {
            let next = self.next + offset + 1;
            match token.kind {
                TokenKind::Newline if !has_newlines => {}
                // A comment that ends with its line stands for the newline too.
                TokenKind::Comment if has_newlines && self.bytes(*token).ends_with(b"\n") => {
                    let newline = Token {
                        kind: TokenKind::Newline,
                        ..*token
                    };
                    return (newline, next);
                }
                TokenKind::Comment => {}
                _ => return (*token, next),
            }
        }
        let end = self.tokens[self.tokens.len() - 1];
        (end, self.tokens.len())
    }

    pub(super) fn push_newlines(&mut self, are_tokens: bool) {
        self.newlines.push(are_tokens);
    }

    pub(super) fn pop_newlines(&mut self) {
        self.newlines.pop();
    }

    pub(super) fn span(&self, token: Token) -> Span {
        self.origin.span(token.start, token.end)
    }

    pub(super) fn peek_span(&self) -> Span {
        self.span(self.peek())
    }

    /// Returns the span of the token that was read last.
    pub(super) fn previous_span(&self) -> Span {
        match self.next.checked_sub(1) {
            Some(previous) => self.span(self.tokens[previous]),
            None => self.peek_span(),
        }
    }

    /// Returns whether the token after the next one has a kind. Both must stand between quotes, where nothing is skipped.
    pub(super) fn is_followed_by(&self, kind: TokenKind) -> bool {
        self.tokens
            .get(self.next + 1)
            .is_some_and(|token| token.kind == kind)
    }

    pub(super) fn bytes(&self, token: Token) -> &'a [u8] {
        token.text(self.source.bytes())
    }

    /// Returns whether a token is the word. The language has no reserved words, so it is an identifier.
    pub(super) fn is_word(&self, token: Token, word: &[u8]) -> bool {
        token.kind == TokenKind::Identifier && self.bytes(token) == word
    }

    pub(super) fn text(&self, token: Token) -> Text {
        self.slice(index(token.start), index(token.end))
    }

    /// Returns a part of the source. The text shares the memory of the source, unless it must be normalised or is not UTF-8.
    pub(super) fn slice(&self, start: usize, end: usize) -> Text {
        let bytes = self.source.bytes().slice(start..end);
        match Text::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => String::from_utf8_lossy(&self.source.bytes()[start..end]).into(),
        }
    }

    pub(super) fn identifier(&self, token: Token) -> Identifier {
        Identifier {
            name: self.text(token),
            span: self.span(token),
        }
    }

    pub(super) fn invalid(&self, span: Span) -> Expression {
        Expression {
            kind: ExpressionKind::Invalid,
            span,
        }
    }

    pub(super) fn comments(&self) -> Vec<Comment> {
        let comments = self
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Comment);
        let comment = |token: &Token| {
            let bytes = self.bytes(*token);
            let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            let without_break = text.strip_suffix(b"\r").unwrap_or(text);
            let mut span = self.span(*token);
            span.end -= u32::try_from(bytes.len() - without_break.len()).unwrap_or(0);
            Comment { span }
        };
        comments.map(comment).collect()
    }

    /// Reports an error at a token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic, subject: Token) {
        self.report_at(diagnostic, self.span(subject));
    }

    /// Reports an error at a token, with the place from another one to it as context.
    pub(super) fn report_within(&mut self, diagnostic: Diagnostic, start: Span, subject: Token) {
        let span = self.span(subject);
        self.report_at(diagnostic.within(start.to(span)), span);
    }

    pub(super) fn report_at(&mut self, diagnostic: Diagnostic, subject: Span) {
        self.errors += 1;
        if !self.is_too_deep && self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic.at(subject));
        }
    }

    /// Writes a place for a message. After the last error that is reported it writes nothing, because a place takes time in a long line.
    pub(super) fn locate(&self, span: Span) -> String {
        if self.diagnostics.len() < MAX_ERRORS {
            self.source.locate(span)
        } else {
            String::new()
        }
    }

    /// Returns the number of errors of the parser: those of the lexer do not count.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns whether there are errors after the first ones, and tokens have been skipped.
    pub(super) fn has_failed(&self, errors_before: usize) -> bool {
        self.recovery && self.errors > errors_before
    }

    pub(super) fn diagnostics_mut(&mut self) -> &mut Diagnostics {
        &mut self.diagnostics
    }

    /// Parses something one level deeper, on a new piece of stack if the current one ends. Returns none if the nesting is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.enter() {
            return None;
        }
        let value = stacker::maybe_grow(RED_ZONE, STACK, || read(self));
        self.leave();
        Some(value)
    }

    /// Counts a level of nesting. If there are too many, the rest of the file is skipped.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            return true;
        }
        let next = self.peek();
        self.report(messages::too_deep(MAX_DEPTH), next);
        self.is_too_deep = true;
        self.recovery = true;
        self.next = self.tokens.len() - 1;
        false
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Skips tokens up to a closing one of the level of nesting, and reads it.
    pub(super) fn recover(&mut self, end: TokenKind) -> Token {
        self.recovery = true;
        let start = end.opposite();
        let mut nested = 0;
        loop {
            let token = self.read();
            let kind = match token.kind {
                TokenKind::Directive if end == TokenKind::SequenceEnd => TokenKind::Interpolation,
                kind => kind,
            };
            if kind == end {
                if nested == 0 {
                    return token;
                }
                nested -= 1;
            } else if kind == TokenKind::EndOfFile {
                return token;
            } else if Some(kind) == start {
                nested += 1;
            }
        }
    }

    /// Skips tokens up to an opening one, and on to the end of what it opens.
    pub(super) fn recover_over(&mut self, start: TokenKind) {
        loop {
            let kind = self.read().kind;
            if kind == start || kind == TokenKind::EndOfFile {
                break;
            }
        }
        if let Some(end) = start.opposite() {
            self.recover(end);
        }
    }

    /// Skips tokens up to the newline after which the next argument or block may start.
    pub(super) fn recover_after_item(&mut self) {
        self.recovery = true;
        let mut open: Vec<TokenKind> = Vec::new();
        loop {
            let kind = self.read().kind;
            match kind {
                TokenKind::Newline if open.is_empty() => return,
                TokenKind::EndOfFile => return,
                TokenKind::OpenBrace
                | TokenKind::OpenBracket
                | TokenKind::OpenParenthesis
                | TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::Interpolation
                | TokenKind::Directive => open.push(kind),
                TokenKind::CloseBrace
                | TokenKind::CloseBracket
                | TokenKind::CloseParenthesis
                | TokenKind::CloseQuote
                | TokenKind::CloseHeredoc
                | TokenKind::SequenceEnd => {
                    while let Some(last) = open.pop() {
                        if last.opposite() == Some(kind) {
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
