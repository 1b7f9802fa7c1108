//! `random_password`, the resource and the ephemeral resource.

use bcrypt::Version;
use terrane::History;
use terrane::prelude::*;

use crate::past::Old;
use crate::provider::Random;
use crate::text::{Asked, Wanted};

/// A secret random text.
#[derive(Model)]
#[tf(version = 3, history = past)]
pub(crate) struct Password {
    #[tf(flatten, computed)]
    asked: Asked,
    /// The text.
    #[tf(keep)]
    result: Computed<Sensitive<String>>,
    /// The bcrypt hash of the text's first 72 bytes.
    #[tf(keep)]
    bcrypt_hash: Computed<Sensitive<String>>,
    /// An attribute that old hosts required of every resource.
    #[tf(keep)]
    id: Computed<String>,
}

impl StateOnly for Password {
    type Provider = Random;

    const IMPORT_IDS: &'static [&'static str] = &["RESULT"];

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        config.asked.check(cx);
        Ok(())
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Random>) -> Result<()> {
        let (Some(config), Some(mut planned)) = (change.config()?, change.planned()?) else {
            return Ok(());
        };
        let prior = change.prior()?.map(|prior| prior.asked);
        let replaced = planned.asked.plan(config.asked, prior)?;
        change.set_planned(planned)?;
        replaced.into_iter().for_each(|path| change.replace(path));
        Ok(())
    }

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let (result, asked) = plan.asked.draw()?;
        Ok(plan.with_computed(PasswordComputed {
            asked,
            bcrypt_hash: hash(&result)?,
            result,
            id: "none".to_owned(),
        }))
    }

    async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let now = upgrade(Old::of(id), |_, _| Ok(None))?;
        Ok(Some(now.into_draft()?))
    }
}

/// Returns the hash of the first 72 bytes of a text. bcrypt ignores the other bytes.
fn hash(text: &Sensitive<String>) -> Result<Sensitive<String>> {
    let hash = bcrypt::hash_with_result(text.expose(), 10).summary("Hash Generation Error")?;
    Ok(Sensitive::new(hash.format_for_version(Version::TwoA)))
}

/// States of version 0 have no hash. The hash in a state of version 2 may belong to another text.
fn past() -> History<Password> {
    History::default()
        .model(0, |old: Old| upgrade(old, |_, _| Ok(None)))
        .model(1, |old: Old| upgrade(old, |_, stored| Ok(Some(stored))))
        .model(2, |old: Old| {
            upgrade(old, |text, stored| {
                let matches = bcrypt::verify(text.expose(), stored.expose())
                    .summary("Version 3 State Upgrade Error")?;
                Ok(matches.then_some(stored))
            })
        })
}

/// Keeps the stored hash if `keep` accepts it, and otherwise creates one.
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
    Ok(Password {
        asked: Asked::of(old)?,
        result: text.into(),
        bcrypt_hash: bcrypt_hash.into(),
        id: "none".to_owned().into(),
    })
}

/// A password that is drawn in each run and is not stored.
#[derive(Model)]
#[tf(name = "password")]
pub(crate) struct Fresh {
    #[tf(flatten)]
    wanted: Wanted,
    /// Whether the text contains digits.
    #[tf(default = true)]
    numeric: bool,
    /// The password.
    result: Computed<Sensitive<String>>,
    /// The bcrypt hash of the password's first 72 bytes.
    bcrypt_hash: Computed<Sensitive<String>>,
}

impl Ephemeral for Fresh {
    type Provider = Random;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        config.wanted.check(&[("numeric", &config.numeric)], cx);
        Ok(())
    }

    async fn open(config: Self, _: &Random, _: &mut OpenContext) -> Result<Self> {
        let result = config.wanted.recipe(config.numeric).draw()?;
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
