//! Changes of JSON that leave it JSON.

use serde_json::{Map, Number, Value, json};

use crate::random::Random;

pub(super) fn mutate(input: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(input).ok()?;
    let at = random.below(count(&value));
    change(&mut value, &mut { at }, random);
    serde_json::to_vec(&value).ok()
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
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
        Value::Object(members) => members.values_mut().any(|it| change(it, left, random)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
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
            match random.below(4) {
                0 if !elements.is_empty() => drop(elements.remove(at)),
                1 if !elements.is_empty() => elements.push(elements[at].clone()),
                2 if elements.len() > 1 => elements.swap(0, at),
                _ => elements.push(other(random)),
            }
        }
        Value::Object(members) => {
            let keys: Vec<String> = members.keys().cloned().collect();
            match random.below(3) {
                0 if !keys.is_empty() => drop(members.remove(random.pick(&keys))),
                1 if !keys.is_empty() => {
                    let value = members[random.pick(&keys)].clone();
                    members.insert(name(random), value);
                }
                _ => drop(members.insert(name(random), other(random))),
            }
        }
        Value::String(text) => {
            let bytes = super::bytes::mutate(text.as_bytes(), b"\xc3\xa9", true, random);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        Value::Number(number) => {
            let edges = [0, 1, -1, i64::MAX, i64::MIN, 1 << 53, 255];
            *number = Number::from(*random.pick(&edges));
        }
        Value::Bool(bool) => *bool = !*bool,
        Value::Null => *value = other(random),
    }
}

fn other(random: &mut Random) -> Value {
    let all = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1.5),
        json!(1e300),
        json!("string"),
        json!("dynamic"),
        json!(["list", "string"]),
        json!(["set", "number"]),
        json!(["map", "dynamic"]),
        json!(["object", {"a": "string"}]),
        json!(["tuple", ["bool"]]),
        json!({"type": "string", "value": "x"}),
        json!(""),
        json!([]),
        Value::Object(Map::new()),
        json!("1e-5000"),
        json!("e\u{301}\u{0}"),
    ];
    random.pick(&all).clone()
}

fn name(random: &mut Random) -> String {
    let names = [
        "a", "b", "name", "type", "value", "id", "", "e\u{301}", ".x",
    ];
    (*random.pick(&names)).to_owned()
}
