//! Programs: patterns as instructions for the machine.

use std::sync::Arc;

use crate::stack::deeper;

use super::set::Set;
use super::syntax::{Assertion, Node, NodeKind, Repetition};

/// The number of an instruction.
pub(super) type Address = usize;

#[derive(Debug, Clone, Copy)]
pub(super) enum Instruction {
    Character(char),
    /// One of the characters of a set, by the number of the set.
    Set(usize),
    Assertion(Assertion),
    /// Continues at two places, of which the first one is preferred.
    Split(Address, Address),
    Jump(Address),
    /// Records the place as the start or the end of a group.
    Save(usize),
    Match,
}

/// The characters of a set, for quick tests.
#[derive(Debug)]
struct Characters {
    /// The characters of ASCII, one bit each.
    ascii: u128,
    /// All ranges in their order.
    ranges: Vec<(char, char)>,
}

#[derive(Debug)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    sets: Vec<Characters>,
}

impl Characters {
    fn new(set: &Set) -> Self {
        let ranges: Vec<(char, char)> = set.ranges().collect();
        let mut characters = Self { ascii: 0, ranges };
        for code in 0..128_u8 {
            if characters.find(char::from(code)) {
                characters.ascii |= 1 << code;
            }
        }
        characters
    }

    fn find(&self, character: char) -> bool {
        let after = self.ranges.partition_point(|(low, _)| *low <= character);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.is_some_and(|(_, high)| character <= *high)
    }

    fn contains(&self, character: char) -> bool {
        if character.is_ascii() {
            self.ascii >> u32::from(character) & 1 == 1
        } else {
            self.find(character)
        }
    }
}

impl Program {
    /// Compiles a pattern. Its first two slots are the start and the end of a match.
    pub(super) fn new(tree: &Node) -> Self {
        let mut compiler = Compiler {
            program: Self {
                instructions: Vec::with_capacity(usize::try_from(tree.size()).unwrap_or(0) + 3),
                sets: Vec::new(),
            },
            sources: Vec::new(),
        };
        compiler.group(0, tree);
        compiler.push(Instruction::Match);
        compiler.program
    }
}

impl Program {
    pub(super) fn instruction(&self, address: Address) -> Instruction {
        let instruction = self.instructions.get(address).copied();
        instruction.unwrap_or(Instruction::Match)
    }

    /// Returns whether a set contains a character.
    pub(super) fn contains(&self, set: usize, character: char) -> bool {
        let characters = self.sets.get(set);
        characters.is_some_and(|characters| characters.contains(character))
    }
}

struct Compiler<'t> {
    program: Program,
    /// The sets of the pattern that the program's sets are made of.
    sources: Vec<&'t Arc<Set>>,
}

impl<'t> Compiler<'t> {
    fn next_address(&self) -> Address {
        self.program.instructions.len()
    }

    fn push(&mut self, instruction: Instruction) -> Address {
        self.program.instructions.push(instruction);
        self.program.instructions.len() - 1
    }

    fn set(&mut self, at: Address, instruction: Instruction) {
        if let Some(place) = self.program.instructions.get_mut(at) {
            *place = instruction;
        }
    }

    fn node(&mut self, node: &'t Node) {
        match &node.kind {
            NodeKind::Empty => {}
            NodeKind::Character(character) => _ = self.push(Instruction::Character(*character)),
            NodeKind::Set(set) => {
                let number = self.number_of(set);
                self.push(Instruction::Set(number));
            }
            NodeKind::Assertion(assertion) => _ = self.push(Instruction::Assertion(*assertion)),
            NodeKind::Group(group, inner) => deeper(|| self.group(*group, inner)),
            NodeKind::Repetition(inner, repetition) => {
                deeper(|| self.repetition(inner, *repetition))
            }
            NodeKind::Sequence(parts) => deeper(|| parts.iter().for_each(|part| self.node(part))),
            NodeKind::Alternatives(parts) => deeper(|| self.alternatives(parts)),
        }
    }

    /// Returns the number of a set. The copies of a repeated set are one.
    fn number_of(&mut self, set: &'t Arc<Set>) -> usize {
        let last = self.sources.iter().rev().take(8);
        let known = last.enumerate().find(|(_, own)| Arc::ptr_eq(own, set));
        match known {
            Some((distance, _)) => self.sources.len() - 1 - distance,
            None => {
                self.sources.push(set);
                self.program.sets.push(Characters::new(set));
                self.sources.len() - 1
            }
        }
    }

    fn group(&mut self, group: usize, inner: &'t Node) {
        self.push(Instruction::Save(2 * group));
        self.node(inner);
        self.push(Instruction::Save(2 * group + 1));
    }

    fn alternatives(&mut self, parts: &'t [Node]) {
        let mut jumps = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            if index + 1 == parts.len() {
                self.node(part);
                break;
            }
            let split = self.push(Instruction::Match);
            self.node(part);
            jumps.push(self.push(Instruction::Match));
            let next = self.next_address();
            self.set(split, Instruction::Split(split + 1, next));
        }
        let end = self.next_address();
        for jump in jumps {
            self.set(jump, Instruction::Jump(end));
        }
    }

    fn repetition(&mut self, inner: &'t Node, repetition: Repetition) {
        let Repetition { min, max, .. } = repetition;
        let Some(max) = max else {
            // The last copy is repeated.
            for _ in 1..min {
                self.node(inner);
            }
            match min {
                0 => self.any_number(inner, repetition),
                _ => self.at_least_one(inner, repetition),
            }
            return;
        };
        for _ in 0..min {
            self.node(inner);
        }
        // All optional copies continue at the same place.
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Instruction::Match));
            self.node(inner);
        }
        let end = self.next_address();
        for split in splits {
            self.set(split, choice(split + 1, end, repetition));
        }
    }

    /// `x+`.
    fn at_least_one(&mut self, inner: &'t Node, repetition: Repetition) {
        let start = self.next_address();
        self.node(inner);
        let end = self.next_address() + 1;
        self.push(choice(start, end, repetition));
    }

    /// `x*`, as `(x+)?`: an empty match of `x` is a match of its own.
    fn any_number(&mut self, inner: &'t Node, repetition: Repetition) {
        let split = self.push(Instruction::Match);
        let first = self.next_address();
        self.at_least_one(inner, repetition);
        let end = self.next_address();
        self.set(split, choice(first, end, repetition));
    }
}

/// Returns the choice between another repetition and the end.
fn choice(more: Address, end: Address, repetition: Repetition) -> Instruction {
    if repetition.is_greedy {
        Instruction::Split(more, end)
    } else {
        Instruction::Split(end, more)
    }
}
