//! Every parser takes any bytes: it may refuse them, but never panics, hangs or takes more memory than they are worth.

use bytes::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use terrane_value::{Number, Path, Type, json, msgpack};

use crate::properties::strategy::{Knowledge, ty, typed};

/// Says what is done to a message: some bytes are changed, and the rest from some point on may be lost.
type Damage = (Vec<(Index, u8)>, Option<Index>);

fn damage() -> impl Strategy<Value = Damage> {
    (
        vec(any::<(Index, u8)>(), 0..4),
        proptest::option::weighted(0.3, any::<Index>()),
    )
}

fn broken(mut message: Vec<u8>, (changes, end): Damage) -> Vec<u8> {
    for (at, byte) in changes {
        if !message.is_empty() {
            let at = at.index(message.len());
            message[at] = byte;
        }
    }
    if let Some(end) = end {
        message.truncate(end.index(message.len() + 1));
    }
    message
}

proptest! {
    #[test]
    fn msgpack_takes_any_bytes(bytes in vec(any::<u8>(), 0..64), ty in ty()) {
        let message = Bytes::from(bytes);
        if let Ok(value) = msgpack::decode(&message, &ty) {
            prop_assert_eq!(ty.conforms(&value), Ok(()));
            prop_assert!(msgpack::encode(&value, &ty).is_ok());
        }
    }

    #[test]
    fn msgpack_takes_broken_messages(typed in typed(Knowledge::Partial), damage in damage()) {
        let message = msgpack::encode(&typed.value, &typed.ty).unwrap();
        let message = Bytes::from(broken(message.to_vec(), damage));
        if let Ok(value) = msgpack::decode(&message, &typed.ty) {
            prop_assert_eq!(typed.ty.conforms(&value), Ok(()));
            let again = msgpack::encode(&value, &typed.ty).unwrap();
            prop_assert!(msgpack::decode(&again, &typed.ty).is_ok());
        }
    }

    #[test]
    fn json_takes_any_text(text in "[\\[\\]{}\":,0-9a-fnrtue.\\\\ -]{0,40}", ty in ty()) {
        // Whatever serde_json refuses is refused here too.
        if json::decode(text.as_bytes(), &ty).is_ok() {
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            prop_assert!(theirs.as_ref().map_or_else(|error| error.to_string().contains("out of range"), |_| true));
        }
    }

    #[test]
    fn json_takes_broken_messages(typed in typed(Knowledge::Whole), damage in damage()) {
        let text = json::encode(&typed.value, &typed.ty).unwrap();
        if let Ok(value) = json::decode(&broken(text, damage), &typed.ty) {
            prop_assert_eq!(typed.ty.conforms(&value), Ok(()));
            prop_assert!(json::encode(&value, &typed.ty).is_ok());
        }
    }

    #[test]
    fn types_take_broken_json(ty in ty(), damage in damage()) {
        if let Ok(ty) = Type::from_json(&broken(ty.to_json(), damage)) {
            prop_assert_eq!(Type::from_json(&ty.to_json()), Ok(ty));
        }
    }

    #[test]
    fn paths_take_any_text(text in "[a-c\\[\\]\"=.0-9\\\\-]{0,20}") {
        if let Ok(path) = text.parse::<Path>() {
            prop_assert_eq!(path.to_string().parse(), Ok(path));
        }
    }

    #[test]
    fn numbers_take_any_text(text in "[-+.eE0-9_ x]{0,20}") {
        // Rust's own floats follow the same grammar, save for words.
        prop_assert!(text.parse::<Number>().is_err() || text.parse::<f64>().is_ok(), "{}", text);
        if let Ok(number) = text.parse::<Number>() {
            prop_assert!((number.to_f64_lossy() - text.parse::<f64>().unwrap()).abs() == 0.0 || number.to_f64_lossy().is_infinite());
        }
    }
}
