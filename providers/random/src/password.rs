//! `random_password`, as a resource and as an ephemeral one.

use bcrypt::Version;
use terrane::History;
use terrane::prelude::*;

use crate::past::Old;
use crate::provider::Random;
use crate::recipe::recipe;
use crate::text::{at_least_one, check, text};

text! {
    /// A random text that is a secret.
    #[tf(version = 3, history = past)]
    Password, PasswordComputed, result Sensitive<String>;
    /// The bcrypt hash of the text's first 72 bytes.
    #[tf(keep)]
    bcrypt_hash: Computed<Sensitive<String>>
}

impl Password {
    fn computed(text: Sensitive<String>, digits: bool) -> Result<PasswordComputed> {
        Ok(PasswordComputed {
            numeric: digits,
            number: digits,
            bcrypt_hash: hash(&text)?,
            result: text,
            id: "none".to_owned(),
        })
    }
}

/// The hash of a text's first 72 bytes: the rest counts for nothing in bcrypt.
fn hash(text: &Sensitive<String>) -> Result<Sensitive<String>> {
    let hash = bcrypt::hash_with_result(text.expose(), 10).summary("Hash Generation Error")?;
    Ok(Sensitive::new(hash.format_for_version(Version::TwoA)))
}

/// Version 0 had no hash, and one of version 2 may be that of another text.
fn past() -> History<Password> {
    History::default()
        .model(0, |old: Old| upgrade(old, |_, _| Ok(None)))
        .model(1, |old: Old| upgrade(old, |_, stored| Ok(Some(stored))))
        .model(2, |old: Old| {
            upgrade(old, |text, stored| {
                let matches = bcrypt::verify(text.expose(), stored.expose());
                let matches = matches.summary("Version 3 State Upgrade Error")?;
                Ok(matches.then_some(stored))
            })
        })
}

/// Keeps the stored hash where `keep` does, and makes one where it does not.
fn upgrade(
    mut old: Old,
    keep: impl FnOnce(&Sensitive<String>, Sensitive<String>) -> Result<Option<Sensitive<String>>>,
) -> Result<Password> {
    let text = old.text()?;
    let stored = old.bcrypt_hash.take().unwrap_or_default();
    let bcrypt_hash = match keep(&text, stored)? {
        Some(stored) => stored,
        None => hash(&text)?,
    };
    let digits = old.number.unwrap_or(true);
    let computed = PasswordComputed {
        numeric: digits,
        number: digits,
        result: text,
        bcrypt_hash,
        id: "none".to_owned(),
    };
    Password::upgraded(old, computed)
}

/// A password that is drawn anew in each run and kept nowhere.
#[derive(Schema)]
#[tf(name = "password")]
pub(crate) struct Fresh {
    /// The number of characters.
    #[tf(validate(at_least_one))]
    length: i64,
    /// Whether there are special characters.
    #[tf(default = true)]
    special: bool,
    /// Whether there are upper-case letters.
    #[tf(default = true)]
    upper: bool,
    /// Whether there are lower-case letters.
    #[tf(default = true)]
    lower: bool,
    /// Whether there are digits.
    #[tf(default = true)]
    numeric: bool,
    /// How many digits there are at least, also if there are none otherwise.
    #[tf(default = 0, validate(range(0..)))]
    min_numeric: i64,
    /// How many upper-case letters there are at least, also if there are none otherwise.
    #[tf(default = 0, validate(range(0..)))]
    min_upper: i64,
    /// How many lower-case letters there are at least, also if there are none otherwise.
    #[tf(default = 0, validate(range(0..)))]
    min_lower: i64,
    /// How many special characters there are at least, also if there are none otherwise.
    #[tf(default = 0, validate(range(0..)))]
    min_special: i64,
    /// The special characters to use in place of the usual ones.
    override_special: Option<String>,
    /// The password.
    result: Computed<Sensitive<String>>,
    /// The bcrypt hash of the password's first 72 bytes.
    bcrypt_hash: Computed<Sensitive<String>>,
}

impl Ephemeral for Fresh {
    type Provider = Random;

    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        check!(config, cx, digits numeric)
    }

    async fn open(config: Self, _: &Random, _: &mut Open) -> Result<Self> {
        let result = recipe!(config, digits config.numeric).draw()?;
        let bcrypt_hash = hash(&result)?;
        Ok(config.with_computed(FreshComputed {
            result,
            bcrypt_hash,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_of_the_first_72_bytes() {
        for length in [1, 71, 72, 73, 200] {
            let text = Sensitive::new("x".repeat(length - 1) + "y");
            let hash = hash(&text).unwrap();
            assert!(hash.expose().starts_with("$2a$10$"));
            let counts = &text.expose().as_bytes()[..text.expose().len().min(72)];
            assert!(bcrypt::verify(counts, hash.expose()).unwrap(), "{length}");
            let other = bcrypt::verify("x".repeat(length), hash.expose());
            assert_eq!(other.unwrap(), length > 72, "{length}");
        }
    }
}
