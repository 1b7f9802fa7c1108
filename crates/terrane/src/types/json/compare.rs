//! Compares JSON texts by value. The time is linear but for the sorting of keys, and nothing recurses.

use std::cmp::Ordering;
use std::iter::from_fn;
use std::vec;

/// Returns whether two valid JSON texts have the same value.
///
/// Blanks, the order of keys, escapes and the form of numbers do not matter, and of equal keys the last one counts. Numbers differ to the last digit. An
/// unpaired surrogate equals only itself.
pub(super) fn is_equal(new: &str, prior: &str) -> bool {
    new == prior || compare(new, prior).unwrap_or(false)
}

/// Returns how deeply the arrays and objects of a valid JSON text are nested.
pub(super) fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for (_, bracket) in brackets(text) {
        match bracket {
            Bracket::Open => depth += 1,
            Bracket::Close => depth = depth.saturating_sub(1),
        }
        most = most.max(depth);
    }
    most
}

/// An array or an object whose values are compared.
enum Open {
    Arrays,
    Objects {
        /// The values of the keys that follow.
        rest: vec::IntoIter<(Place, Place)>,
        /// The places after the objects.
        after: (Place, Place),
    },
}

/// Compares two texts value by value. `None` if one of them is not JSON.
fn compare(new: &str, prior: &str) -> Option<bool> {
    let (new, prior) = (Document::new(new)?, Document::new(prior)?);
    let mut open = Vec::new();
    let (mut a, mut b) = (new.next(Place::default()), prior.next(Place::default()));
    loop {
        match (new.byte(a)?, prior.byte(b)?) {
            (b'[', b'[') => {
                open.push(Open::Arrays);
                (a, b) = (a.inner(), b.inner());
            }
            (b'{', b'{') => {
                let Some(rest) = pairs(&new.members(a)?, &prior.members(b)?) else {
                    return Some(false);
                };
                let after = (new.after(a)?, prior.after(b)?);
                open.push(Open::Objects {
                    rest: rest.into_iter(),
                    after,
                });
            }
            _ => {
                let (after_a, after_b) = (new.after(a)?, prior.after(b)?);
                let same = scalars(new.text(a, after_a)?, prior.text(b, after_b)?);
                if same != Ordering::Equal {
                    return Some(false);
                }
                (a, b) = (after_a, after_b);
            }
        }
        loop {
            match open.last_mut() {
                None => return Some(true),
                Some(Open::Arrays) => {
                    (a, b) = (new.next(a), prior.next(b));
                    match (new.byte(a)? == b']', prior.byte(b)? == b']') {
                        (false, false) => break,
                        (true, true) => (a.at, b.at) = (a.at + 1, b.at + 1),
                        _ => return Some(false),
                    }
                }
                Some(Open::Objects { rest, after }) => match rest.next() {
                    Some(next) => {
                        (a, b) = next;
                        break;
                    }
                    None => (a, b) = *after,
                },
            }
            open.pop();
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Default)]
struct Place {
    at: usize,
    /// How many arrays and objects begin before it.
    opened: usize,
}

impl Place {
    /// Returns the place after an opening bracket.
    fn inner(self) -> Self {
        Self {
            at: self.at + 1,
            opened: self.opened + 1,
        }
    }
}

/// A valid JSON text, with the place after each array and object, in the order in which they begin.
struct Document<'a> {
    text: &'a str,
    ends: Vec<Place>,
}

/// A member of an object.
struct Member<'a> {
    key: &'a str,
    value: Place,
}

impl<'a> Document<'a> {
    fn new(text: &'a str) -> Option<Self> {
        let (mut open, mut ends) = (Vec::new(), Vec::new());
        for (at, bracket) in brackets(text) {
            match bracket {
                Bracket::Open => {
                    open.push(ends.len());
                    ends.push(Place::default());
                }
                Bracket::Close => {
                    let opened = ends.len();
                    *ends.get_mut(open.pop()?)? = Place { at: at + 1, opened };
                }
            }
        }
        Some(Self { text, ends })
    }

    fn byte(&self, place: Place) -> Option<u8> {
        self.text.as_bytes().get(place.at).copied()
    }

    fn text(&self, from: Place, to: Place) -> Option<&'a str> {
        self.text.get(from.at..to.at)
    }

    /// Skips blanks, commas and colons.
    fn next(&self, mut place: Place) -> Place {
        while let Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b':') = self.byte(place) {
            place.at += 1;
        }
        place
    }

    /// Returns the place after the value at a place.
    fn after(&self, place: Place) -> Option<Place> {
        let at = match self.byte(place)? {
            b'[' | b'{' => return self.ends.get(place.opened).copied(),
            b'"' => after_string(self.text, place.at),
            _ => {
                let rest = self.text.get(place.at..)?;
                let is_end = |c| matches!(c, ' ' | '\t' | '\n' | '\r' | ',' | ']' | '}');
                place.at + rest.find(is_end).unwrap_or(rest.len())
            }
        };
        Some(Place { at, ..place })
    }

    /// Returns the members of the object at a place, sorted by their keys.
    fn members(&self, object: Place) -> Option<Vec<Member<'a>>> {
        let mut members = Vec::new();
        let mut place = self.next(object.inner());
        while self.byte(place)? != b'}' {
            let after = self.after(place)?;
            let key = self.text(place, after)?;
            let value = self.next(after);
            members.push(Member { key, value });
            place = self.next(self.after(value)?);
        }
        // Of equal keys, the last one counts.
        members.reverse();
        members.sort_by(|a, b| scalars(a.key, b.key));
        members.dedup_by(|a, b| scalars(a.key, b.key) == Ordering::Equal);
        Some(members)
    }
}

/// Pairs the values of equal keys. `None` if the keys differ.
fn pairs(new: &[Member<'_>], prior: &[Member<'_>]) -> Option<Vec<(Place, Place)>> {
    if new.len() != prior.len() {
        return None;
    }
    let pairs = new.iter().zip(prior);
    pairs
        .map(|(new, prior)| {
            (scalars(new.key, prior.key) == Ordering::Equal).then_some((new.value, prior.value))
        })
        .collect()
}

enum Bracket {
    Open,
    Close,
}

/// Finds the brackets of a text outside of strings.
fn brackets(text: &str) -> impl Iterator<Item = (usize, Bracket)> {
    let mut at = 0;
    from_fn(move || {
        loop {
            let found = at;
            let byte = *text.as_bytes().get(found)?;
            at = match byte {
                b'"' => after_string(text, found),
                _ => found + 1,
            };
            match byte {
                b'[' | b'{' => return Some((found, Bracket::Open)),
                b']' | b'}' => return Some((found, Bracket::Close)),
                _ => {}
            }
        }
    })
}

/// Returns the place after the string that begins at a place.
fn after_string(text: &str, start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.as_bytes().get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}

/// Compares strings, numbers and words.
fn scalars(new: &str, prior: &str) -> Ordering {
    if new == prior {
        return Ordering::Equal;
    }
    if let (Some(new), Some(prior)) = (content(new), content(prior)) {
        return points(new).cmp(points(prior));
    }
    match (decimal(new), decimal(prior)) {
        (Some(new), Some(prior)) if new == prior => Ordering::Equal,
        _ => new.cmp(prior),
    }
}

/// Returns the text between the quotes of a string.
fn content(string: &str) -> Option<&str> {
    string.strip_prefix('"')?.strip_suffix('"')
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
#[derive(PartialEq, Default)]
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
