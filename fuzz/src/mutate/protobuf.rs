//! Mutations of protobuf messages that keep them valid protobuf, for any schema.

use crate::random::Random;

/// A field as the wire has it.
#[derive(Clone)]
enum Field {
    Varint(u64, u64),
    Fixed(u64, u8, Vec<u8>),
    Bytes(u64, Vec<u8>),
}

pub(super) fn mutate(input: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    change(input, random, 4)
}

fn change(input: &[u8], random: &mut Random, depth: usize) -> Option<Vec<u8>> {
    let mut fields = read(input)?;
    let at = random.below(fields.len());
    match random.below(6) {
        0 if !fields.is_empty() => drop(fields.remove(at)),
        1 if !fields.is_empty() => fields.push(fields[at].clone()),
        2 => fields.push(new(random)),
        3 if !fields.is_empty() => match &mut fields[at] {
            Field::Varint(number, _) | Field::Fixed(number, ..) | Field::Bytes(number, _) => {
                *number = 1 + random.next() % 12;
            }
        },
        _ if !fields.is_empty() => within(&mut fields[at], random, depth),
        _ => fields.push(new(random)),
    }
    Some(write(&fields))
}

fn within(field: &mut Field, random: &mut Random, depth: usize) {
    match field {
        Field::Varint(_, value) => *value = *random.pick(&[0, 1, 2, 99, u64::MAX, 1 << 31]),
        Field::Fixed(_, _, bytes) => *bytes = bytes.iter().map(|_| random.byte()).collect(),
        Field::Bytes(_, bytes) => {
            let changed = match random.below(4) {
                0 => super::msgpack::mutate(bytes, random),
                1 => super::json::mutate(bytes, random),
                2 if depth > 0 => change(bytes, random, depth - 1),
                _ => None,
            };
            *bytes = changed
                .unwrap_or_else(|| super::bytes::mutate(bytes, b"\x0a\x01\xc0", false, random));
        }
    }
}

fn new(random: &mut Random) -> Field {
    let number = 1 + random.next() % 12;
    match random.below(4) {
        0 => Field::Varint(number, random.next() >> random.below(64)),
        1 => Field::Fixed(number, 5, vec![0xff; 4]),
        2 => Field::Bytes(number, b"lab_tank".to_vec()),
        _ => Field::Bytes(number, b"\x0a\x01\xc0".to_vec()),
    }
}

fn read(mut input: &[u8]) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        let key = varint(&mut input)?;
        let number = key >> 3;
        fields.push(match key & 7 {
            0 => Field::Varint(number, varint(&mut input)?),
            kind @ (1 | 5) => {
                let (bytes, rest) = input.split_at_checked(if kind == 1 { 8 } else { 4 })?;
                input = rest;
                Field::Fixed(number, u8::try_from(kind).ok()?, bytes.to_vec())
            }
            2 => {
                let length = usize::try_from(varint(&mut input)?).ok()?;
                let (bytes, rest) = input.split_at_checked(length)?;
                input = rest;
                Field::Bytes(number, bytes.to_vec())
            }
            _ => return None,
        });
    }
    Some(fields)
}

fn varint(input: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = input.split_first()?;
        *input = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn write(fields: &[Field]) -> Vec<u8> {
    let mut out = Vec::new();
    for field in fields {
        match field {
            Field::Varint(number, value) => {
                push(number << 3, &mut out);
                push(*value, &mut out);
            }
            Field::Fixed(number, kind, bytes) => {
                push(number << 3 | u64::from(*kind), &mut out);
                out.extend_from_slice(bytes);
            }
            Field::Bytes(number, bytes) => {
                push(number << 3 | 2, &mut out);
                push(bytes.len() as u64, &mut out);
                out.extend_from_slice(bytes);
            }
        }
    }
    out
}

fn push(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}
