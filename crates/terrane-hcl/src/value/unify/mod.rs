//! The common type of several types, and whether values of one type may convert to another one.

mod rank;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use terrane_value::{Error, ErrorKind, Step, Text, Type};

/// A number of types that is ordered at once.
const FEW: usize = 16;

/// Finds the most general of the given types to which values of all these types convert without failing.
///
/// Terraform uses this to find the type of a conditional from its branches, or the type of a list from its elements.
///
/// ```
/// # use terrane_hcl::value::unify;
/// # use terrane_value::Type;
/// assert_eq!(unify([&Type::Number, &Type::String]), Some(Type::String));
/// assert_eq!(unify([&Type::Number, &Type::Bool]), None);
/// ```
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    unify_with(&types.into_iter().collect::<Vec<_>>(), Loss::Refused)
}

/// Finds a type like [`unify`], but also allows conversions that fail for some values.
pub(crate) fn unify_lossy<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    unify_with(&types.into_iter().collect::<Vec<_>>(), Loss::Allowed)
}

fn unify_with(types: &[&Type], loss: Loss) -> Option<Type> {
    if types.is_empty() {
        return None;
    }
    if types.len() > FEW {
        // Each type counts once, because the order by generality takes quadratic time.
        let mut known = HashSet::new();
        let distinct: Vec<&Type> = types
            .iter()
            .copied()
            .filter(|ty| known.insert(*ty))
            .collect();
        if distinct.len() < types.len() {
            return unify_with(&distinct, loss);
        }
    }
    let kinds = Kinds::of(types);
    let from_kind = match kinds.present.as_slice() {
        [Kind::Map] => return unify_collections(Type::map, types, &kinds, loss),
        [Kind::List] => return unify_collections(Type::list, types, &kinds, loss),
        [Kind::Set] => return unify_collections(Type::set, types, &kinds, loss),
        [Kind::Object] => return unify_objects(types, &kinds, loss),
        [Kind::Tuple] => return unify_tuples(types, &kinds, loss),
        [Kind::Map, Kind::Object] => with_replaced(types, is_object, Type::map, loss),
        [Kind::List, Kind::Tuple] => with_replaced(types, is_tuple, Type::list, loss),
        present if present.contains(&Kind::Object) && present.contains(&Kind::Tuple) => {
            return None;
        }
        // No primitive type converts to a compound one, nor a compound type to a primitive one.
        [_, .., Kind::Primitive] => return kinds.has_dynamic.then_some(Type::Dynamic),
        _ => None,
    };
    from_kind.or_else(|| {
        let candidates = rank::most_general_first(types)
            .into_iter()
            .map(|index| types[index]);
        let mut fitting =
            candidates.filter(|to| types.iter().all(|from| check(from, to, loss).is_ok()));
        fitting.next().cloned()
    })
}

/// A kind of types other than the dynamic type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Map,
    List,
    Set,
    Object,
    Tuple,
    Primitive,
}

/// The kinds of some types.
#[derive(Default)]
struct Kinds {
    /// The kinds in their order, once each.
    present: Vec<Kind>,
    has_dynamic: bool,
}

impl Kinds {
    fn of(types: &[&Type]) -> Self {
        let mut kinds = Self::default();
        for ty in types {
            let kind = match ty {
                Type::Map(_) => Kind::Map,
                Type::List(_) => Kind::List,
                Type::Set(_) => Kind::Set,
                Type::Object(_) => Kind::Object,
                Type::Tuple(_) => Kind::Tuple,
                Type::String | Type::Number | Type::Bool => Kind::Primitive,
                Type::Dynamic => {
                    kinds.has_dynamic = true;
                    continue;
                }
            };
            if !kinds.present.contains(&kind) {
                kinds.present.push(kind);
            }
        }
        kinds.present.sort_unstable();
        kinds
    }
}

fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Object(_))
}

fn is_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_))
}

/// Returns the types of the direct elements or attributes of a type.
fn parts(ty: &Type) -> &[Type] {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            std::slice::from_ref(element)
        }
        Type::Object(object) => object.types(),
        Type::Tuple(types) => types,
        Type::String | Type::Number | Type::Bool | Type::Dynamic => &[],
    }
}

/// Returns the type if all types convert to it.
fn type_if_reached(to: Type, types: &[&Type], loss: Loss) -> Option<Type> {
    types
        .iter()
        .all(|from| check(from, &to, loss).is_ok())
        .then_some(to)
}

/// Unifies all types inside the given types, as the element type of one collection.
fn unify_collections(
    make: fn(Type) -> Type,
    types: &[&Type],
    kinds: &Kinds,
    loss: Loss,
) -> Option<Type> {
    if kinds.has_dynamic {
        return Some(Type::Dynamic);
    }
    let elements: Vec<&Type> = types.iter().flat_map(|ty| parts(ty)).collect();
    type_if_reached(make(unify_with(&elements, loss)?), types, loss)
}

/// Replaces the objects or tuples among the types with collections, and unifies again.
fn with_replaced(
    types: &[&Type],
    replace: fn(&Type) -> bool,
    make: fn(Type) -> Type,
    loss: Loss,
) -> Option<Type> {
    let compound: Vec<&Type> = types.iter().copied().filter(|ty| replace(ty)).collect();
    let replacement = unify_collections(make, &compound, &Kinds::default(), loss)?;
    let replaced: Vec<&Type> = types
        .iter()
        .map(|ty| if replace(ty) { &replacement } else { *ty })
        .collect();
    let unified = unify_with(&replaced, loss)?;
    (std::mem::discriminant(&unified) == std::mem::discriminant(&replacement)).then_some(unified)
}

/// Unifies objects with the same attributes attribute by attribute. Other objects become maps.
fn unify_objects(types: &[&Type], kinds: &Kinds, loss: Loss) -> Option<Type> {
    if kinds.has_dynamic {
        return Some(Type::Dynamic);
    }
    let as_map = || unify_collections(Type::map, types, kinds, loss);
    let Some((Type::Object(first), rest)) = types.split_first() else {
        return None;
    };
    if !rest
        .iter()
        .all(|ty| matches!(ty, Type::Object(object) if object.names() == first.names()))
    {
        return as_map();
    }
    let unified = positions(types, first.len(), loss)?;
    let unified = Type::object(first.names().iter().cloned().zip(unified));
    type_if_reached(unified, types, loss).or_else(as_map)
}

/// Unifies tuples of the same length element by element. Other tuples become lists.
fn unify_tuples(types: &[&Type], kinds: &Kinds, loss: Loss) -> Option<Type> {
    if kinds.has_dynamic {
        return Some(Type::Dynamic);
    }
    let as_list = || unify_collections(Type::list, types, kinds, loss);
    let length = types.first().map_or(0, |first| parts(first).len());
    if types.iter().any(|ty| parts(ty).len() != length) {
        return as_list();
    }
    let unified = Type::tuple(positions(types, length, loss)?);
    type_if_reached(unified, types, loss).or_else(as_list)
}

fn positions(types: &[&Type], length: usize, loss: Loss) -> Option<Vec<Type>> {
    let unify_at = |index: usize| {
        let across: Vec<&Type> = types.iter().filter_map(|ty| parts(ty).get(index)).collect();
        unify_with(&across, loss)
    };
    (0..length).map(unify_at).collect()
}

/// Whether conversions are allowed that fail for some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    /// Such conversions are allowed, for example from a string to a number.
    Allowed,
    /// Such conversions are refused.
    Refused,
}

/// Checks that values of a type may convert to another type. Whether one of them does may depend on its text.
pub(crate) fn check_conversion(from: &Type, to: &Type) -> Result<(), Error> {
    check(from, to, Loss::Allowed)
}

/// Checks that values of one type can be converted to another one.
fn check(from: &Type, to: &Type, loss: Loss) -> Result<(), Error> {
    let lossy = loss == Loss::Allowed;
    match (from, to) {
        (_, Type::Dynamic) => Ok(()),
        (from, to) if from == to => Ok(()),
        (Type::Dynamic, _) | (Type::String, Type::Number | Type::Bool) if lossy => Ok(()),
        (Type::Number | Type::Bool, Type::String) => Ok(()),
        (Type::List(_), Type::Set(_)) | (Type::Map(_), Type::Object(_)) if !lossy => {
            Err(refused_conversion(from, to))
        }
        (Type::List(a) | Type::Set(a), Type::List(b) | Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => check(a, b, loss),
        (Type::Tuple(types), Type::List(element) | Type::Set(element)) => {
            let element = &common(types, element, loss)?;
            if *element == Type::Dynamic && types.iter().any(|ty| *ty != Type::Dynamic) {
                return Err(no_common_type());
            }
            let mut types = types.iter().enumerate();
            types.try_for_each(|(index, ty)| {
                check(ty, element, loss).map_err(|error| error.inside(index))
            })
        }
        (Type::Object(object), Type::Map(element)) => {
            let element = &common(object.types(), element, loss)?;
            object.iter().try_for_each(|(name, ty)| {
                check(ty, element, loss).map_err(|error| in_attribute(error, name))
            })
        }
        (Type::Object(a), Type::Object(b)) => {
            b.iter()
                .enumerate()
                .try_for_each(|(index, (name, ty))| match a.attribute(name) {
                    Some(mine) => check(mine, ty, loss).map_err(|error| in_attribute(error, name)),
                    None if b.optional(index) => Ok(()),
                    None => {
                        let error = Error::new(
                            ErrorKind::Attribute,
                            "expected an attribute of this name, found none",
                        );
                        Err(in_attribute(error, name))
                    }
                })
        }
        (Type::Map(element), Type::Object(object)) => {
            object
                .iter()
                .enumerate()
                .try_for_each(|(index, (name, ty))| match check(element, ty, loss) {
                    Err(error) if !object.optional(index) => Err(in_attribute(error, name)),
                    _ => Ok(()),
                })
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            if a.len() != b.len() {
                return Err(Error::mismatch(
                    format_args!("a tuple of {} elements", b.len()),
                    format_args!("one of {}", a.len()),
                ));
            }
            let mut pairs = a.iter().zip(b.iter()).enumerate();
            pairs.try_for_each(|(index, (a, b))| {
                check(a, b, loss).map_err(|error| error.inside(index))
            })
        }
        _ => Err(refused_conversion(from, to)),
    }
}

/// Returns the common type to which the parts of a tuple or an object convert as elements of a collection.
fn common(types: &[Type], element: &Type, loss: Loss) -> Result<Type, Error> {
    if *element != Type::Dynamic || types.is_empty() {
        return Ok(element.clone());
    }
    let parts: Vec<&Type> = types.iter().collect();
    unify_with(&parts, loss).ok_or_else(no_common_type)
}

/// Creates the error for a collection whose elements have no common type.
fn no_common_type() -> Error {
    Error::new(
        ErrorKind::Mismatch,
        "expected elements of one type, found elements without a common type",
    )
}

fn refused_conversion(from: &Type, to: &Type) -> Error {
    Error::mismatch(to, from)
}

fn in_attribute(error: Error, name: &Text) -> Error {
    error.inside(Step::Attribute(name.clone()))
}
