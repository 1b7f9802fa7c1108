//! Compares JSON texts by value. The time is linear but for the sorting of keys, and nothing recurses.

use std::collections::{BTreeMap, HashMap};
use std::iter::from_fn;

/// Returns whether two valid JSON texts have the same value.
///
/// Blanks, the order of keys, escapes and the form of numbers do not matter, and of equal keys the last one counts. Numbers differ to the last digit. An
/// unpaired surrogate equals only itself.
pub(super) fn is_equal(new: &str, prior: &str) -> bool {
    let mut values = HashMap::new();
    let mut number = |text| value(text, &mut values);
    new == prior || number(new).is_some_and(|new| number(prior) == Some(new))
}

/// Returns how deeply the arrays and objects of a valid JSON text are nested.
pub(super) fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for token in tokens(text) {
        match token {
            "[" | "{" => depth += 1,
            "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// A value. Its parts are the numbers of values, so it is compared in linear time.
#[derive(PartialEq, Eq, Hash)]
enum Node {
    Text(Vec<u32>),
    Number(Decimal),
    /// `true`, `false`, `null`, or a number that no computer can write out.
    Word(String),
    Array(Vec<usize>),
    Object(BTreeMap<usize, usize>),
}

/// Returns the number of the value of a text. Equal values have one number. `None` if the text is not JSON.
fn value(text: &str, values: &mut HashMap<Node, usize>) -> Option<usize> {
    let mut number = |node: Node| {
        let next = values.len();
        *values.entry(node).or_insert(next)
    };
    // The arrays and objects around the next value. An object has the key before it.
    let mut open: Vec<(Node, Option<usize>)> = Vec::new();
    for token in tokens(text) {
        let node = match token {
            "[" => {
                open.push((Node::Array(Vec::new()), None));
                continue;
            }
            "{" => {
                open.push((Node::Object(BTreeMap::new()), None));
                continue;
            }
            "]" | "}" => open.pop()?.0,
            scalar => scalar_of(scalar),
        };
        let value = number(node);
        match open.last_mut() {
            None => return Some(value),
            Some((Node::Object(members), key)) => match key.take() {
                Some(key) => {
                    // Of equal keys, the last one counts.
                    members.insert(key, value);
                }
                None => *key = Some(value),
            },
            Some((Node::Array(elements), _)) => elements.push(value),
            Some(_) => return None,
        }
    }
    None
}

/// The brackets and scalars of a text.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | ',' | ':');
    let mut rest = text;
    from_fn(move || {
        rest = rest.trim_start_matches(is_blank);
        let length = match rest.as_bytes().first()? {
            b'[' | b'{' | b']' | b'}' => 1,
            b'"' => string_length(rest),
            _ => {
                let is_end = |c| is_blank(c) || matches!(c, ']' | '}');
                rest.find(is_end).unwrap_or(rest.len())
            }
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

/// Returns the length of the string at the start of a text.
fn string_length(text: &str) -> usize {
    let mut at = 1;
    while let Some(byte) = text.as_bytes().get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}

fn scalar_of(token: &str) -> Node {
    let content = token.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    match (content, decimal(token)) {
        (Some(content), _) => Node::Text(points(content).collect()),
        (None, Some(number)) => Node::Number(number),
        (None, None) => Node::Word(token.to_owned()),
    }
}

/// Decodes the content of a string. Unpaired surrogates keep their numbers.
fn points(content: &str) -> impl Iterator<Item = u32> {
    let mut rest = content;
    from_fn(move || {
        let (point, length) = first_point(rest)?;
        rest = rest.get(length..)?;
        Some(point)
    })
}

/// Returns the first code point of the content of a string, and the length of its text.
fn first_point(content: &str) -> Option<(u32, usize)> {
    let first = content.chars().next()?;
    if first != '\\' {
        return Some((first.into(), first.len_utf8()));
    }
    let point = match content.as_bytes().get(1)? {
        b'b' => 0x8,
        b'f' => 0xc,
        b'n' => 0xa,
        b'r' => 0xd,
        b't' => 0x9,
        b'u' => {
            return Some(match (unit(content)?, content.get(6..).and_then(unit)) {
                (high @ 0xd800..0xdc00, Some(low @ 0xdc00..0xe000)) => {
                    (0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 12)
                }
                (unit, _) => (unit, 6),
            });
        }
        other => (*other).into(),
    };
    Some((point, 2))
}

/// Reads an escape of four hexadecimal digits.
fn unit(content: &str) -> Option<u32> {
    let digits = content.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

/// A number as a fraction `0.DIGITS` and a power of ten. Each number has one such form.
#[derive(PartialEq, Eq, Hash, Default)]
struct Decimal {
    is_negative: bool,
    /// The digits without zeros at the ends. Zero has none.
    digits: Vec<u8>,
    power: i64,
}

/// Reads a number of any length. `None` for a word, and for a power that no computer can write out.
fn decimal(number: &str) -> Option<Decimal> {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (mantissa, power) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    if digits.is_empty() {
        return Some(Decimal::default());
    }
    let places = i64::try_from(whole.len()).ok()? - i64::try_from(zeros).ok()?;
    Some(Decimal {
        is_negative: unsigned.len() < number.len(),
        digits,
        power: power.parse::<i64>().ok()?.checked_add(places)?,
    })
}
