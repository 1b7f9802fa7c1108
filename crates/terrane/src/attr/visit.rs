//! Decodes and encodes models and drafts, field by field.

use terrane_framework::caught;
use terrane_value::{Object, Value};

use super::fields::{self, Source, Visited, fill, take_object};
use super::{Attr, DecodeError};
use crate::generated::Derived;
use crate::model::{Draft, ObjectModel};

/// Decodes a model from an object.
///
/// # Errors
///
/// Fails if the object has other attributes, or a value does not match its field.
pub fn decode<M: ObjectModel + Derived>(
    object: &Object,
    first: impl FnOnce(Source<'_>) -> Result<M, DecodeError>,
) -> Result<M, DecodeError> {
    let source = Source::of(object, M::block(), M::layout())?;
    let mut model = first(source)?;
    fill(&mut model, source)?;
    Ok(model)
}

/// Decodes a draft from an object.
///
/// # Errors
///
/// Fails if the object has other attributes, or a value does not match its field.
pub fn draft<M>(object: &Object) -> Result<Draft<M>, DecodeError>
where
    M: Attr<Draft: Visited + Default> + ObjectModel + Derived,
{
    let mut draft = Draft::<M>::default();
    fill(&mut draft, Source::of(object, M::block(), M::layout())?)?;
    Ok(draft)
}

/// Encodes a model. `found` gets an object with the key alone before any other value is encoded.
///
/// A panic while the model is dropped changes nothing: its values have been taken.
pub fn take_key_first<M: ObjectModel + Derived>(
    mut model: M,
    found: &mut dyn FnMut(Object),
) -> Object {
    let object = fields::take_key_first(&mut model, M::block(), M::layout(), found);
    // The panic is in the log.
    let _ = caught(|| drop(model));
    object
}

/// Encodes a model or a draft. It takes the values out of the fields, whose contents are unspecified afterwards.
#[must_use]
pub fn take<M: ObjectModel + Derived>(visited: &mut dyn Visited) -> Value {
    take_object(visited, M::block(), M::layout())
}
