//! JSON in a string.

mod compare;

use serde::Serialize;
use serde::de::DeserializeOwned;
use terrane::schema::Violation;
use terrane::{Equal, Result};

use crate::text::text_types;

/// How deeply JSON may be nested, as in Go.
const MAX_DEPTH: usize = 10_000;

text_types! {
    /// JSON in a string, compared by value: white space, the order of keys and the form of numbers do not matter.
    ///
    /// Numbers are compared to their last digit. Of equal keys the last one counts. As in Go, JSON may be nested up to 10,000 levels deep.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::Equal;
    /// use terrane_types::Json;
    ///
    /// let (new, prior): (Json, Json) = (r#"{"b": 1.0, "a": []}"#.parse()?, r#"{"a":[],"b":1}"#.parse()?);
    /// assert!(new.equal(&prior));
    /// # Ok::<(), terrane::DecodeError>(())
    /// ```
    Json(()), "JSON", is_json => check_depth, by_meaning;
    /// JSON in a string, where every character matters. It may be nested up to 10,000 levels deep.
    JsonExact(()), "JSON", is_json => check_depth;
}

impl Equal for Json {
    fn equal(&self, prior: &Self) -> bool {
        compare::is_equal(&self.text, &prior.text)
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
                Ok(serde_json::to_string(value)?.parse()?)
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

fn check_depth(text: &str) -> Result<(), Violation> {
    match compare::depth(text) {
        0..=MAX_DEPTH => Ok(()),
        depth => Err(Violation::new(format!(
            "expected JSON that is nested at most {MAX_DEPTH} levels deep, found {depth} levels"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{same, takes};

    #[test]
    fn only_json_is_taken() {
        let deep = "[".repeat(1_000_000);
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
            ("-0.0", "0e999999999999999999999"),
            ("1e20000", "0.001E+20003"),
            ("12.50", "1250e-2"),
            (
                r#""\ud83d\ude00\/\b\f\n\r\t\"\\""#,
                r#""😀/\u0008\u000c\u000a\u000D\u0009\u0022\u005c""#,
            ),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
            (
                r#"{"\u0061":{"x":[]},"b":0}"#,
                r#" { "b" : 0 , "a" : { "x" : [ ] } } "#,
            ),
            (r#"["]",{"}":"{\""}]"#, r#"[ "]" , { "}" : "{\"" } ]"#),
            (
                r#"{"a":[1,{"b":[]},[[]]],"c":[2]}"#,
                r#"{"c":[2],"a":[1,{"b":[]},[[]]]}"#,
            ),
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
            ("1", "-1"),
            ("1e99999999999999999999", "2e99999999999999999999"),
            ("1e9", "1e90"),
            ("[]", "{}"),
            ("[[]]", "[]"),
            ("[1]", "1"),
            (r#"{"a":[]}"#, r#"{"a":{}}"#),
            (r#"{"a":1,"a":2}"#, r#"{"a":1}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":2,"b":1}"#),
            (r#"[{"a":1},2]"#, r#"[{"a":1},3]"#),
            (r#""\ud800""#, r#""\udc00""#),
            (r#""\ud800""#, r#""\ufffd""#),
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

    #[test]
    fn every_text_equals_itself() {
        for text in [
            r#""\ud800""#,
            r#"{"\udc00\ud800":"\ud800\u0041"}"#,
            "1e99999999999999999999",
            r#"{"a":1,"a":1}"#,
        ] {
            assert!(same::<Json>(text, text), "{text}");
            assert!(same::<Json>(text, &format!(" {text}")), "{text}");
        }
    }

    /// Arrays and objects in each other.
    fn nested(depth: usize, blank: &str) -> String {
        let (mut open, mut close) = (String::new(), String::new());
        for level in 0..depth {
            match level % 3 {
                0 => {
                    open.push_str("{\"b\":0,\"a\":");
                    close.push('}');
                }
                _ => {
                    open.push_str("[1,");
                    close.push(']');
                }
            }
            open.push_str(blank);
        }
        format!("{open}null{}", close.chars().rev().collect::<String>())
    }

    #[test]
    fn deeply_nested_json_is_compared_and_beyond_a_limit_refused() {
        let deep = nested(MAX_DEPTH, "");
        assert!(same::<Json>(&deep, &nested(MAX_DEPTH, " ")));
        assert!(!same::<Json>(
            &deep,
            &nested(MAX_DEPTH, " ").replace("null", "1")
        ));
        takes::<Json>(&[&deep], &[&nested(MAX_DEPTH + 1, "")]);
        takes::<JsonExact>(&[&deep], &[&nested(100_000, "")]);
        let brackets = "[\"[\",".repeat(MAX_DEPTH + 1);
        let error = nested(MAX_DEPTH + 1, "").parse::<Json>().unwrap_err();
        assert_eq!(
            error.problem(),
            "expected JSON that is nested at most 10000 levels deep, found 10001 levels"
        );
        assert_eq!(compare::depth(&brackets), MAX_DEPTH + 1);
    }

    /// Comparing level by level from the start would visit the innermost text of 10,000 levels 10,000 times.
    #[test]
    fn comparing_visits_each_byte_of_nested_json_a_few_times() {
        let inner = format!("\"{}\"", "x".repeat(1_000_000));
        let [new, prior] = ["", " "].map(|blank| nested(MAX_DEPTH, blank).replace("null", &inner));
        assert!(same::<Json>(&new, &prior));
    }
}
