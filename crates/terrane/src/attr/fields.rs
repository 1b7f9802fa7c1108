//! The fields of a model, or of its draft, on their way from an object or into one.
//!
//! A model may have hundreds of fields. So one generated function names them, with one call for each, and the code of that call is shared by all
//! fields of a type and by both ways. A model stands there with nothing in its fields before they are decoded; what is never nothing, such as
//! another model, is decoded first.

use std::fmt;

use terrane_value::{Data, Object, Value};

use super::flatten::Layout;
use super::{Attr, DecodeError};
use crate::model::{Draft, Model};
use crate::schema::Block;

/// A model, or the draft of one.
pub trait Visited {
    /// Hands out each field, in the order of the attributes' names.
    fn visit(&mut self, fields: &mut Fields<'_>);
}

/// Makes a model of an object.
///
/// # Errors
///
/// When the object has other attributes, or a value does not fit its field.
pub fn decode<M: Model + Visited>(
    object: &Object,
    first: impl FnOnce(Source<'_>) -> Result<M, DecodeError>,
) -> Result<M, DecodeError> {
    let source = Source::of(object, M::block(), M::layout())?;
    let mut model = first(source)?;
    fill(&mut model, source)?;
    Ok(model)
}

/// Makes the draft of a model's object.
///
/// # Errors
///
/// When the object has other attributes, or a value does not fit its field.
pub fn draft<M: Model<Draft: Visited + Default>>(object: &Object) -> Result<Draft<M>, DecodeError> {
    let mut draft = Draft::<M>::default();
    fill(&mut draft, Source::of(object, M::block(), M::layout())?)?;
    Ok(draft)
}

fn fill(visited: &mut dyn Visited, source: Source<'_>) -> Result<(), DecodeError> {
    let mut fields = Fields::new(Way::In(source));
    visited.visit(&mut fields);
    match fields.way {
        Way::Failed(error) => Err(error),
        Way::In(_) | Way::Out { .. } => Ok(()),
    }
}

/// Makes the value of a model, or of its draft, where anything may stay.
#[must_use]
pub fn take<M: Model>(visited: &mut dyn Visited) -> Value {
    take_object(visited, M::block(), M::layout())
}

fn take_object(visited: &mut dyn Visited, block: &Block, layout: Option<&Layout>) -> Value {
    let ty = block.object_type();
    let mut fields = Fields::new(Way::Out {
        own: Vec::with_capacity(ty.len()),
        parts: Vec::new(),
    });
    visited.visit(&mut fields);
    let values = match (fields.way, layout) {
        (Way::Out { own, .. }, None) => own,
        (Way::Out { own, parts }, Some(layout)) => layout.join(own, parts),
        (Way::In(_) | Way::Failed(_), _) => Vec::new(),
    };
    Value::Known(Data::Object(Object::aligned(ty, values)))
}

/// The object of a model that is decoded.
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
    fn of(
        object: &'a Object,
        block: &Block,
        layout: Option<&'a Layout>,
    ) -> Result<Self, DecodeError> {
        let (found, expected) = (object.names(), block.object_type().names());
        if std::ptr::eq(found, expected) || found == expected {
            return Ok(Self { object, layout });
        }
        Err(match expected.iter().find(|name| !found.contains(name)) {
            Some(missing) => DecodeError::new(format!(
                "expected an object with the attribute `{missing}`, found none"
            )),
            None => {
                let other = found
                    .iter()
                    .find(|name| !expected.contains(name))
                    .map_or("", |name| name.as_str());
                DecodeError::new(format!(
                    "expected an object without the attribute `{other}`, found one"
                ))
            }
        })
    }

    /// Makes what stands in one of the model's own fields before it is visited: its blank or, where it has none, what it decodes to.
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
    /// When a value does not fit its field.
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

/// What the fields are filled from, or where their values go.
pub struct Fields<'a> {
    way: Way<'a>,
    /// How many of the model's own fields have been visited.
    own: usize,
    /// How many flattened drafts have been visited.
    parts: usize,
}

enum Way<'a> {
    In(Source<'a>),
    Out { own: Vec<Value>, parts: Vec<Value> },
    Failed(DecodeError),
}

/// What a field is visited for.
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
    fn new(way: Way<'a>) -> Self {
        Self {
            way,
            own: 0,
            parts: 0,
        }
    }

    /// Visits one of the model's own fields, which has been decoded first unless it is blank.
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
            Turn::Out => self.push(take_value(field)),
            Turn::In(_) | Turn::Over => {}
        }
    }

    /// Visits a flattened model, which has been decoded first.
    pub fn visit_part<M: Attr>(&mut self, model: &mut M) {
        if let Way::Out { parts, .. } = &mut self.way {
            parts.push(model.take_value());
        }
    }

    /// Visits the draft of a flattened model.
    pub fn visit_draft_part<T: Default>(
        &mut self,
        draft: &mut T,
        decode: fn(&Object) -> Result<T, DecodeError>,
        encode: fn(T) -> Value,
    ) {
        match &mut self.way {
            Way::In(source) => match source.part(self.parts, decode) {
                Ok(decoded) => *draft = decoded,
                Err(error) => self.way = Way::Failed(error),
            },
            Way::Out { parts, .. } => parts.push(encode(std::mem::take(draft))),
            Way::Failed(_) => {}
        }
        self.parts += 1;
    }

    #[inline]
    fn turn(&mut self) -> Turn<'a> {
        let at = self.own;
        self.own += 1;
        match self.way {
            Way::In(source) => Turn::In(source.value(at)),
            Way::Out { .. } => Turn::Out,
            Way::Failed(_) => Turn::Over,
        }
    }

    #[inline]
    fn push(&mut self, value: Value) {
        if let Way::Out { own, .. } = &mut self.way {
            own.push(value);
        }
    }

    /// Notes that a value does not fit the field that is visited.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: DecodeError) {
        if let Way::In(source) = self.way {
            self.way = Way::Failed(source.named(self.own - 1, error));
        }
    }
}

/// Makes the value of a draft's field or element.
#[must_use]
#[inline(never)]
pub(crate) fn encode_draft<A: Attr>(draft: Value<A::Draft>) -> Value {
    known_or_not(draft, A::encode_draft)
}

/// Makes the value of what may be null or unknown.
pub(super) fn known_or_not<T>(value: Value<T>, encode: impl FnOnce(T) -> Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Unknown(unknown) => Value::Unknown(unknown),
        Value::Known(known) => encode(known),
    }
}
