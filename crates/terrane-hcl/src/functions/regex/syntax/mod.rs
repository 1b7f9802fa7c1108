//! The syntax of patterns: that of RE2 as hosts have it.

mod class;
mod escape;
mod repetition;
mod tree;

use std::sync::Arc;

use self::repetition::{Braces, Counts, MAX_REPEAT};
use super::set::Set;

pub(super) use self::tree::{Assertion, Node, NodeKind, Repetition};

/// The maximum height of a tree.
const MAX_HEIGHT: u32 = 1000;

/// The maximum number of steps of a pattern, where repetitions count as often as they repeat.
const MAX_SIZE: u64 = 1 << 20;

/// The maximum number of ranges in the sets of a pattern.
const MAX_RANGES: usize = 1 << 22;

/// A parsed pattern.
pub(super) struct Syntax {
    pub(super) tree: Node,
    /// The names of the groups.
    pub(super) groups: Vec<Option<String>>,
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
        parser.parse_item(first, was_repeated)?;
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
    fn parse_item(&mut self, first: char, was_repeated: bool) -> Result<(), String> {
        match first {
            '(' => self.open(),
            '*' => self.repeat(1, Counts::at_least(0), was_repeated),
            '+' => self.repeat(1, Counts::at_least(1), was_repeated),
            '?' => self.repeat(1, Counts::OPTIONAL, was_repeated),
            '{' => match Braces::parse(self.rest) {
                Some(Braces {
                    length,
                    counts: Some(counts),
                }) => self.repeat(length, counts, was_repeated),
                Some(Braces {
                    length,
                    counts: None,
                }) => Err(self.error_at("invalid repeat count", length)),
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
            '^' => {
                let anchor = if self.flags.is_multi_line {
                    Assertion::LineStart
                } else {
                    Assertion::TextStart
                };
                self.assertion(1, anchor)
            }
            '$' => {
                let anchor = if self.flags.is_multi_line {
                    Assertion::LineEnd
                } else {
                    Assertion::TextEnd
                };
                self.assertion(1, anchor)
            }
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
    fn error_at(&self, message: &str, length: usize) -> String {
        let place = self.rest.get(..length).unwrap_or(self.rest);
        format!("{message} in {place}")
    }

    fn node(&mut self, kind: NodeKind) -> Result<Node, String> {
        let node = Node::new(kind);
        self.size += 1;
        if node.size > MAX_SIZE || self.size > MAX_SIZE || self.ranges > MAX_RANGES {
            return Err(format!(
                "expression too large in {}",
                shortened_pattern(self.whole)
            ));
        }
        if node.height > MAX_HEIGHT {
            return Err(format!(
                "expression nests too deeply in {}",
                shortened_pattern(self.whole)
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

    fn repeat(&mut self, length: usize, counts: Counts, was_repeated: bool) -> Result<(), String> {
        let Counts { min, max } = counts;
        let is_lazy = self.rest[length..].starts_with('?');
        let length_with_suffix = length + usize::from(is_lazy);
        if was_repeated {
            return Err(self.error_at("invalid nested repetition operator", length_with_suffix));
        }
        let Some(repeated) = self.frame.sequence.pop() else {
            return Err(self.error_at(
                "missing argument to repetition operator",
                length_with_suffix,
            ));
        };
        let repetition = Repetition {
            min,
            max,
            is_greedy: is_lazy == self.flags.is_lazy,
        };
        let node = self.node(NodeKind::Repetition(Box::new(repeated), repetition))?;
        let has_number = min >= 2 || max.is_some_and(|max| max >= 2);
        if has_number && node.copies > MAX_REPEAT {
            return Err(self.error_at("invalid repeat count", length_with_suffix));
        }
        self.frame.sequence.push(node);
        self.advance(length_with_suffix);
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
            return Err(format!("unexpected ) in {}", shortened_pattern(self.whole)));
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
                return Err(self.error_at("invalid named capture", length));
            }
            self.open_group(Some(name.to_owned()));
            self.rest = rest;
            return Ok(());
        }
        let end_and_flags = inner
            .find([':', ')'])
            .and_then(|end| Some((end, self.flags.changed(&inner[..end])?)));
        let Some((end, flags)) = end_and_flags else {
            return Err(self.error_at("invalid or unsupported Perl syntax", self.rest.len()));
        };
        if inner[end..].starts_with(':') {
            self.open_frame(None, self.flags);
        }
        self.flags = flags;
        self.rest = &inner[end + 1..];
        Ok(())
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
fn shortened_pattern(text: &str) -> String {
    text.chars().take(100).collect()
}
