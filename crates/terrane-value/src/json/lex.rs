use std::borrow::Cow;

use crate::error::Error;
use crate::limits::{Budget, Depth, Limits};

/// Reads JSON piece by piece, in the order in which the caller expects the pieces.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    depth: Depth,
    /// The memory that the decoded value may take.
    pub(crate) budget: Budget,
}

/// The kind of a JSON value, determined by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    /// Returns the name of the kind with its article, for error messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a bool",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], limits: &Limits, budget: Budget) -> Self {
        Self {
            bytes,
            position: 0,
            depth: Depth::new(limits),
            budget,
        }
    }

    /// Returns how many bytes have been read.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    fn error(&self, expected: &str) -> Error {
        let found = match self.bytes.get(self.position) {
            Some(byte) if byte.is_ascii_graphic() => format!("`{}`", char::from(*byte)),
            Some(byte) => format!("the byte 0x{byte:02x}"),
            None => "the end".to_owned(),
        };
        Error::syntax(format!(
            "expected {expected} at byte {} of the JSON, found {found}",
            self.position
        ))
    }

    /// Returns the kind of the next value.
    pub(crate) fn peek(&mut self) -> Result<Kind, Error> {
        self.skip_blanks();
        match self.bytes.get(self.position) {
            Some(b'n') => Ok(Kind::Null),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b'"') => Ok(Kind::String),
            Some(b'[') => Ok(Kind::Array),
            Some(b'{') => Ok(Kind::Object),
            _ => Err(self.error("a value")),
        }
    }

    /// Reads `null`.
    pub(crate) fn null(&mut self) -> Result<(), Error> {
        self.keyword("null")
    }

    /// Reads `true` or `false`.
    pub(crate) fn bool(&mut self) -> Result<bool, Error> {
        self.skip_blanks();
        let value = self.bytes.get(self.position) == Some(&b't');
        self.keyword(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Reads a number and returns its text.
    pub(crate) fn number(&mut self) -> Result<&'a str, Error> {
        self.skip_blanks();
        let start = self.position;
        self.accept(b'-');
        if !self.accept(b'0') {
            self.digits()?;
        }
        if self.accept(b'.') {
            self.digits()?;
        }
        if self.accept(b'e') || self.accept(b'E') {
            if !self.accept(b'+') {
                self.accept(b'-');
            }
            self.digits()?;
        }
        std::str::from_utf8(&self.bytes[start..self.position]).map_err(|_| self.error("a number"))
    }

    /// Reads a string. The string is borrowed if it contains no escapes.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, Error> {
        self.skip_blanks();
        self.expect(b'"', "a string")?;
        let mut text = self.plain()?;
        loop {
            match self.bytes.get(self.position) {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.position += 1;
                    let escaped = self.escape()?;
                    text.to_mut().push(escaped);
                    let more = self.plain()?;
                    text.to_mut().push_str(&more);
                }
                Some(_) => return Err(self.error("no control character in a string")),
                None => return Err(self.error("the end of a string")),
            }
        }
    }

    /// Reads the characters of a string up to the next quote or escape.
    fn plain(&mut self) -> Result<Cow<'a, str>, Error> {
        let rest = &self.bytes[self.position..];
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
            .unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..length]).map_err(|_| self.error("text in UTF-8"))?;
        self.position += length;
        Ok(Cow::Borrowed(text))
    }

    fn escape(&mut self) -> Result<char, Error> {
        let escaped = match self.bytes.get(self.position) {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(*c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.position += 1;
                return self.unicode();
            }
            _ => return Err(self.error("an escape")),
        };
        self.position += 1;
        Ok(escaped)
    }

    /// Reads the digits of a Unicode escape. An unpaired surrogate becomes the replacement character, as in Go.
    fn unicode(&mut self) -> Result<char, Error> {
        let first = self.hex()?;
        if (0xd800..0xdc00).contains(&first) && self.bytes[self.position..].starts_with(b"\\u") {
            let start = self.position;
            self.position += 2;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let point = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.position = start;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, Error> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self
                .bytes
                .get(self.position)
                .and_then(|byte| char::from(*byte).to_digit(16));
            value = value * 16 + digit.ok_or_else(|| self.error("four hexadecimal digits"))?;
            self.position += 1;
        }
        Ok(value)
    }

    /// Reads an array, and calls a function that reads each element.
    pub(crate) fn array(
        &mut self,
        mut element: impl FnMut(&mut Self, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let outer = self.open(b'[', "an array")?;
        let mut index = 0;
        while self.more(b']', index)? {
            element(self, index)?;
            index += 1;
        }
        self.depth = outer;
        Ok(())
    }

    /// Reads an object, and calls a function that gets each key and reads its value.
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, Cow<'a, str>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let outer = self.open(b'{', "an object")?;
        let mut index = 0;
        while self.more(b'}', index)? {
            let key = self.string()?;
            self.skip_blanks();
            self.expect(b':', "`:`")?;
            member(self, key)?;
            index += 1;
        }
        self.depth = outer;
        Ok(())
    }

    fn open(&mut self, bracket: u8, expected: &str) -> Result<Depth, Error> {
        self.skip_blanks();
        self.expect(bracket, expected)?;
        let inner = self.depth.enter()?;
        Ok(std::mem::replace(&mut self.depth, inner))
    }

    /// Reads up to the next element, or the closing bracket.
    fn more(&mut self, close: u8, index: usize) -> Result<bool, Error> {
        self.skip_blanks();
        if self.accept(close) {
            return Ok(false);
        }
        if index > 0 {
            self.expect(b',', "`,` or the closing bracket")?;
        }
        Ok(true)
    }

    /// Reads any value without decoding it. Returns its text and the remaining depth.
    pub(crate) fn raw(&mut self) -> Result<Raw<'a>, Error> {
        self.skip_blanks();
        let start = self.position;
        self.skip()?;
        Ok(Raw {
            bytes: &self.bytes[start..self.position],
            depth: self.depth,
        })
    }

    /// Skips any value.
    pub(crate) fn skip(&mut self) -> Result<(), Error> {
        match self.peek()? {
            Kind::Null => self.null(),
            Kind::Bool => self.bool().map(drop),
            Kind::Number => self.number().map(drop),
            Kind::String => self.string().map(drop),
            Kind::Array => self.array(|reader, _| reader.skip()),
            Kind::Object => self.object(|reader, _| reader.skip()),
        }
    }

    /// Checks that no input is left.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.skip_blanks();
        if self.position < self.bytes.len() {
            Err(self.error("the end"))
        } else {
            Ok(())
        }
    }

    fn digits(&mut self) -> Result<(), Error> {
        let rest = &self.bytes[self.position..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.error("a digit"));
        }
        self.position += count;
        Ok(())
    }

    fn keyword(&mut self, word: &str) -> Result<(), Error> {
        self.skip_blanks();
        if !self.bytes[self.position..].starts_with(word.as_bytes()) {
            return Err(self.error(word));
        }
        self.position += word.len();
        Ok(())
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.bytes.get(self.position) == Some(&byte);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<(), Error> {
        if self.accept(byte) {
            Ok(())
        } else {
            Err(self.error(expected))
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.position) {
            self.position += 1;
        }
    }
}

/// A JSON value whose syntax is checked, but that is not decoded yet.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    bytes: &'a [u8],
    depth: Depth,
}

impl<'a> Raw<'a> {
    pub(crate) fn reader(self, budget: Budget) -> Reader<'a> {
        Reader {
            bytes: self.bytes,
            position: 0,
            depth: self.depth,
            budget,
        }
    }
}
