//! The translation of an answer between the protocol versions, in the bytes of its body as they pass.

use bytes::{Bytes, BytesMut};

use super::kind::Kind;
use crate::Version;
use crate::wire::Malformed;

/// The length of a frame's header.
const HEADER: u64 = 5;

/// The deepest nesting of messages that is translated. It bounds the memory.
const DEEPEST: usize = 200;

/// Changes the numbers of fields in the only message of a body. The body may be split at any byte, and keeps its length.
#[derive(Debug)]
pub(super) struct Editor {
    from: Version,
    /// The number of bytes that have passed.
    position: u64,
    /// The number of bytes to skip, because they are the content of a field.
    skip: u64,
    /// The part of the message that the next byte after them belongs to.
    part: Part,
    /// The part of a number that has been decoded so far.
    number: u64,
    /// The number of bits that have been decoded so far.
    bits: u32,
    /// The replacement of the last byte, if that is the key of a field whose number changes.
    changed: Option<u8>,
    /// The messages that contain the position, from the outermost to the innermost.
    open: Vec<Message>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// The header of the frame, of a message of this kind.
    Header(Kind),
    Key,
    /// A number that is the content of a field, and what the field describes if protocol 5 cannot express it.
    Number(Option<&'static str>),
    /// The length of a field, and the kind of its message if that is edited.
    Length(Option<Kind>),
}

#[derive(Clone, Copy, Debug)]
struct Message {
    kind: Kind,
    /// The position after the last byte.
    end: u64,
}

impl Editor {
    /// Creates an editor of an answer of this kind, which has the protocol version `from`.
    pub(super) fn new(answer: Kind, from: Version) -> Self {
        Self {
            from,
            position: 0,
            skip: 0,
            part: Part::Header(answer),
            number: 0,
            bits: 0,
            changed: None,
            open: Vec::new(),
        }
    }

    /// Edits the next piece of the body. The piece is copied only if it changes and the connection shares its memory.
    pub(super) fn edit(&mut self, piece: Bytes) -> Result<Bytes, Malformed> {
        let start = self.position;
        let Some(mut key) = self.read(&piece)? else {
            return Ok(piece);
        };
        let mut piece = BytesMut::from(piece);
        loop {
            let read = usize::try_from(self.position - start).unwrap_or(usize::MAX);
            let read = read.min(piece.len());
            let (read, rest) = piece.split_at_mut(read);
            if let Some(last) = read.last_mut() {
                *last = key;
            }
            match self.read(rest)? {
                Some(next) => key = next,
                None => return Ok(piece.freeze()),
            }
        }
    }

    /// Reads bytes until a key has changed, and returns the changed key.
    fn read(&mut self, mut bytes: &[u8]) -> Result<Option<u8>, Malformed> {
        loop {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX);
            let (skipped, rest) = bytes.split_at(skipped.min(bytes.len()));
            self.skip -= skipped.len() as u64;
            self.position += skipped.len() as u64;
            let Some((byte, rest)) = rest.split_first() else {
                return Ok(None);
            };
            bytes = rest;
            match self.part {
                Part::Header(kind) => self.header(*byte, kind)?,
                _ => self.field(*byte, rest)?,
            }
            if self.changed.is_some() {
                return Ok(self.changed.take());
            }
        }
    }

    /// Checks that the body contains one complete message, or is empty, as that of a failed call.
    pub(super) fn finish(&self) -> Result<(), Malformed> {
        let whole = match (self.part, self.open.first()) {
            (Part::Header(_), _) => self.position == 0,
            (Part::Key, Some(message)) => self.bits == 0 && self.position == message.end,
            _ => false,
        };
        match whole {
            true => Ok(()),
            false => Err(Malformed::new("the message is incomplete")),
        }
    }

    /// Reads a byte of the header: the flag for compression, and four bytes of length.
    fn header(&mut self, byte: u8, kind: Kind) -> Result<(), Malformed> {
        if self.position == 0 && byte != 0 {
            return Err(Malformed::new("the message is compressed"));
        }
        self.number = self.number << 8 | u64::from(byte);
        self.position += 1;
        if self.position == HEADER {
            let end = self.position + std::mem::take(&mut self.number);
            self.open(kind, end)?;
        }
        Ok(())
    }

    /// Reads a byte of a key, a length or a number. `rest` is the part of the piece that follows.
    fn field(&mut self, byte: u8, rest: &[u8]) -> Result<(), Malformed> {
        let starts = self.bits == 0;
        if starts && matches!(self.part, Part::Key) {
            while self
                .open
                .pop_if(|message| message.end == self.position)
                .is_some()
            {}
        }
        let message = self.open.last().copied();
        let message = message.ok_or_else(|| Malformed::new("expected exactly one message"))?;
        if message.end == self.position {
            return Err(too_long());
        }
        self.position += 1;
        let Some(number) = self.number(byte)? else {
            return Ok(());
        };
        match self.part {
            Part::Key => {
                let field = number >> 3;
                if let Some(other) = message.kind.renumbered(field, self.from) {
                    if !starts {
                        return Err(Malformed::new("a key has more bytes than it needs"));
                    }
                    self.changed = Some(other << 3 | byte & 7);
                }
                self.key(number, message)
            }
            Part::Length(kind) => {
                let content = usize::try_from(number).ok().and_then(|at| rest.get(..at));
                let is_same = |kind: &Kind| content.is_some_and(|content| kind.is_same(content));
                self.content(number, kind.filter(|kind| !is_same(kind)), message)
            }
            Part::Number(Some(inexpressible)) if number != 0 => Err(refuse(inexpressible)),
            Part::Number(_) | Part::Header(_) => {
                self.part = Part::Key;
                Ok(())
            }
        }
    }

    /// Adds seven bits to a number, and returns the number if they are the last ones.
    fn number(&mut self, byte: u8) -> Result<Option<u64>, Malformed> {
        if self.bits == 63 && byte > 1 {
            return Err(Malformed::new("a number has more than 64 bits"));
        }
        self.number |= u64::from(byte & 0x7f) << self.bits;
        if byte < 0x80 {
            self.bits = 0;
            return Ok(Some(std::mem::take(&mut self.number)));
        }
        self.bits += 7;
        Ok(None)
    }

    fn key(&mut self, key: u64, message: Message) -> Result<(), Malformed> {
        let field = key >> 3;
        if field == 0 || key > u64::from(u32::MAX) {
            return Err(Malformed::new("a field has no valid number"));
        }
        let inexpressible = message.kind.inexpressible(field, self.from);
        match key & 7 {
            0 => self.part = Part::Number(inexpressible),
            1 => self.content(8, None, message)?,
            2 => match inexpressible {
                Some(found) => return Err(refuse(found)),
                None => self.part = Part::Length(message.kind.nested(field)),
            },
            3 | 4 => return Err(Malformed::new("expected no group")),
            5 => self.content(4, None, message)?,
            _ => return Err(Malformed::new("a field has no valid type")),
        }
        Ok(())
    }

    /// Starts the content of a field: a message of this kind, or bytes that are not read.
    fn content(
        &mut self,
        length: u64,
        kind: Option<Kind>,
        outer: Message,
    ) -> Result<(), Malformed> {
        if length > outer.end - self.position {
            return Err(too_long());
        }
        match kind {
            Some(kind) => self.open(kind, self.position + length),
            None => {
                self.skip = length;
                self.part = Part::Key;
                Ok(())
            }
        }
    }

    fn open(&mut self, kind: Kind, end: u64) -> Result<(), Malformed> {
        if self.open.len() == DEEPEST {
            return Err(Malformed::new("messages are nested too deeply"));
        }
        self.open.push(Message { kind, end });
        self.part = Part::Key;
        Ok(())
    }
}

fn too_long() -> Malformed {
    Malformed::new("a field is longer than its message")
}

fn refuse(inexpressible: &str) -> Malformed {
    Malformed::new(format!("protocol 5 cannot express {inexpressible}"))
}
