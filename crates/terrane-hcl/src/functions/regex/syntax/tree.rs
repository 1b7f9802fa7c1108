//! The tree of a pattern.

use std::sync::Arc;

use crate::functions::regex::set::Set;

/// A part of a pattern.
#[derive(Debug)]
pub(in crate::functions::regex) struct Node {
    pub(in crate::functions::regex) kind: NodeKind,
    /// The number of steps.
    pub(super) size: u64,
    pub(super) height: u32,
    /// How often the innermost part is repeated by numbers in braces.
    pub(super) copies: u32,
}

#[derive(Debug)]
pub(in crate::functions::regex) enum NodeKind {
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
pub(in crate::functions::regex) struct Repetition {
    pub(in crate::functions::regex) min: u32,
    pub(in crate::functions::regex) max: Option<u32>,
    pub(in crate::functions::regex) is_greedy: bool,
}

/// A condition at a place between characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::functions::regex) enum Assertion {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    Boundary,
    NoBoundary,
}

impl Node {
    pub(super) fn new(kind: NodeKind) -> Self {
        let (size, height, copies) = match &kind {
            NodeKind::Empty
            | NodeKind::Character(_)
            | NodeKind::Set(_)
            | NodeKind::Assertion(_) => (1, 1, 1),
            NodeKind::Group(_, inner) => (2 + inner.size, 1 + inner.height, inner.copies),
            NodeKind::Repetition(inner, repetition) => {
                let Repetition { min, max, .. } = *repetition;
                let repeated_size = match max {
                    None if min == 0 => 2 + inner.size,
                    None => 1 + u64::from(min) * inner.size,
                    Some(max) => u64::from(max) * inner.size + u64::from(max - min),
                };
                // Only numbers count, and none at all count nothing.
                let repeated_copies = match max {
                    Some(0) => 1,
                    max => inner.copies.saturating_mul(max.unwrap_or(min).max(1)),
                };
                (repeated_size.max(1), 1 + inner.height, repeated_copies)
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
    pub(in crate::functions::regex) fn size(&self) -> u64 {
        self.size
    }
}
