//! `random_uuid`, `random_uuid4` and `random_uuid7`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use terrane::prelude::*;
use uuid::Variant;

use crate::draw;
use crate::keepers::{self, Keepers};
use crate::provider::Random;

/// Declares a resource. The resources differ in how an identifier is created and parsed.
macro_rules! uuid {
    ($(#[$doc:meta])* $name:ident, $computed:ident, $draft:ident, made by $make:expr, read by $read:expr) => {
        $(#[$doc])*
        #[derive(Model)]
        pub(crate) struct $name {
            /// Arbitrary values. Changing them draws a new identifier.
            #[tf(replace(if = keepers::ask))]
            keepers: Option<Keepers>,
            /// The identifier, in lower case with hyphens.
            #[tf(keep)]
            result: Computed<String>,
            /// The same as `result`.
            #[tf(keep)]
            id: Computed<String>,
        }

        impl StateOnly for $name {
            type Provider = Random;

            const IMPORT_IDS: &'static [&'static str] = &["UUID"];

            async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
                let id = $make?.hyphenated().to_string();
                Ok(plan.with_computed($computed { result: id.clone(), id }))
            }

            async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
                let id: uuid::Uuid = $read(&id).map_err(|cause| {
                    let detail = format!("The id must be a UUID, and {id:?} is none.\n\nOriginal Error: {cause}");
                    Error::new("Import Random UUID Error", detail)
                })?;
                let id = id.hyphenated().to_string();
                Ok(Some($draft { result: id.clone().into(), id: id.into(), ..$draft::default() }))
            }
        }
    };
}

uuid! {
    /// A random identifier in the format of a UUID. All of its bits are random, so it has no UUID version.
    Uuid, UuidComputed, UuidDraft, made by plain(), read by hyphenated
}

uuid! {
    /// A random UUID of version 4.
    Uuid4, Uuid4Computed, Uuid4Draft, made by version_4(), read by uuid::Uuid::try_parse
}

uuid! {
    /// A UUID of version 7. It starts with the time, so that later UUIDs sort after earlier ones.
    Uuid7, Uuid7Computed, Uuid7Draft, made by version_7(SystemTime::now()), read by uuid::Uuid::try_parse
}

fn plain() -> Result<uuid::Uuid> {
    random("Create Random UUID error")
}

fn version_4() -> Result<uuid::Uuid> {
    let random = random("Create Random UUID v4 error")?;
    Ok(uuid::Builder::from_random_bytes(random.into_bytes()).into_uuid())
}

/// Creates the bytes: the time in milliseconds and 4096ths of a millisecond, the version, and random bits.
fn version_7(now: SystemTime) -> Result<uuid::Uuid> {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let random = random("Create Random UUID v7 error")?.as_u128();
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let fraction = u64::from(now.subsec_nanos() % 1_000_000) >> 8;
    let now = (now.as_secs() * 1000 + u64::from(now.subsec_millis())) << 12 | fraction;
    let next = |last: u64| now.max(last + 1);
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
        Some(next(last))
    });
    let time = next(last.unwrap_or_default());
    let bits =
        u128::from(time >> 12) << 80 | u128::from(time & 0xfff) << 64 | random & (u128::MAX >> 66);
    let bytes = uuid::Builder::from_u128(bits).with_variant(Variant::RFC4122);
    Ok(bytes.with_version(uuid::Version::SortRand).into_uuid())
}

fn random(summary: &str) -> Result<uuid::Uuid> {
    let bytes = draw::bytes(16, summary)?;
    uuid::Uuid::from_slice(&bytes).map_err(|error| draw::failed(summary, error))
}

/// Parses an identifier in the form with hyphens, which has 36 characters.
fn hyphenated(text: &str) -> Result<uuid::Uuid, String> {
    if text.len() != 36 {
        return Err("uuid string is wrong length".to_owned());
    }
    let id = uuid::Uuid::try_parse(text);
    id.map_err(|error| format!("uuid is improperly formatted: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use super::*;

    #[test]
    fn versions_and_variants_are_those_of_the_kind() {
        let mut plain_versions = BTreeSet::new();
        for _ in 0..100 {
            plain_versions.insert(plain().unwrap().get_version_num());
            let four = version_4().unwrap();
            assert_eq!(
                (four.get_version_num(), four.get_variant()),
                (4, Variant::RFC4122)
            );
        }
        assert!(plain_versions.len() > 5, "{plain_versions:?}");
    }

    #[test]
    fn times_increase_even_if_the_clock_stops_or_goes_back() {
        let seconds = 4_000_000_000;
        let now = UNIX_EPOCH + Duration::new(seconds, 5_999_999);
        let first = version_7(now).unwrap();
        assert_eq!(
            (first.get_version_num(), first.get_variant()),
            (7, Variant::RFC4122)
        );
        let time = (seconds * 1000 + 5) << 12 | 999_999 >> 8;
        let of = |id: uuid::Uuid| {
            let bits = id.as_u128();
            u64::try_from(bits >> 80 << 12 | bits >> 64 & 0xfff).unwrap()
        };
        assert_eq!(of(first), time);
        assert_eq!(of(version_7(now).unwrap()), time + 1);
        assert_eq!(of(version_7(UNIX_EPOCH).unwrap()), time + 2);
    }

    #[test]
    fn imports_take_the_forms_that_they_always_took() {
        let canonical = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
        let simple = canonical.replace('-', "");
        let upper = canonical.to_uppercase();
        assert_eq!(hyphenated(&upper).unwrap().to_string(), canonical);
        for (text, problem) in [
            (simple.as_str(), "wrong length"),
            (
                "6ba7b8109-dad-11d1-80b4-00c04fd430c8",
                "improperly formatted",
            ),
            (
                "6ba7b810-9dad-11d1-80b4-00c04fd430cx",
                "improperly formatted",
            ),
            ("", "wrong length"),
        ] {
            let error = hyphenated(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
        for text in [
            &simple,
            &upper,
            &format!("{{{canonical}}}"),
            &format!("urn:uuid:{canonical}"),
        ] {
            assert_eq!(uuid::Uuid::try_parse(text).unwrap().to_string(), canonical);
        }
    }
}
