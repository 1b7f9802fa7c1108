use proptest::collection::vec;
use proptest::prelude::*;
use terrane_value::{Path, Step, Value};

use crate::properties::strategy::{number, text};

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        text().prop_map(Step::Attribute),
        "[a-z_][a-z0-9_-]{0,8}".prop_map(|name| Step::Attribute(name.into())),
        any::<usize>().prop_map(Step::Index),
        text().prop_map(Step::Key),
        text().prop_map(|text| Step::Element(Box::new(Value::from(text)))),
        number().prop_map(|number| Step::Element(Box::new(Value::from(number)))),
        any::<bool>().prop_map(|bool| Step::Element(Box::new(Value::from(bool)))),
    ]
}

proptest! {
    #[test]
    fn text_gives_back_the_path(steps in vec(step(), 0..6)) {
        let path = Path::from(steps);
        prop_assert_eq!(path.to_string().parse(), Ok(path));
    }

    #[test]
    fn order_and_equality_agree(a in vec(step(), 0..3), b in vec(step(), 0..3)) {
        let (a, b) = (Path::from(a), Path::from(b));
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert!(a.clone().join(&b).starts_with(&a));
    }
}
