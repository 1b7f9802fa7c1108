use std::hash::{BuildHasher, RandomState};

use proptest::prelude::*;
use terrane_value::{Number, Type, Value, msgpack};

use crate::properties::strategy::number;

fn through_the_wire(float: f64) -> Number {
    let mut message = vec![0xcb];
    message.extend(float.to_be_bytes());
    msgpack::decode(&message.into(), &Type::Number)
        .unwrap()
        .as_number()
        .unwrap()
        .clone()
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![4 => number(), 2 => proptest::num::f64::NORMAL.prop_map(through_the_wire), 1 => Just(Number::INFINITY)]
}

proptest! {
    #[test]
    fn text_gives_back_the_number(number in any_number()) {
        prop_assert_eq!(number.to_string().parse(), Ok(number));
    }

    #[test]
    fn order_equality_and_hash_agree(a in any_number(), b in any_number(), c in any_number()) {
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
        let (again, hasher): (Number, _) = (a.to_string().parse().unwrap(), RandomState::new());
        prop_assert_eq!(hasher.hash_one(&a), hasher.hash_one(&again));
    }

    #[test]
    fn integers_keep_their_value_and_order(a: i128, b: i128) {
        let (x, y) = (Number::from(a), Number::from(b));
        prop_assert_eq!(x.to_string(), a.to_string());
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.to_i64(), i64::try_from(a).ok());
        prop_assert_eq!(x.to_u64(), u64::try_from(a).ok());
        prop_assert!(x.is_integer());
    }

    #[test]
    fn fractions_compare_like_floats(a in -1e9_f64..1e9, b in -1e9_f64..1e9) {
        let (x, y) = (Number::try_from(a).unwrap(), Number::try_from(b).unwrap());
        prop_assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b));
    }

    #[test]
    fn floats_round_trip_exactly(float in proptest::num::f64::ANY.prop_filter("not a number", |float| !float.is_nan())) {
        let float = if float == 0.0 { 0.0 } else { float };
        prop_assert_eq!(Number::try_from(float).unwrap().to_f64_lossy(), float);
        let number = through_the_wire(float);
        prop_assert_eq!(number.to_f64_lossy(), float);
        prop_assert_eq!(&number, &Number::try_from(float).unwrap());
        if float.fract() != 0.0 || !float.is_finite() {
            prop_assert_eq!(number.to_f64(), Some(float));
            let echo = msgpack::encode(&Value::from(number), &Type::Number).unwrap();
            prop_assert_eq!(&echo[1..], float.to_be_bytes());
        }
    }

    #[test]
    fn an_exact_float_is_exact(number in number()) {
        if let Some(float) = number.to_f64() {
            prop_assert!(float.is_finite());
            // With enough places, a float is written with all its digits.
            let places = number.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len());
            prop_assert_eq!(format!("{float:.places$}"), number.to_string());
        }
    }
}
