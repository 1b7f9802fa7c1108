//! The translation of an answer between the protocol versions, in the bytes of its body as they pass.

use bytes::{Bytes, BytesMut};

use super::kind::Kind;
use crate::Version;
use crate::wire::Malformed;

/// The length of a frame's header.
const HEADER: u64 = 5;

/// The deepest nesting of messages that is translated. It bounds the memory.
const DEEPEST: usize = 200;

/// Changes field numbers in the only message of a body. The body may be split at any byte, and keeps its length.
#[derive(Debug)]
pub(super) struct Editor {
    from: Version,
    /// The number of bytes that have passed.
    position: u64,
    /// The number of bytes to skip, because they are the content of a field.
    skip: u64,
    /// The part of the message that the next byte after them belongs to.
    part: Part,
    /// The part of a varint that has been decoded so far.
    varint: u64,
    /// The number of bits that have been decoded so far.
    bits: u32,
    /// The replacement of the last byte, if that is the tag of a field whose number changes.
    changed: Option<u8>,
    /// The messages that contain the position, from the outermost to the innermost.
    open: Vec<Message>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// The header of the frame, of a message of this kind.
    Header(Kind),
    Tag,
    /// A varint that is the content of a field, and what the field describes if protocol 5 cannot express it.
    Varint(Option<&'static str>),
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
            varint: 0,
            bits: 0,
            changed: None,
            open: Vec::new(),
        }
    }

    /// Edits the next chunk of the body. The chunk is copied only if it changes and the connection shares its memory.
    pub(super) fn edit(&mut self, chunk: Bytes) -> Result<Bytes, Malformed> {
        let start = self.position;
        let Some(mut tag) = self.read(&chunk)? else {
            return Ok(chunk);
        };
        let mut chunk = BytesMut::from(chunk);
        loop {
            let read = usize::try_from(self.position - start).unwrap_or(usize::MAX);
            let read = read.min(chunk.len());
            let (read, rest) = chunk.split_at_mut(read);
            if let Some(last) = read.last_mut() {
                *last = tag;
            }
            match self.read(rest)? {
                Some(next) => tag = next,
                None => return Ok(chunk.freeze()),
            }
        }
    }

    /// Reads bytes until a tag has changed, and returns the changed tag.
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
            (Part::Tag, Some(message)) => self.bits == 0 && self.position == message.end,
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
        self.varint = self.varint << 8 | u64::from(byte);
        self.position += 1;
        if self.position == HEADER {
            let end = self.position + std::mem::take(&mut self.varint);
            self.open(kind, end)?;
        }
        Ok(())
    }

    /// Reads a byte of a tag, a length or another varint. `rest` is the part of the chunk that follows.
    fn field(&mut self, byte: u8, rest: &[u8]) -> Result<(), Malformed> {
        let starts = self.bits == 0;
        if starts && matches!(self.part, Part::Tag) {
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
        let Some(varint) = self.varint(byte)? else {
            return Ok(());
        };
        match self.part {
            Part::Tag => {
                let field = varint >> 3;
                if let Some(other) = message.kind.renumbered(field, self.from) {
                    if !starts {
                        return Err(Malformed::new("a tag has more bytes than it needs"));
                    }
                    self.changed = Some(other << 3 | byte & 7);
                }
                self.tag(varint, message)
            }
            Part::Length(kind) => {
                let content = usize::try_from(varint).ok().and_then(|at| rest.get(..at));
                let is_same = |kind: &Kind| content.is_some_and(|content| kind.is_same(content));
                self.content(varint, kind.filter(|kind| !is_same(kind)), message)
            }
            Part::Varint(Some(inexpressible)) if varint != 0 => Err(refuse(inexpressible)),
            Part::Varint(_) | Part::Header(_) => {
                self.part = Part::Tag;
                Ok(())
            }
        }
    }

    /// Adds seven bits to a varint, and returns it if they are the last ones.
    fn varint(&mut self, byte: u8) -> Result<Option<u64>, Malformed> {
        if self.bits == 63 && byte > 1 {
            return Err(Malformed::new("a varint has more than 64 bits"));
        }
        self.varint |= u64::from(byte & 0x7f) << self.bits;
        if byte < 0x80 {
            self.bits = 0;
            return Ok(Some(std::mem::take(&mut self.varint)));
        }
        self.bits += 7;
        Ok(None)
    }

    fn tag(&mut self, tag: u64, message: Message) -> Result<(), Malformed> {
        let field = tag >> 3;
        if field == 0 || tag > u64::from(u32::MAX) {
            return Err(Malformed::new("a tag has no valid field number"));
        }
        let inexpressible = message.kind.inexpressible(field, self.from);
        match tag & 7 {
            0 => self.part = Part::Varint(inexpressible),
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
                self.part = Part::Tag;
                Ok(())
            }
        }
    }

    fn open(&mut self, kind: Kind, end: u64) -> Result<(), Malformed> {
        if self.open.len() == DEEPEST {
            return Err(Malformed::new("messages are nested too deeply"));
        }
        self.open.push(Message { kind, end });
        self.part = Part::Tag;
        Ok(())
    }
}

fn too_long() -> Malformed {
    Malformed::new("a field is longer than its message")
}

fn refuse(inexpressible: &str) -> Malformed {
    Malformed::new(format!("protocol 5 cannot express {inexpressible}"))
}
