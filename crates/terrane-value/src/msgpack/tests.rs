//! The encoding of edge cases: the largest lengths of each form, the refinements of unknown values, and the limits of memory.

use bytes::Bytes;

use super::encode::TYPE_BYTES;
use super::{MAX_PREFIX, MAX_REFINEMENT, Size, decode, decode_with, encode, encode_finite};
use crate::data::{Data, Typed};
use crate::error::ErrorKind;
use crate::limits::Limits;
use crate::number::Number;
use crate::refinement::Unknown;
use crate::set::{SET_BYTES, SET_ELEMENT_BYTES, Set};
use crate::ty::Type;
use crate::value::Value;

const UNKNOWN: &[u8] = &[0xd4, 0, 0];

#[test]
fn lengths_take_as_few_bytes_as_they_need() {
    for (length, list, map) in [
        (15, &[0x9f][..], &[0x8f][..]),
        (16, &[0xdc, 0, 16], &[0xde, 0, 16]),
        (65_535, &[0xdc, 255, 255], &[0xde, 255, 255]),
        (65_536, &[0xdd, 0, 1, 0, 0], &[0xdf, 0, 1, 0, 0]),
    ] {
        let elements = Value::list((0..length).map(|_| true));
        let keyed = Value::mapping((0..length).map(|at| (at.to_string(), true)));
        for (value, ty, head) in [
            (elements, Type::list(Type::Bool), list),
            (keyed, Type::map(Type::Bool), map),
        ] {
            let message = encode(&value, &ty).unwrap();
            assert!(message.starts_with(head), "{length}");
            assert_eq!(decode(&message, &ty).unwrap(), value);
        }
    }
}

#[test]
fn a_dynamic_value_in_a_dynamic_value_is_that_value() {
    let dynamic = |ty, value| Value::Known(Data::Dynamic(Box::new(Typed { ty, value })));
    let text = dynamic(Type::String, "x".into());
    let twice = dynamic(Type::Dynamic, text.clone());
    let encoded = |value: &Value| encode(value, &Type::Dynamic).unwrap();
    assert_eq!(encoded(&twice), encoded(&text));
    assert_eq!(encoded(&dynamic(Type::Dynamic, Value::unknown())), UNKNOWN);
}

/// An unknown value with a refinement of an unsupported kind.
fn of_length(length: usize) -> Bytes {
    let bytes = u16::try_from(length - 5).unwrap().to_be_bytes();
    let mut message = vec![0xc8];
    message.extend(u16::try_from(length).unwrap().to_be_bytes());
    message.extend([12, 0x81, 7, 0xc5]);
    message.extend(bytes);
    message.resize(message.len() + length - 5, 0);
    message.into()
}

#[test]
fn refinements_have_a_length_limit() {
    let read = |length| decode(&of_length(length), &Type::String);
    assert_eq!(read(MAX_REFINEMENT).unwrap(), Value::unknown());
    let error = read(MAX_REFINEMENT + 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

fn sent(unknown: Unknown, ty: &Type) -> Bytes {
    encode(&Value::Unknown(unknown), ty).unwrap()
}

#[test]
fn empty_and_overlong_refinements_are_not_sent() {
    let unknown = Unknown::new;
    let long: Number = format!("1{}", "0".repeat(MAX_PREFIX)).parse().unwrap();
    assert_eq!(sent(unknown().not_null(), &Type::Dynamic), UNKNOWN);
    let bounded = unknown().with_number_lower(long, true).unwrap();
    assert_eq!(sent(bounded, &Type::Number), UNKNOWN);
    let list = Type::list(Type::Bool);
    let most = i64::MAX.unsigned_abs();
    let longest = unknown().with_length_upper(most).unwrap();
    assert_eq!(sent(longest, &list), UNKNOWN);
    let shorter = unknown().with_length_upper(most - 1).unwrap();
    assert_ne!(sent(shorter, &list), UNKNOWN);
}

#[test]
fn a_long_prefix_is_cut() {
    let prefix = "-".repeat(MAX_PREFIX + 1);
    let unknown = Unknown::new().with_full_string_prefix(&prefix).unwrap();
    let message = sent(unknown, &Type::String);
    let Value::Unknown(unknown) = decode(&message, &Type::String).unwrap() else {
        panic!("{message:?}");
    };
    assert_eq!(unknown.string_prefix().unwrap().len(), MAX_PREFIX - 1);
}

#[test]
fn refinements_have_the_shortest_encoding() {
    for (prefix, head) in [
        (1, &[0xd6, 12][..]),
        (5, &[0xd7, 12]),
        (12, &[0xc7, 15, 12]),
        (13, &[0xd8, 12]),
        (14, &[0xc7, 17, 12]),
    ] {
        let prefix = "-".repeat(prefix);
        let unknown = Unknown::new().with_full_string_prefix(&prefix).unwrap();
        let message = sent(unknown.clone(), &Type::String);
        assert!(message.starts_with(head), "{message:?}");
        assert_eq!(
            decode(&message, &Type::String).unwrap(),
            Value::Unknown(unknown)
        );
    }
}

/// Asserts how many bytes of memory the decoded value takes.
fn assert_memory(message: &[u8], ty: &Type, memory: usize) {
    let message = Bytes::copy_from_slice(message);
    let read = |memory| {
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        decode_with(&message, ty, &limits)
    };
    read(memory).unwrap();
    assert_eq!(read(memory - 1).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn the_memory_of_unknown_values_is_that_of_their_refinements() {
    let not_null = b"\xc7\x03\x0c\x81\x01\xc2";
    assert_memory(not_null, &Type::Bool, Unknown::REFINED_BYTES + 3);
    let of_length_1 = b"\xc7\x07\x0c\x83\x01\xc2\x05\x01\x06\x01";
    let list = Type::list(Type::Bool);
    let set = Type::set(Type::Bool);
    let one_set = [&[0x91][..], of_length_1].concat();
    let memory = size_of::<Value>() + SET_BYTES + SET_ELEMENT_BYTES;
    assert_memory(&one_set, &Type::list(set), memory);
    let not_refined = [&[0xdc, 0, 100][..], &UNKNOWN.repeat(100)].concat();
    assert_memory(&not_refined, &list, 100 * size_of::<Value>());
}

#[test]
fn the_memory_of_a_text_is_that_of_its_normalised_copy() {
    let ty = Type::list(Type::String);
    let message = |text: &str| {
        let mut message = vec![0xdc, 0, 100, 0xa0 + u8::try_from(text.len()).unwrap()];
        message.extend(text.as_bytes());
        message.resize(message.len() + 99, 0xa0);
        message
    };
    let elements = 100 * size_of::<Value>();
    assert_memory(&message("\u{e9}"), &ty, elements);
    assert_memory(&message("e\u{301}"), &ty, elements + "\u{e9}".len());
}

/// Asserts how many bytes of memory an element takes at the receiver, as the element of a list. A list that needs more than the limit is not sent.
fn assert_counted(element: &Value, ty: &Type, memory: usize) {
    let most = Limits::default().memory / (size_of::<Value>() + memory);
    let ty = Type::list(ty.clone());
    let list = |length| Value::Known(Data::List(vec![element.clone(); length]));
    encode(&list(most), &ty).unwrap();
    let error = encode(&list(most + 1), &ty).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn values_that_take_too_much_memory_at_the_receiver_are_not_sent() {
    let ty = Type::Bool;
    let dynamic = Value::Known(Data::Dynamic(Box::new(Typed {
        value: true.into(),
        ty: ty.clone(),
    })));
    let memory = size_of::<Typed>() + "\"bool\"".len() * TYPE_BYTES;
    assert_counted(&dynamic, &Type::Dynamic, memory);
    let set = Value::Known(Data::Set(Set::from_iter([Value::from(true)])));
    assert_counted(&set, &Type::set(ty), SET_BYTES + SET_ELEMENT_BYTES);
}

#[test]
fn a_value_nested_too_deeply_to_be_read_again_is_not_sent() {
    let nested = |levels: usize| {
        (0..levels).fold((Type::Bool, Value::Null), |(ty, value), _| {
            (Type::list(ty), Value::list([value]))
        })
    };
    let (ty, value) = nested(Limits::default().depth);
    assert_eq!(decode(&encode(&value, &ty).unwrap(), &ty).unwrap(), value);
    let (ty, value) = nested(Limits::default().depth + 1);
    assert_eq!(encode(&value, &ty).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(Size::of(&value, &ty).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn the_error_of_a_value_that_cannot_be_expressed_is_its_failure_at_its_path() {
    let failed = Value::Unknown(Unknown::failed("expected a number, found NaN").not_null());
    for ty in [Type::Number, Type::Dynamic] {
        let (list, ty) = (Value::list([Value::Null, failed.clone()]), Type::list(ty));
        let error = encode(&list, &ty).unwrap_err();
        assert_eq!(error.to_string(), "[1]: expected a number, found NaN");
    }
}

#[test]
fn infinite_numbers_are_sent_and_refused_where_only_finite_numbers_are_allowed() {
    for number in [Number::INFINITY, Number::NEGATIVE_INFINITY] {
        let (list, ty) = (Value::list([number]), Type::list(Type::Number));
        assert_eq!(decode(&encode(&list, &ty).unwrap(), &ty).unwrap(), list);
        for error in [
            encode_finite(&list, &ty).unwrap_err(),
            Size::of(&list, &ty).unwrap_err(),
        ] {
            assert_eq!(
                error.to_string(),
                "[0]: expected a finite number, found an infinity"
            );
        }
    }
}
