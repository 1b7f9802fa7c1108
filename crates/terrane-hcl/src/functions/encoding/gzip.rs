//! Compression.
//!
//! The result of `base64gzip` decompresses to the same text as that of hosts, but its bytes may differ, because compressors choose differently.

use std::io::Read as _;

use flate2::read::GzDecoder;
use flate2::{Compress, Compression, Crc, FlushCompress};

use crate::functions::call::{Call, CallError};
use crate::functions::messages;
use crate::functions::signature::{ArgumentType, Cost, Function, Parameter, Returns, string};
use crate::value::Value;

use super::base64;
use super::utf8::to_text;

const STR: &[Parameter] = &[string("str")];
const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "base64gunzip",
        "Decodes Base64 and decompresses the result.",
        STR,
        TEXT,
        decompress,
    )
    .cost(Cost::Elements(4))
    .only_opentofu((1, 7, 0)),
    Function::new(
        "base64gzip",
        "Compresses a string, and encodes the result in Base64.",
        STR,
        TEXT,
        compress,
    )
    .cost(Cost::Elements(8)),
];

/// The steps of preparing the tables of a compressor.
const TABLES: u64 = 5000;

/// A header without name and time, of an unknown operating system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// An empty last block, with which hosts end the data.
const LAST_BLOCK: [u8; 5] = [1, 0, 0, 0xff, 0xff];

fn compress(call: &Call<'_>) -> Result<Value, CallError> {
    call.spend(TABLES)?;
    let text = call.text(0).as_bytes();
    let mut compressor = Compress::new(Compression::default(), false);
    let mut compressed = Vec::with_capacity(text.len() / 2 + 64);
    compressed.extend(HEADER);
    let mut crc = Crc::new();
    crc.update(text);
    loop {
        let read = usize::try_from(compressor.total_in()).unwrap_or(usize::MAX);
        let rest = text.get(read..).unwrap_or_default();
        compressed.reserve(rest.len() / 2 + 64);
        compressor
            .compress_vec(rest, &mut compressed, FlushCompress::Sync)
            .map_err(|error| CallError::new(format!("failed to compress: {error}")))?;
        let is_complete = compressor.total_in() == text.len() as u64;
        if is_complete && compressed.len() < compressed.capacity() {
            break;
        }
    }
    compressed.extend(LAST_BLOCK);
    compressed.extend(crc.sum().to_le_bytes());
    compressed.extend(crc.amount().to_le_bytes());
    Ok(base64::encode(compressed).into())
}

fn decompress(call: &Call<'_>) -> Result<Value, CallError> {
    let compressed = base64::decode(call.text(0)).ok_or_else(|| {
        CallError::new(format!("failed to decode base64 data \"{}\"", call.text(0)))
    })?;
    let max = call.limits().text;
    let mut decompressed = Vec::new();
    let limit = u64::try_from(max).unwrap_or(u64::MAX).saturating_add(1);
    GzDecoder::new(compressed.as_slice())
        .take(limit)
        .read_to_end(&mut decompressed)
        .map_err(|error| CallError::new(format!("failed to gunzip bytestream: {error}")))?;
    if decompressed.len() > max {
        return Err(CallError::new(messages::too_long(decompressed.len(), max)));
    }
    Ok(to_text(decompressed)?.into())
}
