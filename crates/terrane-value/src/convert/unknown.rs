use crate::refinement::{Nullness, Unknown};
use crate::ty::Type;
use crate::value::Value;

/// Makes an unknown value one of another type, and keeps what stays true about it.
pub(super) fn adapt(unknown: Unknown, from: Option<&Type>, to: &Type) -> Value {
    let mut kept = Unknown::new();
    if unknown.nullness() == Nullness::NotNull {
        kept = kept.not_null();
    }
    let is_collection = matches!(to, Type::List(_) | Type::Set(_) | Type::Map(_));
    let lengths = match (from, to) {
        (Some(Type::Object(object)), Type::Map(_)) => Some(exactly(object.len())),
        (Some(Type::Tuple(types)), Type::List(_) | Type::Set(_)) => Some(exactly(types.len())),
        (None | Some(Type::List(_) | Type::Set(_) | Type::Map(_)), _) if is_collection => {
            Some((unknown.length_lower(), unknown.length_upper()))
        }
        // A value that does not say its type keeps what fits the new one.
        (None, _) if unknown.check(to).is_ok() => return unknown.resolve(to),
        _ => None,
    };
    if let Some((lower, upper)) = lengths {
        // Elements that were different may become equal in a set.
        let lower = if matches!(to, Type::Set(_)) {
            lower.min(1)
        } else {
            lower
        };
        let bounded = kept.clone().with_length_lower(lower);
        let bounded = bounded
            .and_then(|kept| upper.map_or(Ok(kept.clone()), |upper| kept.with_length_upper(upper)));
        kept = bounded.unwrap_or(kept);
    }
    kept.resolve(to)
}

fn exactly(length: usize) -> (u64, Option<u64>) {
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    (length, Some(length))
}
