//! Decodes and encodes the fields of models and drafts.
//!
//! A model may have hundreds of fields. So one generated function visits all fields, with one call for each. All fields of a type and both directions
//! share the code of this call. Before its fields are decoded, a model has placeholders in them. Fields without a placeholder, such as models, are
//! decoded first.
//!
//! Encoding runs author code, which may panic. A panic costs the value of one field: it is unknown, with the panic as its cause, and a further visit
//! takes the values of the remaining fields.

use std::fmt;

use terrane_value::{Data, Object, Value};

use super::layout::Layout;
use super::taken::{Part, Taken};
use crate::messages;
use crate::schema::Block;
use terrane_framework::{DecodeError, caught};

/// A model, or the draft of one.
pub trait Visited {
    /// Visits each field, in the order of the attributes' names.
    fn visit(&mut self, fields: &mut Fields<'_>);
}

/// Decodes the fields of a model or draft.
pub(super) fn fill(visited: &mut dyn Visited, source: Source<'_>) -> Result<(), DecodeError> {
    let mut fields = Fields::new(Direction::In(source));
    visited.visit(&mut fields);
    match fields.direction {
        Direction::Failed(error) => Err(error),
        Direction::In(_) | Direction::Out { .. } => Ok(()),
    }
}

/// Encodes the fields of a model or draft.
pub(super) fn take_object(
    visited: &mut dyn Visited,
    block: &Block,
    layout: Option<&'static Layout>,
) -> Value {
    let mut taken = Taken::new(block, layout);
    take(visited, &mut taken, None);
    Value::Known(Data::Object(object(block, taken)))
}

/// Encodes the fields of a model. `found` gets an object with the key alone before the other fields are encoded.
pub(super) fn take_key_first(
    visited: &mut dyn Visited,
    block: &Block,
    layout: Option<&'static Layout>,
    found: &mut dyn FnMut(Object),
) -> Object {
    let mut taken = Taken::new(block, layout);
    take(visited, &mut taken, Some(block));
    found(object(block, taken.clone()));
    take(visited, &mut taken, None);
    object(block, taken)
}

/// Takes the values of all fields, or of those that identify the object.
fn take(visited: &mut dyn Visited, taken: &mut Taken, key: Option<&Block>) {
    while let Err(report) =
        caught(|| visited.visit(&mut Fields::new(Direction::Out { taken, key })))
    {
        if !taken.fail(&report) {
            break;
        }
    }
}

fn object(block: &Block, taken: Taken) -> Object {
    Object::aligned(block.object_type(), taken.into_values())
}

/// The object from which a model is decoded.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    object: &'a Object,
    layout: Option<&'a Layout>,
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

impl<'a> Source<'a> {
    pub(super) fn of(
        object: &'a Object,
        block: &Block,
        layout: Option<&'a Layout>,
    ) -> Result<Self, DecodeError> {
        let (found, expected) = (object.names(), block.object_type().names());
        if std::ptr::eq(found, expected) || found == expected {
            return Ok(Self { object, layout });
        }
        Err(match expected.iter().find(|name| !found.contains(name)) {
            Some(missing) => messages::missing_attribute(missing.as_str()),
            None => {
                let other = found
                    .iter()
                    .find(|name| !expected.contains(name))
                    .map_or("", |name| name.as_str());
                messages::unexpected_attribute(other)
            }
        })
    }

    /// Returns the first value of one of the model's own fields: its placeholder or, without one, the decoded value.
    #[inline(always)]
    pub(super) fn first<T>(
        self,
        at: usize,
        blank: Option<T>,
        decode: impl FnOnce(&Value) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        match blank {
            Some(blank) => Ok(blank),
            None => decode(self.value(at)).map_err(|error| self.named(at, error)),
        }
    }

    /// Decodes a flattened model, or its draft.
    ///
    /// # Errors
    ///
    /// Fails if a value does not match its field.
    pub fn part<T>(
        self,
        at: usize,
        decode: fn(&Object) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let part = self.layout.and_then(|layout| layout.part(at, self.object));
        decode(&part.ok_or_else(DecodeError::null)?)
    }

    #[inline]
    fn value(self, at: usize) -> &'a Value {
        let at = self.layout.map_or(at, |layout| layout.own(at));
        self.object.values().get(at).unwrap_or(&Value::Null)
    }

    fn named(self, at: usize, error: DecodeError) -> DecodeError {
        let at = self.layout.map_or(at, |layout| layout.own(at));
        match self.object.names().get(at) {
            Some(name) => error.in_attribute(name.clone()),
            None => error,
        }
    }
}

/// The visitor of the fields: it decodes them from an object, or collects their values.
pub struct Fields<'a> {
    direction: Direction<'a>,
    /// The number of own fields that have been visited.
    own: usize,
    /// The number of flattened drafts that have been visited.
    parts: usize,
}

enum Direction<'a> {
    In(Source<'a>),
    /// With a block, only the values of its key are taken.
    Out {
        taken: &'a mut Taken,
        key: Option<&'a Block>,
    },
    Failed(DecodeError),
}

/// The operation on a visited field.
enum Turn<'a> {
    In(&'a Value),
    Out,
    Over,
}

impl fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fields")
    }
}

impl<'a> Fields<'a> {
    fn new(direction: Direction<'a>) -> Self {
        Self {
            direction,
            own: 0,
            parts: 0,
        }
    }

    /// Visits one of the model's own fields, which has been decoded before unless it has a placeholder.
    pub(super) fn visit<T>(
        &mut self,
        field: &mut T,
        is_blank: bool,
        decode: impl FnOnce(&Value) -> Result<T, DecodeError>,
        take_value: impl FnOnce(&mut T) -> Value,
    ) {
        match self.turn() {
            Turn::In(value) if is_blank => match decode(value) {
                Ok(decoded) => *field = decoded,
                Err(error) => self.fail(error),
            },
            Turn::Out => {
                let value = take_value(field);
                self.put(value);
            }
            Turn::In(_) | Turn::Over => {}
        }
    }

    /// Visits a flattened model, which has been decoded before.
    pub(crate) fn visit_part(
        &mut self,
        model: &mut dyn Visited,
        block: &'static Block,
        layout: Option<&'static Layout>,
    ) {
        if let Direction::Out { taken, key } = &mut self.direction {
            let part = taken.part(self.parts, || Part::Model(Taken::new(block, layout)));
            if let Some(Part::Model(taken)) = part {
                let key = key.map(|_| block);
                model.visit(&mut Fields::new(Direction::Out { taken, key }));
            }
        }
        self.parts += 1;
    }

    /// Visits the draft of a flattened model.
    pub fn visit_draft_part<T: Default>(
        &mut self,
        draft: &mut T,
        decode: fn(&Object) -> Result<T, DecodeError>,
        encode: fn(T) -> Value,
    ) {
        match &mut self.direction {
            Direction::In(source) => match source.part(self.parts, decode) {
                Ok(decoded) => *draft = decoded,
                Err(error) => self.direction = Direction::Failed(error),
            },
            Direction::Out { taken, .. } => {
                if let Some(part @ Part::Missing) = taken.part(self.parts, || Part::Missing) {
                    *part = Part::Taking;
                    *part = Part::Object(encode(std::mem::take(draft)));
                }
            }
            Direction::Failed(_) => {}
        }
        self.parts += 1;
    }

    #[inline]
    fn turn(&mut self) -> Turn<'a> {
        let at = self.own;
        self.own += 1;
        match &mut self.direction {
            Direction::In(source) => Turn::In(source.value(at)),
            Direction::Out { taken, key } => {
                if taken.start(at, *key) {
                    Turn::Out
                } else {
                    Turn::Over
                }
            }
            Direction::Failed(_) => Turn::Over,
        }
    }

    #[inline]
    fn put(&mut self, value: Value) {
        if let Direction::Out { taken, .. } = &mut self.direction {
            taken.put(self.own - 1, value);
        }
    }

    /// Records that a value does not match the visited field.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: DecodeError) {
        if let Direction::In(source) = self.direction {
            self.direction = Direction::Failed(source.named(self.own - 1, error));
        }
    }
}
