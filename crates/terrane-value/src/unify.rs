use crate::convert::{Loss, check};
use crate::ty::Type;

mod rank;

/// Finds the most general of the types to which values of all these types convert without failing.
///
/// This is how the branches of a conditional, or the elements of a list, get one type.
///
/// ```
/// # use terrane_value::{Type, unify};
/// assert_eq!(unify([&Type::Number, &Type::String]), Some(Type::String));
/// assert_eq!(unify([&Type::Number, &Type::Bool]), None);
/// ```
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    unify_with(&types.into_iter().collect::<Vec<_>>(), Loss::Refused)
}

/// Finds a type as [`unify`] does, with conversions that may fail for some values.
pub(crate) fn unify_lossy(types: &[Type]) -> Option<Type> {
    unify_with(&types.iter().collect::<Vec<_>>(), Loss::Allowed)
}

pub(crate) fn unify_with(types: &[&Type], loss: Loss) -> Option<Type> {
    if types.is_empty() {
        return None;
    }
    let kinds = Kinds::of(types);
    let from_kind = match kinds {
        Kinds {
            map: 1..,
            others: 0,
            list: 0,
            set: 0,
            object: 0,
            tuple: 0,
            ..
        } => {
            return collection(Type::map, types, &kinds, loss);
        }
        Kinds {
            list: 1..,
            others: 0,
            map: 0,
            set: 0,
            object: 0,
            tuple: 0,
            ..
        } => {
            return collection(Type::list, types, &kinds, loss);
        }
        Kinds {
            set: 1..,
            others: 0,
            map: 0,
            list: 0,
            object: 0,
            tuple: 0,
            ..
        } => {
            return collection(Type::set, types, &kinds, loss);
        }
        Kinds {
            object: 1..,
            others: 0,
            map: 0,
            list: 0,
            set: 0,
            tuple: 0,
            ..
        } => return objects(types, &kinds, loss),
        Kinds {
            tuple: 1..,
            others: 0,
            map: 0,
            list: 0,
            set: 0,
            object: 0,
            ..
        } => return tuples(types, &kinds, loss),
        Kinds {
            map: 1..,
            object: 1..,
            others: 0,
            list: 0,
            set: 0,
            tuple: 0,
            ..
        } => with_replaced(types, is_object, Type::map, loss),
        Kinds {
            list: 1..,
            tuple: 1..,
            others: 0,
            map: 0,
            set: 0,
            object: 0,
            ..
        } => with_replaced(types, is_tuple, Type::list, loss),
        Kinds {
            object: 1..,
            tuple: 1..,
            ..
        } => return None,
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

/// Counts how many types are of each kind.
#[derive(Default)]
struct Kinds {
    map: usize,
    list: usize,
    set: usize,
    object: usize,
    tuple: usize,
    dynamic: usize,
    others: usize,
}

impl Kinds {
    fn of(types: &[&Type]) -> Self {
        let mut kinds = Self::default();
        for ty in types {
            *match ty {
                Type::Map(_) => &mut kinds.map,
                Type::List(_) => &mut kinds.list,
                Type::Set(_) => &mut kinds.set,
                Type::Object(_) => &mut kinds.object,
                Type::Tuple(_) => &mut kinds.tuple,
                Type::Dynamic => &mut kinds.dynamic,
                Type::String | Type::Number | Type::Bool => &mut kinds.others,
            } += 1;
        }
        kinds
    }
}

fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Object(_))
}

fn is_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_))
}

/// Returns the types directly inside.
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
fn reached(to: Type, types: &[&Type], loss: Loss) -> Option<Type> {
    types
        .iter()
        .all(|from| check(from, &to, loss).is_ok())
        .then_some(to)
}

/// Unifies everything inside, as elements of one collection.
fn collection(make: fn(Type) -> Type, types: &[&Type], kinds: &Kinds, loss: Loss) -> Option<Type> {
    if kinds.dynamic > 0 {
        return Some(Type::Dynamic);
    }
    let elements: Vec<&Type> = types.iter().flat_map(|ty| parts(ty)).collect();
    reached(make(unify_with(&elements, loss)?), types, loss)
}

/// Makes collections of the objects or tuples among the types, and unifies again.
fn with_replaced(
    types: &[&Type],
    replace: fn(&Type) -> bool,
    make: fn(Type) -> Type,
    loss: Loss,
) -> Option<Type> {
    let compound: Vec<&Type> = types.iter().copied().filter(|ty| replace(ty)).collect();
    let made = collection(make, &compound, &Kinds::default(), loss)?;
    let replaced: Vec<&Type> = types
        .iter()
        .map(|ty| if replace(ty) { &made } else { *ty })
        .collect();
    let unified = unify_with(&replaced, loss)?;
    (std::mem::discriminant(&unified) == std::mem::discriminant(&made)).then_some(unified)
}

/// Unifies objects of the same attributes one by one; others become maps.
fn objects(types: &[&Type], kinds: &Kinds, loss: Loss) -> Option<Type> {
    if kinds.dynamic > 0 {
        return Some(Type::Dynamic);
    }
    let as_map = || collection(Type::map, types, kinds, loss);
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
    reached(unified, types, loss).or_else(as_map)
}

/// Unifies tuples of the same length one by one; others become lists.
fn tuples(types: &[&Type], kinds: &Kinds, loss: Loss) -> Option<Type> {
    if kinds.dynamic > 0 {
        return Some(Type::Dynamic);
    }
    let as_list = || collection(Type::list, types, kinds, loss);
    let length = types.first().map_or(0, |first| parts(first).len());
    if types.iter().any(|ty| parts(ty).len() != length) {
        return as_list();
    }
    let unified = Type::tuple(positions(types, length, loss)?);
    reached(unified, types, loss).or_else(as_list)
}

fn positions(types: &[&Type], length: usize, loss: Loss) -> Option<Vec<Type>> {
    let unify_at = |index: usize| {
        let across: Vec<&Type> = types.iter().filter_map(|ty| parts(ty).get(index)).collect();
        unify_with(&across, loss)
    };
    (0..length).map(unify_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_most_general_type() {
        let object = |ty| Type::object([("a", ty)]);
        for (types, expected) in [
            (
                vec![Type::Number, Type::String, Type::Bool],
                Some(Type::String),
            ),
            (vec![Type::Number, Type::Bool], None),
            (
                vec![Type::list(Type::Number), Type::list(Type::String)],
                Some(Type::list(Type::String)),
            ),
            (
                vec![Type::list(Type::Number), Type::tuple([Type::String])],
                Some(Type::list(Type::String)),
            ),
            (
                vec![Type::list(Type::Number), Type::map(Type::Number)],
                None,
            ),
            (
                vec![object(Type::Number), object(Type::String)],
                Some(object(Type::String)),
            ),
            (
                vec![object(Type::Number), Type::object([("b", Type::String)])],
                Some(Type::map(Type::String)),
            ),
            (vec![object(Type::Number), Type::map(Type::Bool)], None),
            (
                vec![Type::tuple([Type::Number]), Type::tuple([])],
                Some(Type::list(Type::Number)),
            ),
            (vec![object(Type::Number), Type::tuple([])], None),
            (
                vec![Type::map(Type::String), Type::Dynamic],
                Some(Type::Dynamic),
            ),
            (vec![], None),
        ] {
            assert_eq!(unify(&types), expected, "{types:?}");
        }
        assert_eq!(
            unify_lossy(&[Type::set(Type::String), Type::list(Type::String)]),
            Some(Type::list(Type::String))
        );
    }
}
