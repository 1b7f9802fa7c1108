//! Makes collections of blocks whose elements have different types.
//!
//! A list or map of blocks in which an attribute is dynamic travels as a tuple or an object: the type of each element is complete, and its dynamic
//! attributes hold plain values.

use terrane_value::{Data, Text, Type, Typed, Value};

/// Makes the value of a list of blocks from its elements, which have the schema's type.
pub(super) fn tuple(elements: Vec<(Value, &Type)>) -> Value {
    let (types, values): (Vec<_>, Vec<_>) = elements
        .into_iter()
        .map(|(value, ty)| lower(value, ty))
        .unzip();
    Typed {
        ty: Type::tuple(types),
        value: Value::tuple(values),
    }
    .into()
}

/// Makes the value of a map of blocks from its elements, which have the schema's type.
pub(super) fn object(elements: Vec<(Text, Value, &Type)>) -> Value {
    let (types, values): (Vec<_>, Vec<_>) = elements
        .into_iter()
        .map(|(key, value, ty)| {
            let (ty, value) = lower(value, ty);
            ((key.clone(), ty), (key, value))
        })
        .unzip();
    Typed {
        ty: Type::object(types),
        value: Value::object(values),
    }
    .into()
}

/// Splits a value of the schema's type `open`, which may have dynamic parts, into its complete type and the plain value.
fn lower(value: Value, open: &Type) -> (Type, Value) {
    let data = match (value, open) {
        (Value::Known(Data::Dynamic(typed)), Type::Dynamic) => return (typed.ty, typed.value),
        (Value::Known(data), open) if open.has_dynamic() => data,
        (value, open) => return (open.clone(), value),
    };
    match (data, open) {
        (Data::Object(object), Type::Object(open)) => {
            let (types, values): (Vec<_>, Vec<_>) = object
                .into_iter()
                .map(|(name, value)| {
                    let open_attribute = open.attribute(&name).unwrap_or(&Type::Dynamic);
                    let (ty, lowered) = lower(value, open_attribute);
                    ((name.clone(), ty), (name, lowered))
                })
                .unzip();
            (Type::object(types), Value::object(values))
        }
        (Data::List(elements), Type::List(open)) => {
            let (types, values): (Vec<_>, Vec<_>) =
                elements.into_iter().map(|it| lower(it, open)).unzip();
            (
                Type::list(common_element_type(types, open)),
                Value::list(values),
            )
        }
        (Data::Map(elements), Type::Map(open)) => {
            let (types, values): (Vec<_>, Vec<_>) = elements
                .into_iter()
                .map(|(key, it)| {
                    let (ty, lowered) = lower(it, open);
                    (ty, (key, lowered))
                })
                .unzip();
            (
                Type::map(common_element_type(types, open)),
                Value::mapping(values),
            )
        }
        (Data::Tuple(elements), Type::Tuple(open)) => {
            let (types, values): (Vec<_>, Vec<_>) = elements
                .into_iter()
                .zip(open.iter())
                .map(|(it, open)| lower(it, open))
                .unzip();
            (Type::tuple(types), Value::tuple(values))
        }
        (data, open) => (open.clone(), Value::Known(data)),
    }
}

/// Returns the common type of a collection's elements.
fn common_element_type(types: Vec<Type>, open: &Type) -> Type {
    types
        .into_iter()
        .reduce(|a, b| if b.usable_as(&a) { b } else { a })
        .unwrap_or_else(|| open.clone())
}
