//! The encoding of queries in URLs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Parameter, Returns, string};
use crate::value::Value;

use super::utf8::to_text;

const STR: &[Parameter] = &[string("str")];
const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

/// The characters that are encoded. The space is replaced by `+` afterwards.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b' ');

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "urldecode",
        "Decodes a text that is encoded for the query of a URL.",
        STR,
        TEXT,
        decode,
    )
    .only_opentofu((1, 7, 0)),
    Function::new(
        "urlencode",
        "Encodes a text for the query of a URL.",
        STR,
        TEXT,
        |call| {
            let encoded = utf8_percent_encode(call.text(0), ENCODED).to_string();
            Ok(encoded.replace(' ', "+").into())
        },
    ),
];

fn decode(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.text(0);
    let mut escapes = text.split('%').skip(1);
    let is_escape = |after: &str| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some(wrong) = escapes.find(|after| !is_escape(after)) {
        let excerpt: String = wrong.chars().take(2).collect();
        let message = format!("failed to decode URL: invalid URL escape \"%{excerpt}\"");
        return Err(CallError::new(message));
    }
    let decoded: Vec<u8> = percent_decode_str(&text.replace('+', " ")).collect();
    Ok(to_text(decoded)?.into())
}
