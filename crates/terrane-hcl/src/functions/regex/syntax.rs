//! The syntax of patterns: that of RE2 as hosts have it.

use std::sync::Arc;

use super::names;
use super::set::Set;

/// The greatest number of repetitions, also of nested ones together.
const MAX_REPEAT: u32 = 1000;

/// The greatest height of a tree.
const MAX_HEIGHT: u32 = 1000;

/// The greatest number of steps of a pattern, where repetitions count as often as they repeat.
const MAX_SIZE: u64 = 1 << 20;

/// The greatest number of ranges in the sets of a pattern.
const MAX_RANGES: usize = 1 << 22;

/// A parsed pattern.
pub(super) struct Syntax {
    pub(super) tree: Node,
    /// The names of the groups.
    pub(super) groups: Vec<Option<String>>,
}

/// A part of a pattern.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// The number of steps.
    size: u64,
    height: u32,
    /// How often the innermost part is repeated by numbers in braces.
    copies: u32,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    Empty,
    Character(char),
    Set(Arc<Set>),
    Assertion(Assertion),
    /// A group with its number, from 1.
    Group(usize, Box<Node>),
    Repetition(Box<Node>, Repetition),
    Sequence(Vec<Node>),
    Alternatives(Vec<Node>),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Repetition {
    pub(super) least: u32,
    pub(super) most: Option<u32>,
    pub(super) is_greedy: bool,
}

/// A condition at a place between characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assertion {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    Boundary,
    NoBoundary,
}

#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    ignores_case: bool,
    is_multi_line: bool,
    dot_matches_newline: bool,
    is_lazy: bool,
}

/// The alternatives of a group, or of the whole pattern.
#[derive(Default)]
struct Frame {
    /// The number of the group, unless it captures nothing.
    group: Option<usize>,
    /// The flags after the group.
    flags: Flags,
    alternatives: Vec<Node>,
    sequence: Vec<Node>,
}

/// Parses a pattern, or describes its first error.
pub(super) fn parse(pattern: &str) -> Result<Syntax, String> {
    let mut parser = Parser {
        whole: pattern,
        rest: pattern,
        flags: Flags::default(),
        frame: Frame::default(),
        outer: Vec::new(),
        groups: Vec::new(),
        size: 0,
        ranges: 0,
        is_repeated: false,
    };
    while let Some(first) = parser.rest.chars().next() {
        let was_repeated = std::mem::take(&mut parser.is_repeated);
        parser.item(first, was_repeated)?;
    }
    if !parser.outer.is_empty() {
        return Err(format!("missing closing ) in {pattern}"));
    }
    Ok(Syntax {
        tree: parser.finish_frame()?,
        groups: parser.groups,
    })
}

struct Parser<'a> {
    whole: &'a str,
    rest: &'a str,
    flags: Flags,
    frame: Frame,
    outer: Vec<Frame>,
    groups: Vec<Option<String>>,
    /// The number of parts so far.
    size: u64,
    /// The number of ranges of characters so far.
    ranges: usize,
    /// Whether the last item was a repetition, which must not be repeated.
    is_repeated: bool,
}

impl<'a> Parser<'a> {
    fn item(&mut self, first: char, was_repeated: bool) -> Result<(), String> {
        match first {
            '(' => self.open(),
            '*' => self.repeat(1, (0, None), was_repeated),
            '+' => self.repeat(1, (1, None), was_repeated),
            '?' => self.repeat(1, (0, Some(1)), was_repeated),
            '{' => match repetition(self.rest) {
                Some((length, Some(numbers))) => self.repeat(length, numbers, was_repeated),
                Some((length, None)) => Err(self.wrong("invalid repeat count", length)),
                None => self.literal(1, '{'),
            },
            '|' => {
                let sequence = std::mem::take(&mut self.frame.sequence);
                let alternative = self.sequence(sequence)?;
                self.frame.alternatives.push(alternative);
                self.advance(1);
                Ok(())
            }
            ')' => self.close(),
            '^' => self.assertion(
                1,
                if self.flags.is_multi_line {
                    Assertion::LineStart
                } else {
                    Assertion::TextStart
                },
            ),
            '$' => self.assertion(
                1,
                if self.flags.is_multi_line {
                    Assertion::LineEnd
                } else {
                    Assertion::TextEnd
                },
            ),
            '.' => {
                let newline = u32::from('\n');
                let set = if self.flags.dot_matches_newline {
                    Set::everything()
                } else {
                    Set::of(&[(newline, newline)]).negated()
                };
                self.advance(1);
                self.push_set(set)
            }
            '[' => {
                let set = self.class()?;
                self.push_set(set)
            }
            '\\' => self.escape(),
            other => self.literal(other.len_utf8(), other),
        }
    }

    fn advance(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    /// Returns an error with the part of the pattern that it is about.
    fn wrong(&self, message: &str, length: usize) -> String {
        let place = self.rest.get(..length).unwrap_or(self.rest);
        format!("{message} in {place}")
    }

    fn node(&mut self, kind: NodeKind) -> Result<Node, String> {
        let node = Node::new(kind);
        self.size += 1;
        if node.size > MAX_SIZE || self.size > MAX_SIZE || self.ranges > MAX_RANGES {
            return Err(format!("expression too large in {}", shortened(self.whole)));
        }
        if node.height > MAX_HEIGHT {
            return Err(format!(
                "expression nests too deeply in {}",
                shortened(self.whole)
            ));
        }
        Ok(node)
    }

    fn push(&mut self, kind: NodeKind) -> Result<(), String> {
        let node = self.node(kind)?;
        self.frame.sequence.push(node);
        Ok(())
    }

    fn push_set(&mut self, set: Set) -> Result<(), String> {
        if let Some(character) = set.single() {
            return self.push(NodeKind::Character(character));
        }
        self.ranges += set.ranges().len();
        self.push(NodeKind::Set(Arc::new(set)))
    }

    fn literal(&mut self, length: usize, character: char) -> Result<(), String> {
        self.advance(length);
        if !self.flags.ignores_case {
            return self.push(NodeKind::Character(character));
        }
        let code = u32::from(character);
        self.push_set(Set::of(&[(code, code)]).folded())
    }

    fn assertion(&mut self, length: usize, assertion: Assertion) -> Result<(), String> {
        self.advance(length);
        self.push(NodeKind::Assertion(assertion))
    }

    fn repeat(
        &mut self,
        length: usize,
        (least, most): (u32, Option<u32>),
        was_repeated: bool,
    ) -> Result<(), String> {
        let is_lazy = self.rest[length..].starts_with('?');
        let whole = length + usize::from(is_lazy);
        if was_repeated {
            return Err(self.wrong("invalid nested repetition operator", whole));
        }
        let Some(repeated) = self.frame.sequence.pop() else {
            return Err(self.wrong("missing argument to repetition operator", whole));
        };
        let repetition = Repetition {
            least,
            most,
            is_greedy: is_lazy == self.flags.is_lazy,
        };
        let node = self.node(NodeKind::Repetition(Box::new(repeated), repetition))?;
        let has_number = least >= 2 || most.is_some_and(|most| most >= 2);
        if has_number && node.copies > MAX_REPEAT {
            return Err(self.wrong("invalid repeat count", whole));
        }
        self.frame.sequence.push(node);
        self.advance(whole);
        self.is_repeated = true;
        Ok(())
    }

    /// Joins the parts of a sequence.
    fn sequence(&mut self, mut parts: Vec<Node>) -> Result<Node, String> {
        match parts.len() {
            0 => self.node(NodeKind::Empty),
            1 => Ok(parts.remove(0)),
            _ => self.node(NodeKind::Sequence(parts)),
        }
    }

    /// Joins the alternatives of the innermost group.
    fn finish_frame(&mut self) -> Result<Node, String> {
        let frame = std::mem::take(&mut self.frame);
        let last = self.sequence(frame.sequence)?;
        let mut alternatives = frame.alternatives;
        if alternatives.is_empty() {
            return Ok(last);
        }
        alternatives.push(last);
        self.node(NodeKind::Alternatives(alternatives))
    }

    fn close(&mut self) -> Result<(), String> {
        let Some(outer) = self.outer.pop() else {
            return Err(format!("unexpected ) in {}", shortened(self.whole)));
        };
        let (group, flags) = (self.frame.group, self.frame.flags);
        let inner = self.finish_frame()?;
        self.frame = outer;
        self.flags = flags;
        self.advance(1);
        match group {
            Some(group) => self.push(NodeKind::Group(group, Box::new(inner))),
            None => {
                self.frame.sequence.push(inner);
                Ok(())
            }
        }
    }

    fn open_frame(&mut self, group: Option<usize>, flags: Flags) {
        let frame = Frame {
            group,
            flags,
            ..Frame::default()
        };
        let outer = std::mem::replace(&mut self.frame, frame);
        self.outer.push(outer);
    }

    fn open_group(&mut self, name: Option<String>) {
        self.groups.push(name);
        self.open_frame(Some(self.groups.len()), self.flags);
    }

    fn open(&mut self) -> Result<(), String> {
        let Some(inner) = self.rest.strip_prefix("(?") else {
            self.advance(1);
            self.open_group(None);
            return Ok(());
        };
        let name = inner.strip_prefix('P').unwrap_or(inner).strip_prefix('<');
        if let Some((name, rest)) = name.map(|it| it.split_once('>').unwrap_or((it, ""))) {
            let is_valid = |it: char| it.is_ascii_alphanumeric() || it == '_';
            if name.is_empty() || !name.chars().all(is_valid) || !self.rest.contains('>') {
                let length = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
                return Err(self.wrong("invalid named capture", length));
            }
            self.open_group(Some(name.to_owned()));
            self.rest = rest;
            return Ok(());
        }
        let end = inner.find([':', ')']);
        let flags = end.and_then(|end| self.flags.changed(&inner[..end]));
        let (Some(end), Some(flags)) = (end, flags) else {
            return Err(self.wrong("invalid or unsupported Perl syntax", self.rest.len()));
        };
        if inner[end..].starts_with(':') {
            self.open_frame(None, self.flags);
        }
        self.flags = flags;
        self.rest = &inner[end + 1..];
        Ok(())
    }

    fn escape(&mut self) -> Result<(), String> {
        if let Some(quoted) = self.rest.strip_prefix("\\Q") {
            let (text, rest) = quoted.split_once("\\E").unwrap_or((quoted, ""));
            for character in text.chars() {
                self.literal(0, character)?;
            }
            self.rest = rest;
            return Ok(());
        }
        let assertion = match self.rest.as_bytes().get(1) {
            Some(b'A') => Some(Assertion::TextStart),
            Some(b'z') => Some(Assertion::TextEnd),
            Some(b'b') => Some(Assertion::Boundary),
            Some(b'B') => Some(Assertion::NoBoundary),
            _ => None,
        };
        if let Some(assertion) = assertion {
            return self.assertion(2, assertion);
        }
        if let Some(set) = self.set_escape()? {
            return self.push_set(set);
        }
        let code = self.character_escape()?;
        match char::from_u32(code) {
            Some(character) => self.literal(0, character),
            None => self.push_set(Set::empty()),
        }
    }

    /// Returns a set of a name, with the case of letters and the negation.
    fn named(&self, set: Set, is_negated: bool) -> Set {
        let set = if self.flags.ignores_case {
            set.folded()
        } else {
            set
        };
        if is_negated { set.negated() } else { set }
    }

    /// Reads an escape that stands for a set of characters, if there is one.
    fn set_escape(&mut self) -> Result<Option<Set>, String> {
        let mut characters = self.rest.chars().skip(1);
        let Some(kind) = characters.next() else {
            return Ok(None);
        };
        if let Some(set) = names::perl(kind) {
            self.advance(2);
            return Ok(Some(self.named(set, kind.is_ascii_uppercase())));
        }
        if !matches!(kind, 'p' | 'P') {
            return Ok(None);
        }
        let (name, length) = match characters.next() {
            Some('{') => match self.rest.find('}') {
                Some(end) => (&self.rest[3..end], end + 1),
                None => return Err(self.wrong("invalid character class range", self.rest.len())),
            },
            Some(other) => {
                let end = 2 + other.len_utf8();
                (&self.rest[2..end], end)
            }
            None => ("", 2),
        };
        let is_negated = (kind == 'P') != name.starts_with('^');
        let Some(set) = names::unicode(name.strip_prefix('^').unwrap_or(name)) else {
            return Err(self.wrong("invalid character class range", length));
        };
        self.advance(length);
        Ok(Some(self.named(set, is_negated)))
    }

    /// Reads an escape that stands for one character. Returns its number, which may be that of a surrogate.
    fn character_escape(&mut self) -> Result<u32, String> {
        let mut characters = self.rest.chars().skip(1);
        let Some(kind) = characters.next() else {
            return Err("trailing backslash at end of expression in ".to_owned());
        };
        let simple = match kind {
            'a' => 7,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            'x' | '0'..='7' => {
                let number = match kind {
                    'x' => hexadecimal(self.rest),
                    _ => octal(self.rest),
                };
                let Some((code, length)) = number else {
                    return Err(self.wrong("invalid escape sequence", 2));
                };
                self.advance(length);
                return Ok(code);
            }
            other if other.is_ascii() && !other.is_ascii_alphanumeric() => u32::from(other),
            other => return Err(self.wrong("invalid escape sequence", 1 + other.len_utf8())),
        };
        self.advance(2);
        Ok(simple)
    }

    /// Reads a class in brackets.
    fn class(&mut self) -> Result<Set, String> {
        let whole = self.rest;
        self.advance(1);
        let is_negated = self.rest.starts_with('^');
        if is_negated {
            self.advance(1);
        }
        let mut set = Set::empty();
        let mut ranges = Vec::new();
        let mut is_first = true;
        while is_first || !self.rest.starts_with(']') {
            is_first = false;
            if let Some(name) = posix_name(self.rest) {
                let (plain, is_negated) = match name.strip_prefix('^') {
                    Some(plain) => (plain, true),
                    None => (name, false),
                };
                let length = name.len() + "[::]".len();
                let Some(class) = names::posix(plain) else {
                    return Err(self.wrong("invalid character class range", length));
                };
                set.union(&self.named(class, is_negated));
                self.advance(length);
                continue;
            }
            if self.rest.starts_with('\\')
                && let Some(class) = self.set_escape()?
            {
                set.union(&class);
                continue;
            }
            let start = self.rest;
            let low = self.class_character(whole)?;
            let mut high = low;
            if self.rest.starts_with('-') && self.rest.len() > 1 && !self.rest.starts_with("-]") {
                self.advance(1);
                high = self.class_character(whole)?;
                if high < low {
                    let range = &start[..start.len() - self.rest.len()];
                    return Err(format!("invalid character class range in {range}"));
                }
            }
            ranges.push((low, high));
        }
        self.advance(1);
        let singles = Set::of(&ranges);
        set.union(&if self.flags.ignores_case {
            singles.folded()
        } else {
            singles
        });
        Ok(if is_negated { set.negated() } else { set })
    }

    /// Reads one character of a class, which may be escaped.
    fn class_character(&mut self, whole: &str) -> Result<u32, String> {
        let Some(first) = self.rest.chars().next() else {
            return Err(format!("missing closing ] in {whole}"));
        };
        if first == '\\' {
            return self.character_escape();
        }
        self.advance(first.len_utf8());
        Ok(u32::from(first))
    }
}

impl Node {
    fn new(kind: NodeKind) -> Self {
        let (size, height, copies) = match &kind {
            NodeKind::Empty
            | NodeKind::Character(_)
            | NodeKind::Set(_)
            | NodeKind::Assertion(_) => (1, 1, 1),
            NodeKind::Group(_, inner) => (2 + inner.size, 1 + inner.height, inner.copies),
            NodeKind::Repetition(inner, repetition) => {
                let Repetition { least, most, .. } = *repetition;
                let size = match most {
                    None if least == 0 => 2 + inner.size,
                    None => 1 + u64::from(least) * inner.size,
                    Some(most) => u64::from(most) * inner.size + u64::from(most - least),
                };
                // Only numbers count, and none at all count nothing.
                let copies = match most {
                    Some(0) => 1,
                    most => inner.copies.saturating_mul(most.unwrap_or(least).max(1)),
                };
                (size.max(1), 1 + inner.height, copies)
            }
            NodeKind::Sequence(parts) => Self::joined(parts, 0),
            NodeKind::Alternatives(parts) => Self::joined(parts, 1),
        };
        Self {
            kind,
            size,
            height,
            copies,
        }
    }

    /// Returns the size, the height and the number of copies of several parts.
    fn joined(parts: &[Self], between: u64) -> (u64, u32, u32) {
        let size: u64 = parts.iter().map(|part| part.size + between).sum();
        let height = parts.iter().map(|part| part.height).max();
        let copies = parts.iter().map(|part| part.copies).max();
        (size, 1 + height.unwrap_or(0), copies.unwrap_or(1))
    }

    /// Returns the number of steps, where repetitions count as often as they repeat.
    pub(super) fn size(&self) -> u64 {
        self.size
    }
}

impl Flags {
    /// Returns the flags after a change such as `i-s`.
    fn changed(mut self, change: &str) -> Option<Self> {
        let mut is_set = true;
        for flag in change.chars() {
            let field = match flag {
                'i' => &mut self.ignores_case,
                'm' => &mut self.is_multi_line,
                's' => &mut self.dot_matches_newline,
                'U' => &mut self.is_lazy,
                '-' if is_set => {
                    is_set = false;
                    continue;
                }
                _ => return None,
            };
            *field = is_set;
        }
        (!change.ends_with('-')).then_some(self)
    }
}

/// Returns the start of a text, for a message.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

/// Returns the name of a class such as `[:alpha:]` at the start of a text.
fn posix_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("[:")?;
    Some(&name[..name.find(":]")?])
}

/// Reads a repetition in braces. Returns its length, and its numbers unless they are invalid.
#[expect(clippy::type_complexity, reason = "the parts are used at once")]
fn repetition(text: &str) -> Option<(usize, Option<(u32, Option<u32>)>)> {
    let inner = &text[1..text.find('}')?];
    let (low, high) = match inner.split_once(',') {
        Some((low, high)) => (low, Some(high)),
        None => (inner, None),
    };
    let is_number = |text: &str| {
        let has_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        has_digits && (text.len() == 1 || !text.starts_with('0'))
    };
    let has_numbers = is_number(low) && high.is_none_or(|high| high.is_empty() || is_number(high));
    let number = |text: &str| text.parse().ok().filter(|number| *number <= MAX_REPEAT);
    let numbers = || {
        let low: u32 = number(low)?;
        let most = match high {
            None => Some(low),
            Some("") => return Some((low, None)),
            Some(high) => Some(number(high)?),
        };
        (most >= Some(low)).then_some((low, most))
    };
    has_numbers.then(|| (inner.len() + 2, numbers()))
}

/// Reads `\x41` or `\x{41}`. Returns the number of the character and the length of the escape.
fn hexadecimal(text: &str) -> Option<(u32, usize)> {
    let digits = &text[2..];
    let (digits, length) = match digits.strip_prefix('{') {
        Some(inner) => {
            let end = inner.find('}')?;
            (inner[..end].trim_start_matches('0'), end + 4)
        }
        None => (digits.get(..2)?, 4),
    };
    let is_empty = text[2..].starts_with("{}");
    let is_hexadecimal = digits.len() <= 6 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    if is_empty || !is_hexadecimal {
        return None;
    }
    let code = match digits {
        "" => 0,
        digits => u32::from_str_radix(digits, 16).ok()?,
    };
    (code <= u32::from(char::MAX)).then_some((code, length))
}

/// Reads an octal escape. A single digit other than 0 would refer to a group, which is not supported.
fn octal(text: &str) -> Option<(u32, usize)> {
    let digits = text[1..].bytes().take(3);
    let length = digits.take_while(|it| (b'0'..=b'7').contains(it)).count();
    let digits = &text[1..=length];
    if length == 1 && digits != "0" {
        return None;
    }
    Some((u32::from_str_radix(digits, 8).ok()?, 1 + length))
}
