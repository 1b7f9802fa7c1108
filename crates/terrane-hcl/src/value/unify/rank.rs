use std::cmp::Ordering;
use std::collections::VecDeque;

use terrane_value::Type;

/// Sorts the positions of the types so that a type comes before less general types.
pub(super) fn most_general_first(types: &[&Type]) -> Vec<usize> {
    let mut after = vec![Vec::new(); types.len()];
    let mut before = vec![0_usize; types.len()];
    for (i, a) in types.iter().enumerate() {
        for (j, b) in types.iter().enumerate().skip(i + 1) {
            let (general, special) = match compare(a, b) {
                Ordering::Less => (i, j),
                Ordering::Greater => (j, i),
                Ordering::Equal => continue,
            };
            after[general].push(special);
            before[special] += 1;
        }
    }
    let mut queue: VecDeque<usize> = (0..types.len())
        .filter(|index| before[*index] == 0)
        .collect();
    let mut order = Vec::with_capacity(types.len());
    while let Some(index) = queue.pop_front() {
        order.push(index);
        for special in &after[index] {
            before[*special] -= 1;
            if before[*special] == 0 {
                queue.push_back(*special);
            }
        }
    }
    order
}

/// Compares two types by generality. The more general type is less, and unrelated types are equal.
fn compare(a: &Type, b: &Type) -> Ordering {
    match (a, b) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        // A dynamic type comes last, because every other type is preferred.
        (_, Type::Dynamic) => Ordering::Less,
        (Type::Dynamic, _) => Ordering::Greater,
        (Type::String, Type::Number | Type::Bool) => Ordering::Less,
        (Type::Number | Type::Bool, Type::String) => Ordering::Greater,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => compare(a, b),
        (Type::List(_) | Type::Tuple(_), Type::Set(_))
        | (Type::List(_), Type::Tuple(_))
        | (Type::Map(_), Type::Object(_)) => Ordering::Less,
        (Type::Set(_), Type::List(_) | Type::Tuple(_))
        | (Type::Tuple(_), Type::List(_))
        | (Type::Object(_), Type::Map(_)) => Ordering::Greater,
        (Type::Object(a), Type::Object(b)) if a.names() == b.names() => {
            compare_all(a.types(), b.types())
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => compare_all(a, b),
        _ => Ordering::Equal,
    }
}

/// Compares part by part. A type is more general if no part of it is less general.
fn compare_all(a: &[Type], b: &[Type]) -> Ordering {
    let mut result = Ordering::Equal;
    for (a, b) in a.iter().zip(b) {
        match (result, compare(a, b)) {
            (Ordering::Equal, next) => result = next,
            (Ordering::Less, Ordering::Greater) | (Ordering::Greater, Ordering::Less) => {
                return Ordering::Equal;
            }
            (Ordering::Less | Ordering::Greater, _) => {}
        }
    }
    result
}
