use proptest::prelude::*;
use terrane_value::msgpack::{self, Size};
use terrane_value::{ErrorKind, Limits, Type, json};

use crate::properties::strategy::{Knowledge, ty, typed};

proptest! {
    #[test]
    fn msgpack_round_trips_every_value(typed in typed(Knowledge::Partial)) {
        let message = msgpack::encode(&typed.value, &typed.ty).unwrap();
        let decoded = msgpack::decode(&message, &typed.ty).unwrap();
        prop_assert_eq!(&decoded, &typed.value);
        prop_assert_eq!(msgpack::encode(&decoded, &typed.ty).unwrap(), message);
        prop_assert_eq!(typed.ty.conforms(&decoded), Ok(()));
    }

    #[test]
    fn json_round_trips_every_value(typed in typed(Knowledge::Whole)) {
        let text = json::encode(&typed.value, &typed.ty).unwrap();
        let decoded = json::decode(&text, &typed.ty).unwrap();
        prop_assert_eq!(&decoded, &typed.value);
        prop_assert_eq!(json::encode(&decoded, &typed.ty).unwrap(), &text[..]);
        // Somebody else's reader takes it too.
        prop_assert!(serde_json::from_slice::<serde_json::Value>(&text).is_ok());
    }

    #[test]
    fn json_refuses_unknown_values(typed in typed(Knowledge::Partial)) {
        match json::encode(&typed.value, &typed.ty) {
            Ok(_) => prop_assert!(typed.value.is_wholly_known()),
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Unknown);
                prop_assert!(!typed.value.is_wholly_known());
            }
        }
    }

    #[test]
    fn a_size_is_that_of_the_message(typed in typed(Knowledge::Partial), other in ty()) {
        for ty in [&typed.ty, &other] {
            match (msgpack::encode_finite(&typed.value, ty), Size::of(&typed.value, ty)) {
                (Ok(message), Ok(size)) => {
                    prop_assert_eq!(size.message, message.len());
                    prop_assert_eq!(size.check(&Limits::default()), Ok(()));
                }
                (message, size) => prop_assert_eq!(message.map(drop), size.map(drop)),
            }
        }
    }

    #[test]
    fn types_round_trip_through_json(ty in ty()) {
        prop_assert_eq!(Type::from_json(&ty.to_json()), Ok(ty));
    }

    #[test]
    fn a_value_of_another_type_is_refused_or_conforms(typed in typed(Knowledge::Partial), other in ty()) {
        let conforms = other.conforms(&typed.value);
        prop_assert_eq!(msgpack::encode(&typed.value, &other).map(drop), conforms);
    }
}
