use proptest::prelude::*;
use terrane_value::{Type, unify};

use crate::properties::strategy::{Knowledge, ty, typed, value};

/// Returns whether a collection leaves the type of its elements open, which then need one in common.
fn is_open(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Object(object) => object.types().iter().any(is_open),
        Type::Tuple(types) => types.iter().any(is_open),
        Type::String | Type::Number | Type::Bool | Type::Dynamic => false,
    }
}

proptest! {
    #[test]
    fn conversion_is_idempotent(typed in typed(Knowledge::Partial), other in ty()) {
        if let Ok(once) = typed.value.convert(&other) {
            prop_assert_eq!(other.conforms(&once), Ok(()));
            prop_assert_eq!(once.clone().convert(&other), Ok(once));
        }
    }

    #[test]
    fn a_known_value_converts_to_its_own_type_unchanged(typed in typed(Knowledge::Whole)) {
        prop_assume!(!is_open(&typed.ty));
        prop_assert_eq!(typed.value.clone().convert(&typed.ty), Ok(typed.value.clone()));
        prop_assert_eq!(typed.clone().convert(&typed.ty), Ok(typed.value));
    }

    #[test]
    fn the_strict_conversion_agrees_with_the_other(typed in typed(Knowledge::Whole), other in ty()) {
        let lax = typed.value.clone().convert(&other);
        if let (Ok(strict), false) = (typed.convert(&other), other.has_dynamic()) {
            prop_assert_eq!(Ok(strict), lax);
        }
    }

    #[test]
    fn text_and_back(typed in typed(Knowledge::Whole)) {
        if matches!(typed.ty, Type::Number | Type::Bool) {
            let text = typed.value.clone().convert(&Type::String).unwrap();
            prop_assert_eq!(text.convert(&typed.ty), Ok(typed.value));
        }
    }

    #[test]
    fn the_order_of_types_does_not_matter(a in ty(), b in ty()) {
        if let (Some(one), Some(other)) = (unify([&a, &b]), unify([&b, &a])) {
            prop_assert!(one.usable_as(&other) || other.usable_as(&one), "{} {}", one, other);
        }
        prop_assert_eq!(unify([&a]), Some(a.clone()));
        prop_assert_eq!(unify([&a, &a]), Some(a));
    }

    #[test]
    fn every_type_is_usable_as_itself(ty in ty()) {
        prop_assert!(ty.usable_as(&ty));
        prop_assert!(ty.usable_as(&Type::Dynamic));
        prop_assert_eq!(Type::Dynamic.usable_as(&ty), ty == Type::Dynamic);
    }

    #[test]
    fn a_value_rebuilt_without_changes_is_equal(typed in typed(Knowledge::Partial)) {
        let rebuilt = typed.value.clone().transform(|_, value| Ok::<_, ()>(value)).unwrap();
        prop_assert_eq!(&rebuilt, &typed.value);
        prop_assert_eq!(rebuilt.diff(&typed.value), []);
    }

    #[test]
    fn a_difference_has_the_stated_path(values in ty().prop_flat_map(|ty| {
        (value(&ty, Knowledge::Partial), value(&ty, Knowledge::Partial))
    })) {
        let (before, after) = values;
        let differences = before.diff(&after);
        prop_assert_eq!(differences.is_empty(), before == after);
        for difference in differences {
            prop_assert_eq!(before.at(&difference.path), difference.before.as_ref());
            prop_assert_eq!(after.at(&difference.path), difference.after.as_ref());
        }
    }

    #[test]
    fn a_walk_visits_every_part(typed in typed(Knowledge::Partial)) {
        let mut unknown = 0;
        typed.value.walk(|path, part| {
            unknown += usize::from(part.is_unknown());
            assert!(typed.value.at(path).is_some());
            true
        });
        prop_assert_eq!(unknown == 0, typed.value.is_wholly_known());
    }
}
