use proptest::prelude::*;
use terrane_value::{Type, Unknown, Value};

use crate::properties::strategy::{Knowledge, refinement, value};

fn refined() -> impl Strategy<Value = (Type, Unknown, Value)> {
    let types = [
        Type::String,
        Type::Number,
        Type::list(Type::Bool),
        Type::set(Type::Number),
        Type::map(Type::Bool),
    ];
    proptest::sample::select(types.to_vec()).prop_flat_map(|ty| {
        let parts = (refinement(&ty), value(&ty, Knowledge::Partial));
        parts.prop_map(move |(unknown, value)| (ty.clone(), unknown, value))
    })
}

proptest! {
    #[test]
    fn unrefined_admits_everything(case in refined()) {
        prop_assert!(Unknown::new().admits(&case.2));
    }

    #[test]
    fn an_unknown_value_admits_itself((ty, unknown, _) in refined()) {
        prop_assert!(unknown.admits(&Value::Unknown(unknown.clone())));
        let resolved = unknown.clone().not_null().resolve(&ty);
        prop_assert!(unknown.admits(&resolved), "{:?}", resolved);
        prop_assert_eq!(ty.conforms(&resolved), Ok(()));
    }

    #[test]
    fn admitting_follows_the_bounds((_, unknown, value) in refined()) {
        if let Some(text) = value.as_str() {
            let prefix = unknown.string_prefix().map_or("", |prefix| prefix);
            prop_assert_eq!(unknown.admits(&value), text.starts_with(prefix));
        }
        if let Some(number) = value.as_number() {
            let lower = unknown.number_lower();
            let above = lower.is_none_or(|bound| *number > bound.number || bound.inclusive && *number == bound.number);
            let upper = unknown.number_upper();
            let below = upper.is_none_or(|bound| *number < bound.number || bound.inclusive && *number == bound.number);
            prop_assert_eq!(unknown.admits(&value), above && below);
        }
        if let Some(elements) = value.as_list() {
            let length = elements.len() as u64;
            let fits = unknown.length_lower() <= length && unknown.length_upper().is_none_or(|upper| length <= upper);
            prop_assert_eq!(unknown.admits(&value), fits);
        }
        prop_assert_eq!(unknown.admits(&Value::Null), !unknown.is_not_null());
        prop_assert!(!unknown.not_null().admits(&Value::Null));
    }
}
