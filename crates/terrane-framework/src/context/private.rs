//! Private state: data that a provider stores with an object and that users never see.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use terrane_protocol::Diagnostic;

use crate::error::Result;
use crate::messages::private as messages;

/// The mark of an object that was imported and has not been read yet (rules I5 and R3). Its value is whether the state contains only the key.
const IMPORTED: &str = ".import_before_read";

/// The mark of an object that was moved and has been neither read nor changed yet (rule M4). OpenTofu up to 1.12 stores the identity of the source with
/// such an object, and sends it.
const MOVED: &str = ".move_before_read";

/// Values that are stored with an object and passed from each call to the next. Users never see them.
///
/// Each value is JSON under a name. Names that start with a dot belong to the framework.
///
/// # Examples
///
/// ```
/// use terrane::Private;
///
/// let mut private = Private::default();
/// private.set("etag", "abc");
/// assert_eq!(private.get::<String>("etag")?, Some("abc".to_owned()));
/// # Ok::<(), terrane::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Private {
    values: BTreeMap<String, Vec<u8>>,
    /// The errors of values that could not be stored.
    refused: Vec<Diagnostic>,
}

/// The largest number of bytes of an object's private state. An answer has room for them next to the object.
const MAX_BYTES: usize = 32 << 20;

impl Private {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Fails if the stored value is not a `T`, or if the name starts with a dot.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        if name.starts_with('.') {
            return Err(messages::read_of_reserved(name));
        }
        let Some(bytes) = self.values.get(name) else {
            return Ok(None);
        };
        serde_json::from_slice(bytes)
            .map(Some)
            .map_err(|error| messages::unexpected_value(name, std::any::type_name::<T>(), &error))
    }

    /// Stores a value for the next calls for this object.
    ///
    /// A value cannot be stored if its name starts with a dot, if JSON cannot represent it, or if all values together have more than 32 MiB. This does
    /// not stop the call, because the object may exist already. The user sees an error when the call ends, and the object is stored in the state nevertheless.
    pub fn set<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if name.starts_with('.') {
            self.refused.push(messages::write_of_reserved(name));
            return;
        }
        match serde_json::to_vec(value) {
            Ok(json) => {
                let others: usize = self
                    .values
                    .iter()
                    .filter(|(other, _)| *other != name)
                    .map(|(name, json)| name.len() + json.len())
                    .sum();
                let bytes = name.len() + json.len();
                if others + bytes > MAX_BYTES {
                    let refused = messages::too_large(name, bytes, others, MAX_BYTES);
                    self.refused.push(refused);
                } else {
                    self.values.insert(name.to_owned(), json);
                }
            }
            Err(error) => self.refused.push(messages::unencodable(name, error)),
        }
    }

    /// Returns errors for the values that could not be stored, and forgets them.
    pub(crate) fn take_refused(&mut self) -> impl Iterator<Item = Diagnostic> {
        std::mem::take(&mut self.refused).into_iter()
    }

    /// Marks the object as imported. `key_alone` is whether its state contains only the key.
    pub(crate) fn mark_imported(&mut self, key_alone: bool) {
        self.set_own(IMPORTED, &key_alone);
    }

    /// Whether the object was imported and has not been read yet.
    pub(crate) fn is_imported(&self) -> bool {
        self.values.contains_key(IMPORTED)
    }

    /// Whether the object was imported by its key alone and has not been read yet.
    pub(crate) fn is_imported_by_key(&self) -> bool {
        self.get_own(IMPORTED) == Some(true)
    }

    /// Marks the object as moved.
    pub(crate) fn mark_moved(&mut self) {
        self.set_own(MOVED, &true);
    }

    /// Whether the object was moved and has been neither read nor changed yet.
    pub(crate) fn is_moved(&self) -> bool {
        self.values.contains_key(MOVED)
    }

    /// Removes the marks of an imported or moved object.
    pub(crate) fn remove_marks(&mut self) {
        self.remove_own(IMPORTED);
        self.remove_own(MOVED);
    }

    /// Stores a value for the framework. `name` starts with a dot.
    pub(crate) fn set_own<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        if let Ok(json) = serde_json::to_vec(value) {
            self.values.insert(name.to_owned(), json);
        }
    }

    /// Reads a value of the framework. `name` starts with a dot. An unreadable value counts as missing.
    pub(crate) fn get_own<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(self.values.get(name)?).ok()
    }

    /// Removes a value of the framework. `name` starts with a dot.
    pub(crate) fn remove_own(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Removes a value. Values of the framework stay.
    pub fn remove(&mut self, name: &str) {
        if !name.starts_with('.') {
            self.values.remove(name);
        }
    }

    /// Decodes the stored private state. Fails for the format of another toolkit.
    pub(crate) fn from_wire(bytes: &Bytes) -> std::result::Result<Self, String> {
        if bytes.is_empty() || **bytes == *b"null" {
            return Ok(Self::default());
        }
        let encoded: BTreeMap<String, String> =
            serde_json::from_slice(bytes).map_err(messages::unknown_format)?;
        let mut values = BTreeMap::new();
        for (name, text) in encoded {
            let value = STANDARD
                .decode(&text)
                .map_err(|error| messages::not_encoded(&name, "base64", error))?;
            serde_json::from_slice::<serde::de::IgnoredAny>(&value)
                .map_err(|error| messages::not_encoded(&name, "JSON", error))?;
            values.insert(name, value);
        }
        Ok(Self {
            values,
            refused: Vec::new(),
        })
    }

    /// Encodes the private state: a JSON object from names to Base64 of JSON, or no bytes if it is empty.
    pub(crate) fn to_wire(&self) -> Bytes {
        if self.values.is_empty() {
            return Bytes::new();
        }
        let mut object = serde_json::Map::new();
        for (name, value) in &self.values {
            object.insert(name.clone(), STANDARD.encode(value).into());
        }
        Bytes::from(serde_json::Value::Object(object).to_string())
    }
}

impl std::fmt::Debug for Private {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.values.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ps1_is_a_json_object_of_base64_of_json() {
        let mut private = Private::default();
        private.set("etag", "abc");
        assert_eq!(
            private.to_wire(),
            Bytes::from_static(br#"{"etag":"ImFiYyI="}"#)
        );
        assert_eq!(Private::from_wire(&private.to_wire()).unwrap(), private);
    }

    #[test]
    fn ps1_empty_is_no_bytes() {
        assert!(Private::default().to_wire().is_empty());
        for empty in [&b""[..], b"null"] {
            let empty = Bytes::from_static(empty);
            assert_eq!(Private::from_wire(&empty).unwrap(), Private::default());
        }
    }

    #[test]
    fn ps1_foreign_formats_are_named_not_used() {
        for foreign in [
            &br#"{"schema_version":"1","x":{"y":1}}"#[..],
            b"\xff",
            b"[]",
            br#"{"a":"not base64!"}"#,
        ] {
            assert!(
                Private::from_wire(&Bytes::copy_from_slice(foreign))
                    .unwrap_err()
                    .contains("unknown format")
            );
        }
    }

    #[test]
    fn a_value_of_another_type_is_refused_and_not_quoted() {
        let mut private = Private::default();
        private.set("token", "tok-s3cret");
        private.values.insert("broken".to_owned(), b"[1,".to_vec());
        let token = private.get::<u64>("token").unwrap_err().to_string();
        assert!(
            token.contains("`token` is not a u64") && token.contains("line 1"),
            "{token}"
        );
        assert!(!token.contains("tok-s3cret"), "{token}");
        let broken = private.get::<Vec<u64>>("broken").unwrap_err().to_string();
        assert!(
            broken.contains("not valid JSON at line 1, column 3"),
            "{broken}"
        );
    }

    #[test]
    fn a_value_beyond_the_size_of_private_state_is_refused_and_the_others_stay() {
        let mut private = Private::default();
        private.set("large", &"x".repeat(MAX_BYTES / 2));
        private.set("small", "y");
        private.set("large", &"z".repeat(MAX_BYTES - 100));
        assert_eq!(private.take_refused().count(), 0, "it replaces itself");
        private.set("more", &"x".repeat(200));
        let refused: Vec<_> = private.take_refused().collect();
        assert!(
            refused[0].detail.contains("`more` has 206 bytes"),
            "{refused:?}"
        );
        assert_eq!(
            private.get::<String>("small").unwrap().as_deref(),
            Some("y")
        );
        assert_eq!(private.get::<String>("more").unwrap(), None);
    }

    #[test]
    fn ps1_names_with_a_dot_belong_to_the_framework() {
        let mut private = Private::default();
        private.set(".x", &1);
        assert!(private.to_wire().is_empty());
        assert_eq!(private.take_refused().count(), 1);
        assert_eq!(private.take_refused().count(), 0, "it is told once");
    }
}
