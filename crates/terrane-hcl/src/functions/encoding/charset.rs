//! Encodings of characters.

use encoding_rs::Encoding;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Returns, string};
use crate::value::Value;

use super::{base64, names};

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "textdecodebase64",
        "Decodes Base64 of a text in a character encoding.",
        &[string("source"), string("encoding")],
        TEXT,
        decode,
    )
    .cost(Cost::Elements(2))
    .since((0, 14, 0)),
    Function::new(
        "textencodebase64",
        "Encodes a text in a character encoding, and the result in Base64.",
        &[string("string"), string("encoding")],
        TEXT,
        encode,
    )
    .cost(Cost::Elements(2))
    .since((0, 14, 0)),
];

/// A character encoding.
#[derive(Clone, Copy)]
enum Charset {
    Utf16 {
        is_little: bool,
        has_mark: bool,
    },
    /// One byte for each character up to this one.
    Direct(u32),
    /// One byte for each of these characters. If there are only 128 of them, the first 128 bytes are ASCII.
    Page(&'static str),
    Other(&'static Encoding),
}

impl Charset {
    /// Finds an encoding by its IANA name or an alias.
    fn find(call: &Call<'_>) -> Result<(Self, String), CallError> {
        let utf16 = |is_little, has_mark| Self::Utf16 {
            is_little,
            has_mark,
        };
        let charset = names::find(call.text(1)).and_then(|name| match name {
            "utf-16" => Some(utf16(false, true)),
            "utf-16be" => Some(utf16(false, false)),
            "utf-16le" => Some(utf16(true, false)),
            "us-ascii" => Some(Self::Direct(0x7f)),
            "iso-8859-1" => Some(Self::Direct(0xff)),
            name => match names::characters(name) {
                Some(characters) => Some(Self::Page(characters)),
                None => Encoding::for_label(name.as_bytes()).map(Self::Other),
            },
        });
        let encoding_name = call.text(1);
        charset
            .map(|it| (it, encoding_name.to_owned()))
            .ok_or_else(|| {
                let message =
                    format!("\"{encoding_name}\" is not a supported IANA encoding name or alias");
                CallError::argument(1, message)
            })
    }

    fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Utf16 {
                is_little,
                has_mark,
            } => {
                let mark = has_mark.then_some(0xfeff);
                let units = mark.into_iter().chain(text.encode_utf16());
                let bytes = units.flat_map(|unit| {
                    if is_little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                });
                Some(bytes.collect())
            }
            Self::Direct(last) => text
                .chars()
                .map(|it| {
                    u8::try_from(it)
                        .ok()
                        .filter(|byte| u32::from(*byte) <= last)
                })
                .collect(),
            Self::Page(characters) => {
                let start = ascii_bytes(characters);
                let byte = |wanted: char| {
                    if u32::from(wanted) < u32::from(start) {
                        return u8::try_from(wanted).ok();
                    }
                    let index = characters.chars().position(|it| it == wanted)?;
                    u8::try_from(index).ok()?.checked_add(start)
                };
                text.chars().map(byte).collect()
            }
            // Hosts do not know the control characters from 128 on in these encodings.
            Self::Other(encoding) if encoding.is_single_byte() && text.contains(is_control) => None,
            Self::Other(encoding) => {
                let (bytes, _, has_unmappable) = encoding.encode(text);
                (!has_unmappable).then(|| bytes.into_owned())
            }
        }
    }

    fn decode(self, bytes: &[u8]) -> Option<String> {
        let decoded = match self {
            Self::Utf16 {
                is_little,
                has_mark,
            } => {
                let (pairs, rest) = bytes.as_chunks::<2>();
                let is_little = match (has_mark, pairs.first()) {
                    (true, Some([0xff, 0xfe])) => true,
                    _ => is_little,
                };
                let units = pairs.iter().map(|pair| {
                    if is_little {
                        u16::from_le_bytes(*pair)
                    } else {
                        u16::from_be_bytes(*pair)
                    }
                });
                let skipped = usize::from(
                    has_mark && matches!(pairs.first(), Some([0xff, 0xfe] | [0xfe, 0xff])),
                );
                let text: Result<String, _> = char::decode_utf16(units.skip(skipped)).collect();
                text.ok().filter(|_| rest.is_empty())?
            }
            Self::Direct(last) => bytes
                .iter()
                .map(|byte| Some(char::from(*byte)).filter(|_| u32::from(*byte) <= last))
                .collect::<Option<String>>()?,
            Self::Page(characters) => {
                let start = ascii_bytes(characters);
                let character = |byte: &u8| match byte.checked_sub(start) {
                    Some(index) => characters.chars().nth(index.into()),
                    None => Some(char::from(*byte)),
                };
                bytes.iter().map(character).collect::<Option<String>>()?
            }
            Self::Other(encoding) => encoding
                .decode_without_bom_handling_and_without_replacement(bytes)?
                .into_owned(),
        };
        let has_control =
            matches!(self, Self::Other(it) if it.is_single_byte()) && decoded.contains(is_control);
        if has_control {
            return None;
        }
        (!decoded.contains(char::REPLACEMENT_CHARACTER)).then_some(decoded)
    }
}

/// Returns how many bytes of an encoding are ASCII.
fn ascii_bytes(characters: &str) -> u8 {
    if characters.chars().count() == 128 {
        128
    } else {
        0
    }
}

/// Returns whether a character is a control character beyond ASCII.
fn is_control(character: char) -> bool {
    ('\u{80}'..='\u{9f}').contains(&character)
}

fn encode(call: &Call<'_>) -> Result<Value, CallError> {
    let (charset, name) = Charset::find(call)?;
    let encoded = charset.encode(call.text(0)).ok_or_else(|| {
        let message =
            format!("the given string contains characters that cannot be represented in {name}");
        CallError::argument(0, message)
    })?;
    Ok(base64::encode(encoded).into())
}

fn decode(call: &Call<'_>) -> Result<Value, CallError> {
    let (charset, name) = Charset::find(call)?;
    let bytes = base64::decode(call.text(0))
        .ok_or_else(|| CallError::argument(0, "the given value is not valid base64"))?;
    let decoded = charset.decode(&bytes).ok_or_else(|| {
        let message = format!("the given string contains symbols that are not defined for {name}");
        CallError::argument(0, message)
    })?;
    Ok(decoded.into())
}
