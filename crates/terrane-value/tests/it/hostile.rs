//! Messages made to do harm, and odd ones that were met once: all are refused or read, within the limits.

use bytes::Bytes;
use terrane_schema::value_differences;
use terrane_value::{ErrorKind, Limits, Type, Value, json, msgpack};

/// Runs with the stack that a thread has by default.
fn in_a_thread(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(work)
        .unwrap()
        .join()
        .unwrap();
}

fn nested(depth: usize, leaf: Type, make: impl Fn(Type) -> Type) -> Type {
    (0..depth).fold(leaf, |ty, _| make(ty))
}

fn use_every_method(value: Value, ty: &Type) {
    assert_eq!(value.clone(), value);
    assert!(!format!("{value:?}").is_empty());
    ty.conforms(&value).unwrap();
    assert_eq!(value_differences(&value, &value), []);
    value.walk(|_, _| true);
    let same = value
        .clone()
        .transform(|_, value| Ok::<_, ()>(value))
        .unwrap();
    assert_eq!(same, value);
    assert!(ty.usable_as(ty));
    assert_eq!(Type::from_json(&ty.to_json()).unwrap(), *ty);
    assert!(!ty.to_string().is_empty());
    let bytes = msgpack::encode(&value, ty).unwrap();
    assert_eq!(msgpack::decode(&bytes, ty).unwrap(), value);
    let text = json::encode(&value, ty).unwrap();
    assert_eq!(json::decode(&text, ty).unwrap(), value);
}

#[test]
fn the_deepest_values_fit_the_stack() {
    let depth = Limits::default().depth;
    let makers: [fn(Type) -> Type; 5] = [
        Type::list,
        Type::set,
        Type::map,
        |ty| Type::tuple([ty]),
        |ty| Type::object([("a", ty)]),
    ];
    for make in makers {
        in_a_thread(move || {
            let ty = nested(depth, Type::String, make);
            let (open, close) = match make(Type::String) {
                Type::Map(_) | Type::Object(_) => ("{\"a\":", "}"),
                Type::List(_) | Type::Set(_) | Type::Tuple(_) => ("[", "]"),
                other @ (Type::String | Type::Number | Type::Bool | Type::Dynamic) => {
                    panic!("{other}")
                }
            };
            let text = open.repeat(depth) + "\"x\"" + &close.repeat(depth);
            use_every_method(json::decode(text.as_bytes(), &ty).unwrap(), &ty);
        });
    }
}

#[test]
fn deeper_values_are_refused() {
    in_a_thread(|| {
        let depth = 100_000;
        let ty = nested(200, Type::Dynamic, Type::list);
        let arrays = Bytes::from(vec![0x91; depth]);
        assert_eq!(
            msgpack::decode(&arrays, &ty).unwrap_err().kind(),
            ErrorKind::Limit
        );
        assert_eq!(
            json::decode("[".repeat(depth).as_bytes(), &ty)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
        let types = "[\"list\",".repeat(depth);
        assert_eq!(
            Type::from_json(types.as_bytes()).unwrap_err().kind(),
            ErrorKind::Limit
        );
        // Dynamic values whose type is dynamic, in each other.
        let mut dynamic = Vec::new();
        (0..depth).for_each(|_| dynamic.extend(b"\x92\xc4\x09\"dynamic\""));
        assert_eq!(
            msgpack::decode(&dynamic.into(), &Type::Dynamic)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
        let dynamic = "{\"type\":\"dynamic\",\"value\":".repeat(depth);
        assert_eq!(
            json::decode(dynamic.as_bytes(), &Type::Dynamic)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
        // Values to skip count as well: an attribute that is not known, a refinement that is not known.
        let options = json::Options {
            ignore_unknown_attributes: true,
            ..json::Options::default()
        };
        let object = Type::object([("a", Type::Bool)]);
        let unknown = format!("{{\"b\":{}", "[".repeat(depth));
        assert_eq!(
            json::decode_with(unknown.as_bytes(), &object, &options)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
        let mut refinement = vec![0xc8, 0x03, 0x00, 0x0c, 0x81, 0x63];
        refinement.resize(6 + 0x300 - 2, 0x91);
        assert_eq!(
            msgpack::decode(&refinement.into(), &Type::String)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
    });
}

#[test]
fn a_dynamic_value_in_the_deepest_place_fits_the_stack() {
    in_a_thread(|| {
        let depth = Limits::default().depth - 1;
        let outer = nested(depth, Type::Dynamic, Type::list);
        let inner = nested(depth, Type::String, Type::list);
        let mut message = vec![0x91; depth];
        let ty = inner.to_json();
        message.extend([0x92, 0xc5]);
        message.extend(u16::try_from(ty.len()).unwrap().to_be_bytes());
        message.extend(ty);
        message.push(0xc0);
        let value = msgpack::decode(&message.clone().into(), &outer).unwrap();
        assert_eq!(msgpack::encode(&value, &outer).unwrap(), message);
        assert_eq!(value.clone(), value);
    });
}

/// The JSON of a type may have twice as many levels as a value, because an object type is two levels of JSON. A list type is one level.
#[test]
fn the_deepest_type_of_a_dynamic_value_fits_the_stack() {
    in_a_thread(|| {
        let deepest = 2 * Limits::default().depth;
        let outer = nested(Limits::default().depth - 1, Type::Dynamic, Type::list);
        let inner = nested(deepest, Type::String, Type::list);
        assert_eq!(Type::from_json(&inner.to_json()).unwrap(), inner);
        let deeper = Type::list(inner.clone()).to_json();
        assert_eq!(
            Type::from_json(&deeper).unwrap_err().kind(),
            ErrorKind::Limit
        );

        let mut message = vec![0x91; Limits::default().depth - 1];
        let ty = inner.to_json();
        message.extend([0x92, 0xc5]);
        message.extend(u16::try_from(ty.len()).unwrap().to_be_bytes());
        message.extend(ty);
        message.push(0xc0);
        let value = msgpack::decode(&message.clone().into(), &outer).unwrap();
        assert_eq!(msgpack::encode(&value, &outer).unwrap(), message);
        outer.conforms(&value).unwrap();
        assert_eq!(value_differences(&value, &value.clone()), []);
        value.walk(|_, _| true);
    });
}

#[test]
fn announced_lengths_are_not_believed() {
    let ty = Type::list(Type::list(Type::String));
    for message in [
        "ddffffffff",
        "dcffff",
        "dd7fffffffc0",
        "91ddffffffff",
        "91dbffffffff",
        "91c6ffffffff",
        "c9ffffffff0c",
    ] {
        let error = msgpack::decode(&hex(message), &ty).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Syntax, "{message}");
        assert!(
            error.message().starts_with("the message ends too early"),
            "{message}: {error}"
        );
    }
    let error = msgpack::decode(&hex("dfffffffff"), &Type::map(Type::String)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the message ends too early, after 5 bytes"
    );
}

#[test]
fn a_small_message_cannot_allocate_much_memory() {
    // Objects that leave out everything, in a type that the message brings along.
    let attributes: Vec<String> = (0..10_000)
        .map(|n| format!("\"a{n}\":\"string\""))
        .collect();
    let objects = vec!["{}"; 1000].join(",");
    let text = format!(
        "{{\"type\":[\"list\",[\"object\",{{{}}}]],\"value\":[{objects}]}}",
        attributes.join(",")
    );
    assert_eq!(
        json::decode(text.as_bytes(), &Type::Dynamic)
            .unwrap_err()
            .kind(),
        ErrorKind::Limit
    );
    // An unknown list of a known and huge length.
    let list = msgpack::decode(
        &hex("c70f0c8301c205ce7fffffff06ce7fffffff"),
        &Type::list(Type::String),
    )
    .unwrap();
    assert!(list.is_unknown());
    // A number of a few bytes and a billion digits.
    for number in ["1e1000000000", "1e-1000000000"] {
        assert_eq!(
            json::decode(number.as_bytes(), &Type::Number)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
    }
}

#[test]
fn work_stays_linear() {
    let ty = Type::set(Type::object([("id", Type::Number), ("name", Type::String)]));
    let elements: Vec<String> = (0..100_000)
        .map(|n| format!("{{\"id\":{n},\"name\":\"same\"}}"))
        .collect();
    let one = json::decode(format!("[{}]", elements.join(",")).as_bytes(), &ty).unwrap();
    let reversed: Vec<String> = elements.into_iter().rev().collect();
    let other = json::decode(format!("[{}]", reversed.join(",")).as_bytes(), &ty).unwrap();
    assert_eq!(one, other);
    assert_eq!(value_differences(&one, &other), []);
}

fn hex(digits: &str) -> Bytes {
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        .collect()
}

#[test]
fn odd_messages_are_read_or_refused() {
    let mut count = 0;
    for line in include_str!("../odd_messages.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let [ty, message, expected] = line.splitn(3, "  ").collect::<Vec<_>>().try_into().unwrap();
        let ty = Type::from_json(ty.as_bytes()).unwrap();
        let message = hex(message.trim_matches('-'));
        let found = match msgpack::decode(&message, &ty).and_then(|value| json::encode(&value, &ty))
        {
            Ok(json) => format!("= {}", String::from_utf8(json).unwrap()),
            Err(error) => format!("! {error}"),
        };
        assert_eq!(found, expected, "{line}");
        count += 1;
    }
    assert!(count > 40);
}
