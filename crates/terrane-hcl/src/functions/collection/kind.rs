//! Kinds of types.

use terrane_value::Type;

/// Returns whether values of the type have elements in an order: lists, sets and tuples.
pub(in crate::functions) fn is_sequence(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}

/// Returns the type of the elements of a collection.
pub(super) fn element_type(ty: &Type) -> Type {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Type::clone(element),
        _ => Type::Dynamic,
    }
}
