use crate::refinement::{Nullness, Unknown};
use crate::ty::Type;
use crate::value::Value;

/// Converts an unknown value to another type, and keeps the refinements that remain valid.
pub(super) fn adapt(unknown: Unknown, from: Option<&Type>, to: &Type) -> Value {
    if unknown.failure().is_some() {
        return Value::Unknown(unknown);
    }
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
        // A value of unknown type keeps its refinement if it fits the new type.
        (None, _) if unknown.check(to).is_ok() => return unknown.resolve(to),
        _ => None,
    };
    if let Some((lower, upper)) = lengths {
        // Different elements may become equal when they are converted to elements of a set.
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
