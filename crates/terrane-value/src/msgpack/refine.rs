//! Refinements of unknown values, which are encoded in the body of an extension.

use super::read::{Head, Reader, read_number};
use super::write::Writer;
use super::{MAX_PREFIX, MAX_REFINEMENT, REFINED, key};
use crate::error::{Error, ErrorKind};
use crate::limits::{Depth, Limits};
use crate::number::Number;
use crate::refinement::{Bound, Unknown, safe_prefix};
use crate::text::Text;
use crate::ty::Type;
use crate::value::Value;

/// Reads an extension, which is an unknown value. Only the extension [`REFINED`] has a refinement.
pub(super) fn read(code: i8, body: &[u8], ty: &Type) -> Result<Value, Error> {
    if code != REFINED || body.len() <= 1 {
        return Ok(Value::unknown());
    }
    if body.len() > MAX_REFINEMENT {
        return Err(Error::limit(format!(
            "the refinement of an unknown value has more than {MAX_REFINEMENT} bytes"
        )));
    }
    if *ty == Type::Dynamic {
        return Ok(Value::unknown());
    }
    let mut reader = Reader::new(body);
    let Head::Map(entries) = reader.head()? else {
        return Err(refused("a map"));
    };
    let mut unknown = Unknown::new();
    let mut null = false;
    for _ in 0..entries {
        let Head::Int(key) = reader.head()? else {
            return Err(refused("integers as keys"));
        };
        match key {
            key::NULLNESS => {
                let Head::Bool(is_null) = reader.head()? else {
                    return Err(refused("a bool for its nullness"));
                };
                null |= is_null;
                unknown = if is_null { unknown } else { unknown.not_null() };
            }
            key::STRING_PREFIX => {
                unknown = unknown.with_full_string_prefix(read_prefix(&mut reader)?)?
            }
            key::NUMBER_LOWER => {
                let Bound { number, inclusive } = read_bound(&mut reader)?;
                unknown = unknown.with_number_lower(number, inclusive)?;
            }
            key::NUMBER_UPPER => {
                let Bound { number, inclusive } = read_bound(&mut reader)?;
                unknown = unknown.with_number_upper(number, inclusive)?;
            }
            key::LENGTH_LOWER => unknown = unknown.with_length_lower(read_length(&mut reader)?)?,
            key::LENGTH_UPPER => unknown = unknown.with_length_upper(read_length(&mut reader)?)?,
            // A kind of refinement from a later version of the protocol.
            _ => reader.skip(Depth::new(&Limits::default()))?,
        }
    }
    unknown.check(ty)?;
    match (null, unknown.is_not_null()) {
        (true, true) => Err(refused("one nullness")),
        (true, false) => Ok(Value::Null),
        (false, _) => Ok(unknown.resolve(ty)),
    }
}

fn refused(expected: &str) -> Error {
    Error::new(
        ErrorKind::Refinement,
        format!("expected the refinement of an unknown value to have {expected}"),
    )
}

fn read_prefix<'a>(reader: &mut Reader<'a>) -> Result<&'a str, Error> {
    let (Head::Str(length) | Head::Bin(length)) = reader.head()? else {
        return Err(refused("text as prefix"));
    };
    std::str::from_utf8(reader.slice(length)?).map_err(|_| refused("text as prefix"))
}

fn read_bound(reader: &mut Reader<'_>) -> Result<Bound, Error> {
    let Head::Array(2) = reader.head()? else {
        return Err(refused("pairs as bounds"));
    };
    let head = reader.head()?;
    let number = read_number(reader, head)?;
    let Head::Bool(inclusive) = reader.head()? else {
        return Err(refused("a bool in each bound"));
    };
    Ok(Bound { number, inclusive })
}

fn read_length(reader: &mut Reader<'_>) -> Result<u64, Error> {
    let Head::Int(length) = reader.head()? else {
        return Err(refused("integers as lengths"));
    };
    u64::try_from(length).map_err(|_| refused("lengths of zero or more"))
}

/// Writes an unknown value with its refinement.
pub(super) fn write(unknown: &Unknown, ty: &Type, out: &mut Writer) -> Result<(), Error> {
    if let Some(cause) = unknown.failure() {
        return Err(Error::new(ErrorKind::Unknown, cause.to_string()));
    }
    unknown.check(ty)?;
    if !unknown.is_refined() || *ty == Type::Dynamic {
        out.unknown();
        return Ok(());
    }
    out.count(1, Unknown::REFINED_BYTES);
    let start = out.start_refinement();
    let mut entries = 0;
    if unknown.is_not_null() {
        entries += 1;
        out.int(key::NULLNESS);
        out.bool(false);
    }
    if let Some(prefix) = unknown.string_prefix() {
        entries += 1;
        out.int(key::STRING_PREFIX);
        out.str(&shorten(prefix));
    }
    for (key, bound) in [
        (key::NUMBER_LOWER, unknown.number_lower()),
        (key::NUMBER_UPPER, unknown.number_upper()),
    ] {
        if let Some(Bound { number, inclusive }) = bound.filter(|bound| is_sent(&bound.number)) {
            entries += 1;
            out.int(key);
            out.array(2);
            out.number(number);
            out.bool(*inclusive);
        }
    }
    let lower = Some(unknown.length_lower()).filter(|length| *length > 0);
    for (key, length) in [
        (key::LENGTH_LOWER, lower),
        (key::LENGTH_UPPER, unknown.length_upper()),
    ] {
        // A length that `i64` cannot represent is no useful bound, so it is not sent.
        if let Some(length) = length
            .and_then(|length| i64::try_from(length).ok())
            .filter(|length| *length < i64::MAX)
        {
            entries += 1;
            out.int(key);
            out.int(length);
        }
    }
    out.end_refinement(start, entries);
    Ok(())
}

/// Shortens a prefix to the size that may be sent.
fn shorten(prefix: &Text) -> Text {
    if prefix.len() <= MAX_PREFIX {
        return prefix.clone();
    }
    let ends = prefix.char_indices().map(|(start, _)| start);
    let end = ends
        .take_while(|end| *end < MAX_PREFIX)
        .last()
        .unwrap_or_default();
    safe_prefix(&prefix[..end])
}

/// Returns whether a bound is sent. The receiver would refuse a bound with a thousand digits, so such a bound is left out.
fn is_sent(number: &Number) -> bool {
    number.is_finite() && number.to_string().len() <= MAX_PREFIX
}
