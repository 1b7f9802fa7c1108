//! What differs between models and APIs: helpers for `serde`.
//!
//! | the API sends | write |
//! |---|---|
//! | a number as text, because it may exceed 53 bits | [`#[serde(with = "text_number")]`](text_number) |
//! | bytes as Base64 | [`Base64`] |
//! | a text as Base64 | [`#[serde(with = "base64_text")]`](base64_text) |
//! | missing and null, with different meanings | [`Option<Option<T>>` with `#[serde(default, with = "nullable")]`](nullable) |
//! | a time as seconds since 1970 | [`#[serde(with = "unix_time")]`](unix_time) |
//! | a duration as seconds | [`#[serde(with = "seconds")]`](seconds) |
//! | a duration as text, such as `1h30m` | [`#[serde(with = "text_duration")]`](text_duration) |
//! | a text of a list that may grow | [`Open`] |
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//! use serde::{Deserialize, Serialize};
//! use terrane_api::de::{Base64, Open, nullable, seconds, text_number, unix_time};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(rename_all = "lowercase")]
//! enum State {
//!     Arriving,
//!     Settled,
//! }
//!
//! #[derive(Debug, Serialize, Deserialize)]
//! struct Pet {
//!     #[serde(with = "text_number")]
//!     revision: u64,
//!     photo: Base64,
//!     #[serde(default, with = "nullable", skip_serializing_if = "Option::is_none")]
//!     cage: Option<Option<String>>,
//!     #[serde(with = "unix_time")]
//!     born: String,
//!     #[serde(with = "seconds")]
//!     nap: Duration,
//!     state: Open<State>,
//! }
//!
//! let text = r#"{"revision":"18446744073709551615","photo":"aGk=","cage":null,"born":0,"nap":90,"state":"asleep"}"#;
//! let pet: Pet = serde_json::from_str(text)?;
//! assert_eq!(pet.revision, u64::MAX);
//! assert_eq!(pet.photo.text().unwrap(), "hi");
//! assert_eq!(pet.cage, Some(None));
//! assert_eq!(pet.born, "1970-01-01T00:00:00Z");
//! assert_eq!(pet.nap, Duration::from_secs(90));
//! assert_eq!(pet.state, Open::Unknown("asleep".to_owned()));
//! assert_eq!(serde_json::to_string(&pet)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::value::StrDeserializer;
use serde::de::{Error as _, IntoDeserializer as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number as text. A number in JSON is accepted, too.
pub mod text_number {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};
    use serde_json::Value as Json;

    /// Writes the number as text.
    ///
    /// # Errors
    ///
    /// Fails if the serializer does.
    pub fn serialize<S: Serializer>(
        number: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    /// Reads the number.
    ///
    /// # Errors
    ///
    /// Fails if the value is neither a number nor the text of one, or if it is out of range.
    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = match Json::deserialize(deserializer)? {
            Json::String(text) => text,
            Json::Number(number) => number.to_string(),
            _ => return Err(D::Error::custom("expected a number, or its text")),
        };
        text.parse()
            .map_err(|_| D::Error::custom("expected a number in the range of the field"))
    }
}

/// A member that may be missing, null or a value. `None` stands for missing, and `Some(None)` for null.
pub mod nullable {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the value. Skip it if it is `None`.
    ///
    /// # Errors
    ///
    /// Fails if the serializer does.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    /// Reads a value that is not missing.
    ///
    /// # Errors
    ///
    /// Fails if the value has another form.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }
}

/// A time as seconds since 1970, which may have a fraction. The field has the time in the form of RFC 3339, which attributes have.
pub mod unix_time {
    use jiff::{SignedDuration, Timestamp};
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    /// Writes the seconds.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a time.
    pub fn serialize<S: Serializer>(time: &str, serializer: S) -> Result<S::Ok, S::Error> {
        let timestamp: Timestamp = time.parse().map_err(S::Error::custom)?;
        if timestamp.subsec_nanosecond() == 0 {
            timestamp.as_second().serialize(serializer)
        } else {
            timestamp.as_duration().as_secs_f64().serialize(serializer)
        }
    }

    /// Reads the seconds.
    ///
    /// # Errors
    ///
    /// Fails if the value is not a number, or if the year has more than four digits.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        let time = match number.as_i64() {
            Some(seconds) => Timestamp::from_second(seconds),
            None => {
                let seconds = number.as_f64().unwrap_or(f64::MAX);
                SignedDuration::try_from_secs_f64(seconds).and_then(Timestamp::from_duration)
            }
        };
        Ok(time.map_err(D::Error::custom)?.to_string())
    }
}

/// A duration as seconds, which may have a fraction.
pub mod seconds {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    /// Writes the seconds.
    ///
    /// # Errors
    ///
    /// Fails if the serializer does.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        if duration.subsec_nanos() == 0 {
            duration.as_secs().serialize(serializer)
        } else {
            duration.as_secs_f64().serialize(serializer)
        }
    }

    /// Reads the seconds.
    ///
    /// # Errors
    ///
    /// Fails if the value is not a number, or if it is negative.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(seconds).map_err(D::Error::custom)
    }
}

/// A duration as text, such as `1h30m`. The form of ISO 8601, `PT1H30M`, is read, too.
pub mod text_duration {
    use std::time::Duration;

    use jiff::SignedDuration;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes the seconds with their unit, which every reader of such texts understands.
    ///
    /// # Errors
    ///
    /// Fails if the serializer does.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}s", duration.as_secs_f64()))
    }

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a duration, or if it is negative.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let text = String::deserialize(deserializer)?;
        let signed = text.parse::<SignedDuration>().ok();
        let duration = signed.and_then(|it| Duration::try_from(it).ok());
        duration.ok_or_else(|| D::Error::custom("expected a duration, such as 1h30m"))
    }
}

/// A text as Base64. The field is a `String`, or an `Option<String>` that has `None` for an empty text.
pub mod base64_text {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::{Base64, Text};

    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Fails if the serializer does.
    pub fn serialize<S: Serializer>(text: &impl Text, serializer: S) -> Result<S::Ok, S::Error> {
        Base64::from(text.as_text()).serialize(serializer)
    }

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// Fails if the value is not Base64 of UTF-8.
    pub fn deserialize<'de, T: Text, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let bytes = Base64::deserialize(deserializer)?;
        String::from_utf8(bytes.0)
            .map(T::of)
            .map_err(|_| D::Error::custom("expected Base64 of a text"))
    }
}

/// A field for [`base64_text`].
pub trait Text: sealed::Sealed {
    #[doc(hidden)]
    fn of(text: String) -> Self;
    #[doc(hidden)]
    fn as_text(&self) -> &str;
}

mod sealed {
    #[expect(unnameable_types, reason = "nobody else implements `Text`")]
    pub trait Sealed {}
    impl Sealed for String {}
    impl Sealed for Option<String> {}
}

impl Text for String {
    fn of(text: String) -> Self {
        text
    }

    fn as_text(&self) -> &str {
        self
    }
}

impl Text for Option<String> {
    fn of(text: String) -> Self {
        Some(text).filter(|text| !text.is_empty())
    }

    fn as_text(&self) -> &str {
        self.as_deref().unwrap_or_default()
    }
}

/// Bytes that JSON has as Base64.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base64(pub Vec<u8>);

impl Base64 {
    /// Returns the bytes as text.
    ///
    /// # Errors
    ///
    /// Fails if they are not UTF-8: an attribute cannot have them.
    pub fn text(&self) -> terrane::Result<String> {
        String::from_utf8(self.0.clone()).map_err(|_| {
            terrane::Error::new(
                "Value is not a text",
                "The API has bytes that are not UTF-8. An attribute cannot have them. Encode them, for example as Base64.",
            )
        })
    }
}

impl<T: AsRef<[u8]> + ?Sized> From<&T> for Base64 {
    fn from(bytes: &T) -> Self {
        Self(bytes.as_ref().to_vec())
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD
            .decode(text)
            .map(Self)
            .map_err(|_| D::Error::custom("expected Base64"))
    }
}

/// One of the known texts, or another one: an API may add members to an enum, and a provider that refuses them is of no use with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open<T> {
    /// A text that the provider knows.
    Known(T),
    /// Another text.
    Unknown(String),
}

impl<T: Serialize> Serialize for Open<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(known) => known.serialize(serializer),
            Self::Unknown(text) => text.serialize(serializer),
        }
    }
}

impl<'de, T: for<'a> Deserialize<'a>> Deserialize<'de> for Open<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known: StrDeserializer<'_, serde::de::value::Error> = text.as_str().into_deserializer();
        Ok(match T::deserialize(known) {
            Ok(known) => Self::Known(known),
            Err(_) => Self::Unknown(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value as Json, json};

    use super::*;

    #[derive(Debug, Deserialize, Serialize)]
    struct Fields {
        #[serde(default, with = "text_number")]
        number: i64,
        #[serde(default, with = "nullable", skip_serializing_if = "Option::is_none")]
        nullable: Option<Option<i64>>,
        #[serde(default, with = "seconds")]
        seconds: Duration,
        #[serde(default, with = "text_duration")]
        text: Duration,
    }

    fn read(json: Json) -> Result<Fields, serde_json::Error> {
        serde_json::from_value(json)
    }

    #[test]
    fn numbers_are_texts_or_numbers_in_the_range() {
        for number in [json!("-9223372036854775808"), json!(i64::MIN)] {
            assert_eq!(read(json!({ "number": number })).unwrap().number, i64::MIN);
        }
        for number in [
            json!("9223372036854775808"),
            json!("x"),
            json!(""),
            json!(null),
            json!(1.5),
        ] {
            assert!(read(json!({ "number": number })).is_err(), "{number}");
        }
    }

    #[test]
    fn missing_and_null_differ_in_both_directions() {
        for (json, expected) in [
            (json!({}), None),
            (json!({ "nullable": null }), Some(None)),
            (json!({ "nullable": 1 }), Some(Some(1))),
        ] {
            let fields = read(json.clone()).unwrap();
            assert_eq!(fields.nullable, expected);
            assert_eq!(
                serde_json::to_value(&fields).unwrap().get("nullable"),
                json.get("nullable")
            );
        }
    }

    #[test]
    fn durations_are_not_negative() {
        let fields = read(json!({ "seconds": 1.5, "text": "1h0.5s" })).unwrap();
        assert_eq!(fields.seconds, Duration::from_millis(1500));
        assert_eq!(fields.text, Duration::from_millis(3_600_500));
        let written = serde_json::to_value(&fields).unwrap();
        assert_eq!(
            (&written["seconds"], &written["text"]),
            (&json!(1.5), &json!("3600.5s"))
        );
        for wrong in [
            json!({ "seconds": -1 }),
            json!({ "text": "-1s" }),
            json!({ "text": "1" }),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_of_apis_are_those_of_attributes() {
        #[derive(Deserialize, Serialize)]
        struct Time(#[serde(with = "unix_time")] String);
        for (seconds, text) in [
            (json!(1_767_323_045), "2026-01-02T03:04:05Z"),
            (json!(-1), "1969-12-31T23:59:59Z"),
            (json!(0.5), "1970-01-01T00:00:00.5Z"),
        ] {
            let time: Time = serde_json::from_value(seconds.clone()).unwrap();
            assert_eq!(time.0, text);
            assert_eq!(serde_json::to_value(&time).unwrap(), seconds);
        }
        assert!(serde_json::from_value::<Time>(json!(1e300)).is_err());
    }

    #[test]
    fn texts_as_base64_may_be_missing() {
        #[derive(Debug, Deserialize, Serialize)]
        struct Texts {
            #[serde(with = "base64_text")]
            one: String,
            #[serde(default, with = "base64_text")]
            other: Option<String>,
        }
        let texts: Texts = serde_json::from_value(json!({ "one": "aGk=" })).unwrap();
        assert_eq!((texts.one.as_str(), &texts.other), ("hi", &None));
        assert_eq!(
            serde_json::to_value(&texts).unwrap(),
            json!({ "one": "aGk=", "other": "" })
        );
        assert!(serde_json::from_value::<Texts>(json!({ "one": "/w==" })).is_err());
    }

    #[test]
    fn bytes_that_are_not_text_are_an_error() {
        let bytes: Base64 = serde_json::from_value(json!("/w==")).unwrap();
        assert_eq!(bytes.0, [255]);
        assert!(bytes.text().is_err());
        assert!(serde_json::from_value::<Base64>(json!("?")).is_err());
    }
}
