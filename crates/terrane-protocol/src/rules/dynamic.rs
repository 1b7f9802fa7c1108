//! Collections of blocks whose elements have different types.
//!
//! A list or map of blocks in which an attribute is dynamic travels as a tuple or an object: the type of each element is complete, and its dynamic
//! attributes hold plain values. The rules compare elements by the schema. So an element is first lifted to the schema's type, in which a dynamic
//! attribute holds its value together with its type.

use std::borrow::Cow;

use terrane_value::{Data, Map, Object, Step, Type, Typed, Value};

use super::shape::Members;

impl Members {
    /// Returns the elements of a list, set or map of nested objects in order, with the steps that lead to them.
    pub fn elements<'a>(&self, value: &'a Value) -> Vec<(Step, Cow<'a, Value>)> {
        let Value::Known(data) = value else {
            return Vec::new();
        };
        match data {
            Data::Dynamic(typed) => lifted(self, typed),
            Data::List(elements) => indexed(elements.iter().map(Cow::Borrowed)),
            Data::Set(elements) => indexed(elements.iter().map(Cow::Borrowed)),
            Data::Map(elements) => elements
                .iter()
                .map(|(key, element)| (Step::Key(key.clone()), Cow::Borrowed(element)))
                .collect(),
            Data::Bool(_)
            | Data::Number(_)
            | Data::String(_)
            | Data::Tuple(_)
            | Data::Object(_) => Vec::new(),
        }
    }
}

fn indexed<'a>(elements: impl Iterator<Item = Cow<'a, Value>>) -> Vec<(Step, Cow<'a, Value>)> {
    elements
        .enumerate()
        .map(|(at, element)| (Step::Index(at), element))
        .collect()
}

fn lifted<'a>(members: &Members, typed: &Typed) -> Vec<(Step, Cow<'a, Value>)> {
    let lift = |ty: &Type, value: &Value| Cow::Owned(lift(value, ty, &members.ty));
    match (&typed.ty, &typed.value) {
        (Type::Tuple(types), Value::Known(Data::Tuple(values))) => {
            indexed(types.iter().zip(values).map(|(ty, value)| lift(ty, value)))
        }
        (Type::Object(ty), Value::Known(Data::Object(object))) => ty
            .types()
            .iter()
            .zip(object.iter())
            .map(|(ty, (key, value))| (Step::Key(key.clone()), lift(ty, value)))
            .collect(),
        (Type::List(ty), Value::Known(Data::List(values))) => {
            indexed(values.iter().map(|value| lift(ty, value)))
        }
        (Type::Map(ty), Value::Known(Data::Map(values))) => values
            .iter()
            .map(|(key, value)| (Step::Key(key.clone()), lift(ty, value)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Converts a value of the complete type `ty` to the schema's type `open`, in which a dynamic part holds its value together with its type.
fn lift(value: &Value, ty: &Type, open: &Type) -> Value {
    let data = match (value, open) {
        (value, Type::Dynamic) if *ty == Type::Dynamic => return value.clone(),
        (value, Type::Dynamic) => {
            let (ty, value) = (ty.clone(), value.clone());
            return Typed { ty, value }.into();
        }
        (Value::Known(data), open) if open.has_dynamic() => data,
        (value, _) => return value.clone(),
    };
    let lifted = match (data, ty, open) {
        (Data::Object(object), Type::Object(ty), Type::Object(open)) => {
            let values = object.iter().map(|(name, value)| {
                match (ty.attribute(name), open.attribute(name)) {
                    (Some(ty), Some(open)) => (name.clone(), lift(value, ty, open)),
                    _ => (name.clone(), value.clone()),
                }
            });
            Data::Object(Object::from_pairs(values))
        }
        (Data::List(elements), Type::List(ty), Type::List(open)) => {
            Data::List(elements.iter().map(|it| lift(it, ty, open)).collect())
        }
        (Data::Map(elements), Type::Map(ty), Type::Map(open)) => Data::Map(
            elements
                .iter()
                .map(|(key, it)| (key.clone(), lift(it, ty, open)))
                .collect::<Map>(),
        ),
        (Data::Tuple(elements), Type::Tuple(types), Type::Tuple(open)) => {
            let types = types.iter().zip(open.iter());
            let elements = elements.iter().zip(types);
            Data::Tuple(
                elements
                    .map(|(it, (ty, open))| lift(it, ty, open))
                    .collect(),
            )
        }
        (data, _, _) => data.clone(),
    };
    Value::Known(lifted)
}
