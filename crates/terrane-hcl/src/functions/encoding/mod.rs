//! Encodings of text and bytes.

mod base64;
mod charset;
mod csv;
mod gzip;
mod names;
mod url;
mod utf8;

use super::signature::Function;

pub(super) use self::base64::{decode as decode_base64, encode as encode_base64};

pub(super) static FUNCTIONS: &[&[Function]] = &[
    base64::FUNCTIONS,
    charset::FUNCTIONS,
    csv::FUNCTIONS,
    gzip::FUNCTIONS,
    url::FUNCTIONS,
];
