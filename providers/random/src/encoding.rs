//! Bytes as text. Decoding ignores trailing bits and line breaks, as the original provider does.

use base64::Engine as _;
use base64::alphabet::{self, Alphabet};
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, NO_PAD, PAD};

/// Padded base64.
pub(crate) const BASE64: GeneralPurpose = forgiving(&alphabet::STANDARD, PAD);
/// URL-safe base64 without padding.
pub(crate) const BASE64_URL: GeneralPurpose = forgiving(&alphabet::URL_SAFE, NO_PAD);

const fn forgiving(alphabet: &Alphabet, config: GeneralPurposeConfig) -> GeneralPurpose {
    GeneralPurpose::new(alphabet, config.with_decode_allow_trailing_bits(true))
}

/// Decodes bytes. Returns them with their number, in the type of the attributes.
pub(crate) fn decode(
    encoding: &GeneralPurpose,
    text: &str,
) -> Result<(Vec<u8>, i64), Box<dyn std::error::Error>> {
    let bytes = encoding.decode(text.replace(['\r', '\n'], ""))?;
    let count = i64::try_from(bytes.len())?;
    Ok((bytes, count))
}
