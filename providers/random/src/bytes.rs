//! `random_bytes`, the resource and the ephemeral resource.

use base16ct::lower::encode_string as hex;
use base64::Engine as _;
use terrane::prelude::*;

use crate::draw;
use crate::encoding::{BASE64, decode};
use crate::keepers::Keepers;
use crate::provider::Random;
use crate::text::at_least_one;

/// Random bytes, for keys and other secrets.
#[derive(Model)]
pub(crate) struct Bytes {
    /// The number of bytes, at least 1.
    #[tf(replace, validate(at_least_one))]
    length: i64,
    /// Arbitrary values. Changing them draws new bytes.
    #[tf(replace)]
    keepers: Option<Keepers>,
    /// The bytes in base64.
    #[tf(keep)]
    base64: Computed<Sensitive<String>>,
    /// The bytes in hexadecimal.
    #[tf(keep)]
    hex: Computed<Sensitive<String>>,
}

impl StateOnly for Bytes {
    type Provider = Random;

    const IMPORT_IDS: &'static [&'static str] = &["BASE64"];

    async fn create(plan: Self, _: &Random, _: &mut CreateContext) -> Result<Self> {
        let bytes = draw::bytes(plan.length, "Create Random bytes error")?;
        let (base64, hex) = (BASE64.encode(&bytes).into(), hex(&bytes).into());
        Ok(plan.with_computed(BytesComputed { base64, hex }))
    }

    async fn import(id: String, _: &Random, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let (bytes, length) = decode(&BASE64, &id).map_err(|error| {
            let detail = format!("The id must be the bytes in base64.\n\nOriginal Error: {error}");
            Error::new("Import Random bytes Error", detail)
        })?;
        Ok(Some(BytesDraft {
            length: length.into(),
            base64: Sensitive::new(id).into(),
            hex: Sensitive::new(hex(&bytes)).into(),
            ..BytesDraft::default()
        }))
    }
}

/// Random bytes that are drawn in each run and are not stored.
#[derive(Model)]
#[tf(name = "bytes")]
pub(crate) struct Fresh {
    /// The number of bytes, at least 1.
    #[tf(validate(at_least_one))]
    length: i64,
    /// The bytes in base64.
    base64: Computed<Sensitive<String>>,
    /// The bytes in hexadecimal.
    hex: Computed<Sensitive<String>>,
}

impl Ephemeral for Fresh {
    type Provider = Random;

    async fn open(config: Self, _: &Random, _: &mut OpenContext) -> Result<Self> {
        let bytes = draw::bytes(config.length, draw::READ_ERROR)?;
        let (base64, hex) = (BASE64.encode(&bytes).into(), hex(&bytes).into());
        Ok(config.with_computed(FreshComputed { base64, hex }))
    }
}
