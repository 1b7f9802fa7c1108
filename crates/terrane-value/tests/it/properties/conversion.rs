use proptest::prelude::*;
use terrane_schema::value_differences;
use terrane_value::{Data, Type, Value};

use crate::properties::strategy::{Knowledge, ty, typed, value};

proptest! {
    #[test]
    fn text_and_back(typed in typed(Knowledge::Whole)) {
        let text = match &typed.value {
            Value::Known(Data::Number(number)) => number.to_string(),
            Value::Known(Data::Bool(value)) => value.to_string(),
            _ => return Ok(()),
        };
        prop_assert_eq!(Value::parse(&text, &typed.ty), Ok(typed.value));
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
        prop_assert_eq!(value_differences(&rebuilt, &typed.value), []);
    }

    #[test]
    fn a_difference_has_the_stated_path(values in ty().prop_flat_map(|ty| {
        (value(&ty, Knowledge::Partial), value(&ty, Knowledge::Partial))
    })) {
        let (before, after) = values;
        let differences = value_differences(&before, &after);
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
