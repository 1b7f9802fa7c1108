//! `random_id`.

use base16ct::lower::encode_string as hex;
use base64::Engine as _;
use num_bigint::BigUint;
use terrane::prelude::*;

use crate::draw;
use crate::encoding::{BASE64, BASE64_URL, decode};
use crate::keepers::{self, Keepers};
use crate::provider::Random;

/// A random number in several notations, for names that must be unique.
#[derive(Model)]
pub(crate) struct Id {
    /// The number of bytes.
    #[tf(replace, validate(range(0..)))]
    byte_length: i64,
    /// The prefix of every notation except `id`.
    #[tf(replace)]
    prefix: Option<String>,
    /// Arbitrary values. Changing them draws new bytes.
    #[tf(replace(if = keepers::ask))]
    keepers: Option<Keepers>,
    /// The bytes in URL-safe base64, without padding and without the prefix.
    #[tf(keep)]
    id: Computed<String>,
    /// The bytes in URL-safe base64, without padding.
    #[tf(keep)]
    b64_url: Computed<String>,
    /// The bytes in base64.
    #[tf(keep)]
    b64_std: Computed<String>,
    /// The bytes in hexadecimal, with two digits for each byte.
    #[tf(keep)]
    hex: Computed<String>,
    /// The bytes as one decimal number, the most significant byte first.
    #[tf(keep)]
    dec: Computed<String>,
}

impl StateOnly for Id {
    type Provider = Random;

    const IMPORT_IDS: &'static [&'static str] = &["ID", "PREFIX,ID"];

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let bytes = draw::bytes(plan.byte_length, draw::READ_ERROR)?;
        let notations = notations(&bytes, plan.prefix.as_deref().unwrap_or_default());
        Ok(plan.with_computed(notations))
    }

    async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let (prefix, text) = id.rsplit_once(',').unwrap_or(("", &id));
        let (bytes, byte_length) = decode(&BASE64_URL, text).map_err(|error| {
            let detail = format!(
                "The id must be `ID` or `PREFIX,ID`, where ID is base64 for addresses without padding.\n\nOriginal Error: {error}"
            );
            Error::new("Import Random ID Error", detail)
        })?;
        let notations = notations(&bytes, prefix);
        Ok(Some(IdDraft {
            byte_length: byte_length.into(),
            prefix: Some(prefix)
                .filter(|prefix| !prefix.is_empty())
                .map(str::to_owned)
                .into(),
            id: notations.id.into(),
            b64_url: notations.b64_url.into(),
            b64_std: notations.b64_std.into(),
            hex: notations.hex.into(),
            dec: notations.dec.into(),
            ..IdDraft::default()
        }))
    }
}

fn notations(bytes: &[u8], prefix: &str) -> IdComputed {
    let id = BASE64_URL.encode(bytes);
    IdComputed {
        b64_url: format!("{prefix}{id}"),
        b64_std: format!("{prefix}{}", BASE64.encode(bytes)),
        hex: format!("{prefix}{}", hex(bytes)),
        dec: format!("{prefix}{}", BigUint::from_bytes_be(bytes)),
        id,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_bytes_are_the_number_zero() {
        let none = notations(&[], "p-");
        assert_eq!((none.id.as_str(), none.dec.as_str()), ("", "p-0"));
        assert_eq!((none.hex.as_str(), none.b64_std.as_str()), ("p-", "p-"));
    }

    proptest! {
        #[test]
        fn every_notation_encodes_the_same_bytes(bytes: Vec<u8>, prefix in "[a-z,-]{0,3}") {
            let notations = notations(&bytes, &prefix);
            let count = i64::try_from(bytes.len()).unwrap();
            prop_assert_eq!(decode(&BASE64_URL, &notations.id).unwrap(), (bytes.clone(), count));
            prop_assert_eq!(&notations.b64_url, &format!("{prefix}{}", notations.id));
            let unprefixed = |text: &str| text.strip_prefix(prefix.as_str()).unwrap().to_owned();
            prop_assert_eq!(decode(&BASE64, &unprefixed(&notations.b64_std)).unwrap().0, bytes.clone());
            let hex = unprefixed(&notations.hex);
            prop_assert_eq!(hex.len(), 2 * bytes.len());
            let number = BigUint::from_bytes_be(&bytes);
            prop_assert_eq!(&BigUint::parse_bytes(format!("0{hex}").as_bytes(), 16).unwrap(), &number);
            prop_assert_eq!(unprefixed(&notations.dec), number.to_string());
        }
    }
}
