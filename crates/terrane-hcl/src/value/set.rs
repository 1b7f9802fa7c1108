//! Sets, and the order of their elements.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write as _;

use terrane_value::Type;

use crate::stack::deeper;

use super::compare::equal;
use super::marks::Marks;
use super::tree::{Content, Parts, Value, common_type, with_element_type};

/// The greatest number of digits of a number by which elements are ordered.
const MAX_DIGITS: u64 = 10_000;

impl Value {
    /// Creates a set. Equal elements count once, and marks of elements move to the set. The elements must be of one type.
    pub fn set(elements: Vec<Self>) -> Self {
        let element = common_type(&elements);
        Self::set_of(element, elements)
    }

    /// Creates a set of a type, which may be empty. Equal elements count once, and marks of elements move to the set.
    pub fn set_of(element: Type, elements: Vec<Self>) -> Self {
        let mut marks = Marks::new();
        let mut unmarked_elements: Vec<Self> = with_element_type(elements, &element)
            .into_iter()
            .map(|value| {
                let (value, own) = value.unmark_deep();
                marks.merge(&own);
                value
            })
            .collect();
        if element.is_primitive() {
            unmarked_elements.sort_by(set_order);
            unmarked_elements.dedup_by(|later, earlier| equal(earlier, later) == Some(true));
        } else {
            unmarked_elements = unique_elements(unmarked_elements);
        }
        Self::new(
            Type::set(element),
            Content::Parts(Parts::new(Vec::new(), unmarked_elements)),
        )
        .with_marks(&marks)
    }
}

/// Orders elements of a primitive type: by value, then unknown elements, then null.
fn set_order(a: &Value, b: &Value) -> Ordering {
    let primitive = || match (a.content(), b.content()) {
        (Content::String(a), Content::String(b)) => a.cmp(b),
        (Content::Number(a), Content::Number(b)) => a.cmp(b),
        (Content::Bool(a), Content::Bool(b)) => a.cmp(b),
        _ => Ordering::Equal,
    };
    rank_of_value(a).cmp(&rank_of_value(b)).then_with(primitive)
}

fn rank_of_value(value: &Value) -> u8 {
    match value.content() {
        Content::Unknown(_) => 1,
        Content::Null => 2,
        _ => 0,
    }
}

/// Sorts elements that are collections, and removes duplicates. Many different elements may have one key, because hosts round numbers in it.
fn unique_elements(elements: Vec<Value>) -> Vec<Value> {
    let mut keyed: Vec<(SortKey, Value)> = elements
        .into_iter()
        .map(|value| (sort_key(&value), value))
        .collect();
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut unique: Vec<Value> = Vec::with_capacity(keyed.len());
    let state = foldhash::fast::RandomState::default();
    // The positions of known elements by their hashes.
    let mut positions: HashMap<u64, Vec<usize>, foldhash::fast::RandomState> = HashMap::default();
    for (_, value) in keyed {
        if value.is_wholly_known() {
            let alike = positions.entry(value.content_hash(&state)).or_default();
            let mut others = alike.iter().filter_map(|position| unique.get(*position));
            if others.any(|own| equal(own, &value) == Some(true)) {
                continue;
            }
            alike.push(unique.len());
        }
        unique.push(value);
    }
    unique
}

/// The key by which hosts order elements that are collections.
type SortKey = (u8, String);

/// Returns the key by which hosts order elements that are collections. Its form is that of hosts, because it decides the order.
fn sort_key(value: &Value) -> SortKey {
    let mut key = String::new();
    write_key(value, &mut key);
    (rank_of_value(value), key)
}

fn write_key(value: &Value, key: &mut String) {
    match value.content() {
        Content::Unknown(_) => key.push('?'),
        Content::Null => key.push('~'),
        Content::Bool(true) => key.push('T'),
        Content::Bool(false) => key.push('F'),
        // All digits of such a number would fill the memory.
        Content::Number(number) if number.text_len() > MAX_DIGITS => key.push('#'),
        Content::Number(number) => key.push_str(&number.exact().general(Some(10))),
        Content::String(text) => write_quoted(text, key),
        // Writing to a string does not fail.
        Content::Type(ty) => _ = write!(key, "{ty}"),
        Content::Parts(parts) => {
            let (open, close) = match value.ty() {
                Type::Map(_) => ('{', '}'),
                Type::Object(_) | Type::Tuple(_) => ('<', '>'),
                _ => ('[', ']'),
            };
            key.push(open);
            for (index, part) in parts.values.iter().enumerate() {
                if let Some(name) = parts.keys.get(index) {
                    write_quoted(name, key);
                    key.push(':');
                }
                deeper(|| write_key(part, key));
                key.push(';');
            }
            key.push(close);
        }
    }
}

/// Writes a text as Go quotes it.
fn write_quoted(text: &str, key: &mut String) {
    key.push('"');
    for char in text.chars() {
        // Writing to a string does not fail.
        match char {
            '"' | '\\' => key.extend(['\\', char]),
            '\x07' => key.push_str("\\a"),
            '\x08' => key.push_str("\\b"),
            '\t' => key.push_str("\\t"),
            '\n' => key.push_str("\\n"),
            '\x0b' => key.push_str("\\v"),
            '\x0c' => key.push_str("\\f"),
            '\r' => key.push_str("\\r"),
            ' '..='~' => key.push(char),
            '\0'..='\x7f' => _ = write!(key, "\\x{:02x}", u32::from(char)),
            _ if is_printed(char) => key.push(char),
            ..='\u{ffff}' => _ = write!(key, "\\u{:04x}", u32::from(char)),
            _ => _ = write!(key, "\\U{:08x}", u32::from(char)),
        }
    }
    key.push('"');
}

/// Whether Go prints a character as it is. The standard library escapes the same characters, but marks only at the start of a text.
fn is_printed(char: char) -> bool {
    let text = String::from_iter(['a', char]);
    text.escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_removes_duplicates() {
        let numbers = [10_i64, 9, 10].map(Value::from).to_vec();
        let set = Value::set(numbers);
        assert_eq!(set.elements().unwrap(), [9_i64.into(), 10_i64.into()]);
        let objects = [10_i64, 9, 1].map(|n| Value::object([("a", Value::from(n))]));
        let set = Value::set(objects.to_vec());
        let first: Vec<_> = set
            .elements()
            .unwrap()
            .iter()
            .map(|it| it.get("a").unwrap().clone())
            .collect();
        assert_eq!(first, [10_i64, 1, 9].map(Value::from));
    }

    #[test]
    fn numbers_that_differ_after_ten_digits_are_different_elements() {
        let set = |numbers: [i64; 3]| {
            let objects = numbers.map(|n| Value::object([("a", Value::from(n))]));
            Value::set(objects.to_vec())
        };
        let (one, other) = (12_345_678_901, 12_345_678_902);
        let (a, b) = (set([one, other, one]), set([other, one, other]));
        assert_eq!(a.elements().unwrap().len(), 2);
        assert_eq!(a.equals(&b), true.into());
    }

    #[test]
    fn unknown_elements_stay_and_come_last() {
        let unknown = Value::unknown(Type::String);
        let set = Value::set(vec![unknown.clone(), "a".into(), unknown]);
        assert_eq!(set.elements().unwrap().len(), 3);
        assert_eq!(set.elements().unwrap()[0], "a".into());
    }
}
