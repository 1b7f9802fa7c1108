//! Changes of MessagePack that leave it MessagePack.

use rmpv::Value;

use crate::random::Random;

pub(super) fn mutate(mut input: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut value = rmpv::decode::read_value_with_max_depth(&mut input, 200).ok()?;
    let at = random.below(count(&value));
    change(&mut value, &mut { at }, random);
    let mut out = Vec::new();
    rmpv::encode::write_value(&mut out, &value).ok()?;
    Some(out)
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum(),
        Value::Map(entries) => entries.iter().map(|(key, it)| count(key) + count(it)).sum(),
        _ => 0,
    }
}

/// Changes the value that comes after so many others, the outer before the inner.
fn change(value: &mut Value, left: &mut usize, random: &mut Random) -> bool {
    if *left == 0 {
        replace(value, random);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(elements) => elements.iter_mut().any(|it| change(it, left, random)),
        Value::Map(entries) => entries
            .iter_mut()
            .any(|(key, it)| change(key, left, random) || change(it, left, random)),
        _ => false,
    }
}

fn replace(value: &mut Value, random: &mut Random) {
    if random.one_in(3) {
        *value = other(random);
        return;
    }
    match value {
        Value::Array(elements) => {
            let at = random.below(elements.len());
            match random.below(3) {
                0 if !elements.is_empty() => drop(elements.remove(at)),
                1 if !elements.is_empty() => elements.push(elements[at].clone()),
                _ => elements.push(other(random)),
            }
        }
        Value::Map(entries) => {
            let at = random.below(entries.len());
            match random.below(4) {
                0 if !entries.is_empty() => drop(entries.remove(at)),
                1 if !entries.is_empty() => entries.push(entries[at].clone()),
                2 if entries.len() > 1 => entries.swap(0, at),
                _ => entries.push((other(random), other(random))),
            }
        }
        Value::String(text) => {
            let bytes = super::bytes::mutate(text.as_bytes(), b"\"dynamic\"", true, random);
            *value = Value::from(String::from_utf8_lossy(&bytes).into_owned());
        }
        Value::Binary(bytes) => {
            // Types come as bytes of JSON.
            *bytes = super::json::mutate(bytes, random)
                .unwrap_or_else(|| super::bytes::mutate(bytes, b"\"dynamic\"", true, random));
        }
        Value::Ext(code, body) => match random.below(3) {
            0 => *code = random.byte().cast_signed(),
            1 => *body = super::bytes::mutate(body, b"\x81\x01\xc2", false, random),
            _ => {
                if let Some(changed) = mutate(body, random) {
                    *body = changed;
                }
            }
        },
        _ => *value = other(random),
    }
}

fn other(random: &mut Random) -> Value {
    let refined: [&[u8]; 6] = [
        b"\x81\x01\xc2",
        b"\x82\x01\xc2\x02\xa1a",
        b"\x83\x01\xc2\x03\x92\x01\xc3\x04\x92\x02\xc2",
        b"\x83\x01\xc2\x05\x02\x06\x02",
        b"\x81\x07\xc0",
        b"\x81\x01\xc3",
    ];
    match random.below(16) {
        0 => Value::Nil,
        1 => Value::Boolean(true),
        2 => Value::from(random.next().cast_signed()),
        3 => Value::from(random.next()),
        4 => Value::F64(f64::from_bits(random.next())),
        5 => Value::F32(f32::NAN),
        6 => Value::from("1e9999"),
        7 => Value::from("e\u{301}"),
        8 => Value::Binary(b"\"string\"".to_vec()),
        9 => Value::Array(Vec::new()),
        10 => Value::Map(Vec::new()),
        11 => Value::Ext(0, vec![0]),
        12 => Value::Array(vec![
            Value::Binary(b"[\"list\",\"dynamic\"]".to_vec()),
            Value::Nil,
        ]),
        13 => Value::from(i64::from(random.byte())),
        14 => Value::from(""),
        _ => Value::Ext(12, random.pick(&refined).to_vec()),
    }
}
