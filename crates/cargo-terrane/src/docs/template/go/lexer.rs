//! Splits a template into tokens.

use super::error::GoError;
use super::token::{Kind, Token};

/// The white space of the language.
const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the tokens of a template. The last one is the end.
pub(super) fn tokens(source: &str) -> Result<Vec<Token<'_>>, GoError> {
    let mut lexer = Lexer {
        rest: source,
        line: 1,
        tokens: Vec::new(),
    };
    while lexer.text() {
        if lexer.rest.starts_with("/*") {
            lexer.comment()?;
        } else {
            lexer.action()?;
        }
    }
    lexer.push(0, |_| Kind::End);
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn error(&self, message: impl Into<String>) -> GoError {
        GoError::new(self.line, message)
    }

    /// Moves behind a part of the source, and returns it.
    fn advance(&mut self, length: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
        passed
    }

    /// Adds the token that the next characters are.
    fn push(&mut self, length: usize, kind: impl FnOnce(&'a str) -> Kind<'a>) {
        let line = self.line;
        let token_kind = kind(self.advance(length));
        self.tokens.push(Token {
            kind: token_kind,
            line,
        });
    }

    /// Reads text up to `{{`, which is passed with its trim marker. Returns `false` at the end of the template.
    fn text(&mut self) -> bool {
        let Some(length) = self.rest.find("{{") else {
            if !self.rest.is_empty() {
                self.push(self.rest.len(), Kind::Text);
            }
            return false;
        };
        let (text, action) = self.rest.split_at(length);
        let mut inner = action[2..].chars();
        let is_trimmed = inner.next() == Some('-') && inner.next().is_some_and(is_space);
        let kept = if is_trimmed {
            text.trim_end_matches(SPACE).len()
        } else {
            length
        };
        self.push(kept, Kind::Text);
        self.advance(length - kept);
        self.push(2, |_| Kind::Open);
        if is_trimmed {
            self.advance(2);
        }
        true
    }

    /// Returns the length of `}}` with its trim marker, if it follows.
    fn closing(&self) -> Option<usize> {
        let is_trimmed = self.rest.starts_with(SPACE) && self.rest[1..].starts_with("-}}");
        if is_trimmed {
            Some(4)
        } else {
            self.rest.starts_with("}}").then_some(2)
        }
    }

    /// Passes the end of an action, and the white space behind a trim marker.
    fn close(&mut self, length: usize) {
        self.advance(length);
        if length == 4 {
            let trimmed = self.rest.trim_start_matches(SPACE);
            self.advance(self.rest.len() - trimmed.len());
        }
    }

    /// Passes a comment. It is no action.
    fn comment(&mut self) -> Result<(), GoError> {
        self.tokens.pop();
        let Some(end) = self.rest[2..].find("*/") else {
            return Err(self.error("the comment has no end `*/`"));
        };
        self.advance(end + 4);
        match self.closing() {
            Some(length) => {
                self.close(length);
                Ok(())
            }
            None => Err(self.error("a comment must fill its action: `}}` must follow `*/`")),
        }
    }

    /// Reads the tokens of an action up to its end.
    fn action(&mut self) -> Result<(), GoError> {
        let mut parentheses = 0_usize;
        loop {
            if let Some(length) = self.closing() {
                if parentheses > 0 {
                    return Err(self.error("a `)` is missing"));
                }
                let line = self.line;
                self.close(length);
                self.tokens.push(Token {
                    kind: Kind::Close,
                    line,
                });
                return Ok(());
            }
            let Some(first) = self.rest.chars().next() else {
                return Err(self.error("the action has no end `}}`"));
            };
            match first {
                _ if is_space(first) => self.space(),
                '=' => self.push(1, |_| Kind::Assign),
                ':' if self.rest.starts_with(":=") => self.push(2, |_| Kind::Declare),
                '|' => self.push(1, |_| Kind::Pipe),
                ',' => self.push(1, |_| Kind::Comma),
                '"' | '\'' => self.quoted(first)?,
                '`' => self.raw()?,
                '$' => self.named(Kind::Variable)?,
                '.' if !self.rest[1..].starts_with(|it: char| it.is_ascii_digit()) => {
                    if self.is_terminated(1) {
                        self.push(1, |_| Kind::Dot)
                    } else {
                        self.named(Kind::Field)?
                    }
                }
                '.' | '+' | '-' | '0'..='9' => self.number()?,
                '(' => {
                    parentheses += 1;
                    self.push(1, |_| Kind::OpenParenthesis);
                }
                ')' => {
                    parentheses = parentheses
                        .checked_sub(1)
                        .ok_or_else(|| self.error("a `)` has no `(`"))?;
                    self.push(1, |_| Kind::CloseParenthesis);
                }
                _ if is_name(first) => self.name()?,
                _ => return Err(self.error(format!("`{first}` is not expected here"))),
            }
        }
    }

    fn space(&mut self) {
        let line = self.line;
        while self.rest.starts_with(SPACE) && self.closing().is_none() {
            self.advance(1);
        }
        self.tokens.push(Token {
            kind: Kind::Space,
            line,
        });
    }

    /// Reads a text in double quotes, or a character.
    fn quoted(&mut self, quote: char) -> Result<(), GoError> {
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    // The escaped character is no end.
                    characters.next();
                }
                '\n' => break,
                _ if character == quote => {
                    self.push(at + 1, |text| match quote {
                        '"' => Kind::Quoted(text),
                        _ => Kind::Character(text),
                    });
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(self.error(format!("a text has no end `{quote}` in its line")))
    }

    fn raw(&mut self) -> Result<(), GoError> {
        match self.rest[1..].find('`') {
            Some(length) => {
                self.push(length + 2, Kind::Quoted);
                Ok(())
            }
            None => Err(self.error("a text has no end \"`\"")),
        }
    }

    /// Returns the length of the name that starts at an offset.
    fn name_length(&self, offset: usize) -> usize {
        let text = &self.rest[offset..];
        text.find(|it| !is_name(it)).unwrap_or(text.len())
    }

    /// Whether a name may end at an offset.
    fn is_terminated(&self, offset: usize) -> bool {
        let rest = &self.rest[offset..];
        match rest.chars().next() {
            None | Some('.' | ',' | '|' | ':' | ')' | '(') => true,
            Some(character) => is_space(character) || rest.starts_with("}}"),
        }
    }

    fn check_terminated(&self, offset: usize) -> Result<(), GoError> {
        match self.rest[offset..].chars().next() {
            Some(character) if !self.is_terminated(offset) => {
                let name = &self.rest[..offset];
                Err(self.error(format!("`{character}` cannot follow `{name}`")))
            }
            _ => Ok(()),
        }
    }

    /// Reads a name behind a dot or `$`.
    fn named(&mut self, kind: impl FnOnce(&'a str) -> Kind<'a>) -> Result<(), GoError> {
        let end = 1 + self.name_length(1);
        self.check_terminated(end)?;
        self.push(end, |text| kind(&text[1..]));
        Ok(())
    }

    fn name(&mut self) -> Result<(), GoError> {
        let end = self.name_length(0);
        self.check_terminated(end)?;
        self.push(end, |text| match text {
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            "nil" => Kind::Nil,
            name => Kind::Name(name),
        });
        Ok(())
    }

    fn number(&mut self) -> Result<(), GoError> {
        let mut length = number_length(self.rest);
        let is_sum = self.rest[length..].starts_with(['+', '-']);
        if is_sum {
            length += number_length(&self.rest[length..]);
        }
        let text = &self.rest[..length];
        if text.ends_with('i') {
            return Err(self.error(format!(
                "imaginary numbers such as `{text}` are not supported"
            )));
        }
        let end = length + self.name_length(length);
        if is_sum || end > length {
            let text = &self.rest[..end];
            return Err(self.error(format!("`{text}` is not a number")));
        }
        self.push(length, Kind::Number);
        Ok(())
    }
}

/// Returns the length of the characters at the start that belong to a number. The parser checks whether they are one.
fn number_length(text: &str) -> usize {
    let after = |offset: usize, set: &[char]| text[offset..].starts_with(set);
    let run = |offset: usize, digits: &str| {
        let rest = &text[offset..];
        offset + rest.find(|it| !digits.contains(it)).unwrap_or(rest.len())
    };
    const DECIMAL: &str = "0123456789_";
    let mut end = usize::from(after(0, &['+', '-']));
    let (mut digits, mut exponent): (_, &[char]) = (DECIMAL, &['e', 'E']);
    if after(end, &['0']) {
        end += 1;
        if after(end, &['x', 'X']) {
            (digits, exponent) = ("0123456789abcdefABCDEF_", &['p', 'P']);
        } else if after(end, &['o', 'O']) {
            (digits, exponent) = ("01234567_", &[]);
        } else if after(end, &['b', 'B']) {
            (digits, exponent) = ("01_", &[]);
        }
        end += usize::from(digits != DECIMAL);
    }
    end = run(end, digits);
    if after(end, &['.']) {
        end = run(end + 1, digits);
    }
    if after(end, exponent) {
        end += 1;
        end += usize::from(after(end, &['+', '-']));
        end = run(end, DECIMAL);
    }
    end + usize::from(after(end, &['i']))
}

fn is_space(character: char) -> bool {
    SPACE.contains(&character)
}

fn is_name(character: char) -> bool {
    character == '_' || character.is_ascii_digit() || character.is_alphabetic()
}
