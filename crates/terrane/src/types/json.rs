//! JSON in a string.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use terrane_value::Number;

use super::text::text_types;
use crate::attr::Equal;
use crate::error::Result;

text_types! {
    /// JSON in a string, compared by value: white space, the order of keys and the form of numbers do not matter.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::attr::Equal;
    /// use terrane::types::Json;
    ///
    /// let (new, prior): (Json, Json) = (r#"{"b": 1.0, "a": []}"#.parse()?, r#"{"a":[],"b":1}"#.parse()?);
    /// assert!(new.equal(&prior));
    /// # Ok::<(), terrane::attr::DecodeError>(())
    /// ```
    Json(()), "JSON", is_json, by_meaning;
    /// JSON in a string, where every character matters.
    JsonExact(()), "JSON", is_json;
}

impl Equal for Json {
    fn equal(&self, prior: &Self) -> bool {
        let raw = |json: &'_ Self| serde_json::from_str::<Box<RawValue>>(&json.text);
        match (raw(self), raw(prior)) {
            (Ok(new), Ok(prior)) => is_equal_json(&new, &prior).unwrap_or(false),
            _ => false,
        }
    }
}

macro_rules! contents {
    ($($name:ident),*) => {$(
        impl $name {
            /// Serialises a value as JSON.
            ///
            /// # Errors
            ///
            /// Fails if JSON cannot represent the value.
            pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
                Ok(Self { text: serde_json::to_string(value)?, meaning: () })
            }

            /// Deserialises the JSON.
            ///
            /// # Errors
            ///
            /// Fails if it does not match the type.
            pub fn contents<T: DeserializeOwned>(&self) -> Result<T> {
                Ok(serde_json::from_str(&self.text)?)
            }
        }
    )*};
}

contents!(Json, JsonExact);

fn is_json(text: &str) -> Option<()> {
    serde_json::from_str::<serde::de::IgnoredAny>(text)
        .ok()
        .map(drop)
}

/// Compares two JSON texts level by level; numbers keep all their digits.
fn is_equal_json(new: &RawValue, prior: &RawValue) -> serde_json::Result<bool> {
    let (new, prior) = (new.get(), prior.get());
    Ok(match (new.as_bytes().first(), prior.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => {
            let new: BTreeMap<String, &RawValue> = serde_json::from_str(new)?;
            let prior: BTreeMap<String, &RawValue> = serde_json::from_str(prior)?;
            let mut same = new.len() == prior.len();
            for ((name, new), (before, prior)) in new.iter().zip(&prior) {
                same = same && name == before && is_equal_json(new, prior)?;
            }
            same
        }
        (Some(b'['), Some(b'[')) => {
            let new: Vec<&RawValue> = serde_json::from_str(new)?;
            let prior: Vec<&RawValue> = serde_json::from_str(prior)?;
            let mut same = new.len() == prior.len();
            for (new, prior) in new.iter().zip(&prior) {
                same = same && is_equal_json(new, prior)?;
            }
            same
        }
        (Some(b'"'), Some(b'"')) => {
            let new: String = serde_json::from_str(new)?;
            new == serde_json::from_str::<String>(prior)?
        }
        _ => {
            new == prior
                || matches!((new.parse(), prior.parse()), (Ok::<Number, _>(new), Ok::<Number, _>(prior)) if new == prior)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{same, takes};
    use super::*;

    #[test]
    fn only_json_is_taken() {
        let deep = "[".repeat(10_000);
        takes::<Json>(
            &["null", " {} ", "[1, \"a\"]", "1e400"],
            &["", "{", "{a: 1}", "[1,]", "'a'", "01", &deep],
        );
        takes::<JsonExact>(&["{}"], &["{"]);
    }

    #[test]
    fn white_space_order_and_the_form_of_numbers_do_not_matter() {
        for (one, other) in [
            (
                r#"{"a": 1, "b": [true, null]}"#,
                r#"{"b":[true,null],"a":1.0}"#,
            ),
            ("1e2", "100"),
            (r#""\u00e4""#, r#""ä""#),
            ("1e400", "10e399"),
        ] {
            assert!(
                same::<Json>(one, other) && same::<Json>(other, one),
                "{one} and {other}"
            );
        }
    }

    #[test]
    fn numbers_differ_to_the_last_digit() {
        for (one, other) in [
            ("123456789012345678901", "123456789012345678902"),
            ("0.1", "0.10000000000000000000001"),
            ("[1,2]", "[2,1]"),
            ("[1]", "[1,1]"),
            (r#"{"a":1}"#, r#"{"b":1}"#),
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
            (r#""1""#, "1"),
            ("null", "false"),
        ] {
            assert!(
                !same::<Json>(one, other) && !same::<Json>(other, one),
                "{one} and {other}"
            );
        }
    }

    #[test]
    fn contents_are_read_and_written() {
        let json = Json::write(&vec![1, 2]).unwrap();
        assert_eq!(json.as_str(), "[1,2]");
        assert_eq!(json.contents::<Vec<i64>>().unwrap(), [1, 2]);
        assert!(json.contents::<String>().is_err());
    }
}
