//! The ready-made types of attributes: texts with a meaning.

use std::str::FromStr;

use terrane::Equal;
use terrane_types::{Cidr, Ip, Json, JsonExact, Mac, Rfc3339};

use super::setup::texts;

pub(super) fn json_seeds() -> Vec<Vec<u8>> {
    texts(&[
        r#"{"a":[1,{"b":"x","c":null}],"b":{},"a":2}"#,
        r#"[[],[[[[]]]],{"":{"":{}}},true,false]"#,
        r#"["\ud800","\udc00\ud83d\ude00\u00e9é\n\"\\"]"#,
        "[0,-0.0,1e400,12.50E-1,10000000000000000000000000000000]",
    ])
}

/// Compares a JSON text with forms of itself.
pub(super) fn json(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let json: Json = match text.parse() {
        Ok(json) => json,
        Err(error) => return error.problem().chars().take(20).collect(),
    };
    assert!(text.parse::<JsonExact>().is_ok());
    assert!(json.equal(&json), "{text} equals itself");
    let with = |before: &str, after: &str| format!("{before}{text}{after}").parse::<Json>();
    let blank = with(" ", "\n").expect("blanks change nothing");
    assert!(json.equal(&blank) && blank.equal(&json), "{text}");
    let pairs = [
        (with("[", "]"), with("[ ", "\t]")),
        (
            with("{\"a\":0,\"b\":", "}"),
            with("{\"\\u0062\": ", ",\"a\":0.0}"),
        ),
    ];
    for (one, other) in pairs {
        // At the limit, a text fits into nothing.
        if let (Ok(one), Ok(other)) = (one, other) {
            assert!(one.equal(&other) && other.equal(&one), "{one}");
            assert!(!one.equal(&json) && !json.equal(&one), "{one}");
        }
    }
    text.trim_start().chars().take(2).collect()
}

pub(super) fn time_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.9999999999-24:00",
        "2024-02-29T12:30:45.5+01:00",
        "00:00:5e:00:53:01",
        "0000.5e00.5301",
        "2001:db8::1",
        "192.0.2.1/24",
    ])
}

/// Reads a text as each of the other types.
pub(super) fn others(input: &[u8]) -> String {
    fn read<T: FromStr + Equal + ToString>(text: &str) -> Option<T> {
        let value: T = text.parse().ok()?;
        assert_eq!(value.to_string(), text);
        assert!(value.equal(&value), "{text} equals itself");
        Some(value)
    }
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let time = read::<Rfc3339>(text).map(|time| {
        // Only times with an offset can lie outside of the years that RFC 3339 has.
        if let Ok(written) = Rfc3339::try_from(time.time()) {
            assert!(written.equal(&time), "{text} and {written}");
        }
    });
    format!(
        "{time:?} {} {} {}",
        read::<Mac>(text).is_some(),
        read::<Ip>(text).is_some(),
        read::<Cidr>(text).is_some()
    )
}
