//! Changes inputs: by their structure where they have one, and byte by byte.

mod bytes;
mod json;
mod msgpack;
mod protobuf;

use crate::random::Random;

/// The form of a target's good inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Any bytes.
    Bytes,
    /// Text without a common form.
    Text,
    /// One JSON value.
    Json,
    /// The JSON of a type, a null byte, and a value of the type in JSON.
    TypedJson,
    /// The JSON of a type, a null byte, and a value of the type in MessagePack.
    TypedMsgpack,
    /// A byte that says where a value stands, then the value in MessagePack or JSON.
    Value,
    /// A byte that says which call it is, then the fields of a protobuf message.
    Call,
}

/// The longest input: longer ones take time and show nothing new.
const LONGEST: usize = 64 << 10;

/// Changes an input in one to eight steps. Other inputs lend their parts.
pub fn mutate(input: &[u8], others: &[Vec<u8>], format: Format, random: &mut Random) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..=random.below(8) {
        // One step in four breaks the form.
        let structured = if random.one_in(4) {
            None
        } else {
            by_structure(&changed, format, random)
        };
        changed = structured.unwrap_or_else(|| {
            let other = random.pick(others);
            bytes::mutate(&changed, other, format == Format::Text, random)
        });
        changed.truncate(LONGEST);
    }
    changed
}

fn by_structure(input: &[u8], format: Format, random: &mut Random) -> Option<Vec<u8>> {
    match format {
        Format::Bytes | Format::Text => None,
        Format::Json => json::mutate(input, random),
        Format::TypedJson => typed(input, random, json::mutate),
        Format::TypedMsgpack => typed(input, random, msgpack::mutate),
        Format::Value => {
            let (place, value) = input.split_first()?;
            let changed = msgpack::mutate(value, random).or_else(|| json::mutate(value, random))?;
            Some([&[*place][..], &changed].concat())
        }
        Format::Call => {
            let (call, message) = input.split_first()?;
            let call = if random.one_in(8) {
                random.byte()
            } else {
                *call
            };
            let mut changed = vec![call];
            changed.extend(protobuf::mutate(message, random)?);
            Some(changed)
        }
    }
}

/// Changes the type or the value, which a null byte separates.
fn typed(
    input: &[u8],
    random: &mut Random,
    value: fn(&[u8], &mut Random) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let at = input.iter().position(|byte| *byte == 0)?;
    let (ty, rest) = input.split_at(at);
    let (ty, rest) = if random.one_in(4) {
        (json::mutate(ty, random)?, rest[1..].to_vec())
    } else {
        (ty.to_vec(), value(&rest[1..], random)?)
    };
    Some([ty, vec![0], rest].concat())
}
