//! Fingerprints of write-only values, by which their changes are detected.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::hmac::{self, HMAC_SHA256};
use serde::{Deserialize, Serialize};
use terrane_value::{Value, json};

use crate::context::private::Private;
use crate::schema::Member;

/// The key of the fingerprints in the private state.
const NAME: &str = ".write_only";

/// Keyed hashes (HMAC-SHA-256) of the write-only values that an object received last, by the addresses of their counts.
///
/// The key is random, and each object has its own key. So the hashes do not reveal equal values of two objects, and precomputed tables do not apply.
/// The address is hashed too, so equal values in one object do not show either.
///
/// But the key is stored in the same state. Whoever has the state can try guesses as fast as their hardware can hash. A random password withstands
/// that, but one from a dictionary does not.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Fingerprints {
    key: String,
    of: BTreeMap<String, String>,
}

impl Fingerprints {
    /// Reads the fingerprints from the private state. Unreadable fingerprints count as missing, so author code receives the value once more.
    pub(crate) fn stored(private: &Private) -> Self {
        private.get_own(NAME).unwrap_or_default()
    }

    /// Creates an empty set of fingerprints with the same key, or with a new key if there is none.
    ///
    /// # Errors
    ///
    /// Fails if the system has no random numbers.
    pub(crate) fn renewed(&self) -> Result<Self, getrandom::Error> {
        let key = match self.key.as_str() {
            "" => {
                let mut key = [0; 32];
                getrandom::fill(&mut key)?;
                STANDARD_NO_PAD.encode(key)
            }
            key => key.to_owned(),
        };
        Ok(Self {
            key,
            of: BTreeMap::new(),
        })
    }

    /// Stores the fingerprints in the private state of an object.
    pub(crate) fn store(&self, private: &mut Private) {
        if self.of.is_empty() {
            private.remove_own(NAME);
        } else {
            private.set_own(NAME, self);
        }
    }

    /// Returns whether a value equals the one at an address. `None` for an unknown value.
    ///
    /// A missing value counts as unchanged: with `ignore_changes`, hosts plan without the value and apply with it.
    pub(crate) fn knows(&self, address: &str, member: &Member, value: &Value) -> Option<bool> {
        if value.is_null() {
            return Some(true);
        }
        if !value.is_wholly_known() {
            return None;
        }
        let stored = self.of.get(address);
        let stored = stored.and_then(|stored| STANDARD_NO_PAD.decode(stored).ok());
        let hashed = self.hashed(address, member, value);
        Some(match (hashed, stored) {
            (Some((key, hashed)), Some(stored)) => hmac::verify(&key, &hashed, &stored).is_ok(),
            _ => false,
        })
    }

    /// Records the value at an address.
    pub(crate) fn take(&mut self, address: String, member: &Member, value: &Value) {
        if let Some((key, hashed)) = self.hashed(&address, member, value) {
            let print = hmac::sign(&key, &hashed);
            self.of.insert(address, STANDARD_NO_PAD.encode(print));
        }
    }

    /// Copies the fingerprint at an address.
    pub(crate) fn take_over(&mut self, address: String, others: &Self) {
        if let Some(print) = others.of.get(&address) {
            self.of.insert(address, print.clone());
        }
    }

    /// Returns the key, and the bytes of a value to hash with it. `None` without a value or without a key.
    fn hashed(
        &self,
        address: &str,
        member: &Member,
        value: &Value,
    ) -> Option<(hmac::Key, Vec<u8>)> {
        let key = STANDARD_NO_PAD.decode(&self.key).ok()?;
        if key.is_empty() || value.is_null() {
            return None;
        }
        // JSON never contains this byte, so it ends the address unambiguously.
        let mut hashed = [address.as_bytes(), b"\0"].concat();
        hashed.extend(json::encode(value, &member.ty()).ok()?);
        Some((hmac::Key::new(HMAC_SHA256, &key), hashed))
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;
    use crate::schema::Shape;

    fn member() -> Member {
        Member::new("password", Shape::Type(Type::String)).write_only()
    }

    fn of(value: &str) -> Fingerprints {
        let mut prints = Fingerprints::default().renewed().unwrap();
        prints.take("a".to_owned(), &member(), &value.into());
        prints
    }

    #[test]
    fn a_fingerprint_matches_its_value_and_no_other() {
        let prints = of("hunter2");
        let knows = |value: Value| prints.knows("a", &member(), &value);
        assert_eq!(knows("hunter2".into()), Some(true));
        assert_eq!(knows("hunter3".into()), Some(false));
        assert_eq!(knows(Value::Null), Some(true));
        assert_eq!(knows(Value::unknown()), None);
        assert_eq!(prints.knows("b", &member(), &"hunter2".into()), Some(false));
        assert_eq!(prints.knows("b", &member(), &Value::Null), Some(true));
    }

    #[test]
    fn the_same_value_has_another_fingerprint_in_every_object_and_at_every_address() {
        let mut one = of("hunter2");
        one.take("b".to_owned(), &member(), &"hunter2".into());
        assert_ne!(one.of["a"], one.of["b"]);
        let other = of("hunter2");
        assert_ne!((&one.key, &one.of["a"]), (&other.key, &other.of["a"]));
        assert_eq!(one.renewed().unwrap().key, one.key);
    }

    #[test]
    fn stored_fingerprints_are_read_again_and_do_not_contain_the_value() {
        let mut private = Private::default();
        of("hunter2").store(&mut private);
        let wire = private.to_wire();
        assert!(!wire.windows(7).any(|part| part == b"hunter2"));
        let again = Fingerprints::stored(&Private::from_wire(&wire).unwrap());
        assert_eq!(again.knows("a", &member(), &"hunter2".into()), Some(true));
        Fingerprints::default().store(&mut private);
        assert!(private.to_wire().is_empty(), "nothing is stored of nothing");
    }

    #[test]
    fn unreadable_fingerprints_match_no_value() {
        let mut private = Private::default();
        private.set_own(NAME, "garbage");
        let prints = Fingerprints::stored(&private);
        assert_eq!(prints.knows("a", &member(), &"x".into()), Some(false));
        for key in ["", "!", "YQ"] {
            let bad = Fingerprints {
                key: key.to_owned(),
                of: BTreeMap::from([("a".to_owned(), "!".to_owned())]),
            };
            assert_eq!(bad.knows("a", &member(), &"x".into()), Some(false), "{key}");
        }
    }
}
