//! The search for matches: all alternatives advance together through the text, so that the time is linear in its length.

use super::program::{Address, Instruction, Program};
use super::syntax::Assertion;

/// How many steps are counted at a time.
const INTERVAL: u64 = 1 << 12;

/// Counts the steps of a search, and fails if there are too many.
pub(super) type Spend<'a, E> = &'a dyn Fn(u64) -> Result<(), E>;

/// The state of a search.
pub(super) struct Machine<'a, E> {
    program: &'a Program,
    text: &'a str,
    spend: Spend<'a, E>,
    /// The alternatives at this place, and those at the next one.
    now: Threads,
    next: Threads,
    open: Vec<Open>,
    /// The slots of the alternative that is followed.
    slots: Vec<Option<usize>>,
    /// The steps that are not counted yet.
    steps: u64,
}

/// The alternatives at a place, the preferred ones first.
struct Threads {
    /// The instructions that were followed.
    visited: Vec<Address>,
    /// The position of each instruction in `visited`, which is valid only if that refers back.
    positions: Vec<u32>,
    /// The instructions that wait for a character, or that end a match.
    waiting: Vec<Address>,
    /// The slots of each of them, one after another.
    slots: Vec<Option<usize>>,
}

/// What is still to be done for an alternative.
enum Open {
    Follow(Address),
    Restore(usize, Option<usize>),
}

/// A place in the text with the characters around it.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    before: Option<char>,
    after: Option<char>,
}

impl Place {
    fn new(text: &str, offset: usize) -> Self {
        Self {
            offset,
            before: text[..offset].chars().next_back(),
            after: text[offset..].chars().next(),
        }
    }

    /// Returns the place after the next character.
    fn next(self, text: &str) -> Self {
        let offset = self.offset + self.after.map_or(0, char::len_utf8);
        Self {
            offset,
            before: self.after,
            after: text[offset..].chars().next(),
        }
    }

    fn fulfils(self, assertion: Assertion) -> bool {
        let is_word =
            |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric() || it == '_');
        let is_boundary = is_word(self.before) != is_word(self.after);
        match assertion {
            Assertion::TextStart => self.before.is_none(),
            Assertion::TextEnd => self.after.is_none(),
            Assertion::LineStart => matches!(self.before, None | Some('\n')),
            Assertion::LineEnd => matches!(self.after, None | Some('\n')),
            Assertion::Boundary => is_boundary,
            Assertion::NoBoundary => !is_boundary,
        }
    }
}

impl Threads {
    fn new(program: &Program) -> Self {
        Self {
            visited: Vec::new(),
            positions: vec![0; program.instructions.len()],
            waiting: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.visited.clear();
        self.waiting.clear();
        self.slots.clear();
    }

    /// Records that an instruction is followed. Returns false if it was followed before: that alternative is preferred.
    fn visit(&mut self, address: Address) -> bool {
        let at = usize::try_from(address).unwrap_or(usize::MAX);
        let Some(position) = self.positions.get_mut(at) else {
            return false;
        };
        let index = usize::try_from(*position).unwrap_or(usize::MAX);
        if self.visited.get(index) == Some(&address) {
            return false;
        }
        *position = u32::try_from(self.visited.len()).unwrap_or(u32::MAX);
        self.visited.push(address);
        true
    }

    /// Follows the instructions that need no character. Returns their number.
    fn follow(
        &mut self,
        program: &Program,
        start: Address,
        place: Place,
        slots: &mut [Option<usize>],
        open: &mut Vec<Open>,
    ) -> u64 {
        let mut steps = 0;
        open.push(Open::Follow(start));
        while let Some(next) = open.pop() {
            steps += 1;
            let mut address = match next {
                Open::Follow(address) => address,
                Open::Restore(slot, offset) => {
                    slots[slot] = offset;
                    continue;
                }
            };
            while self.visit(address) {
                steps += 1;
                address = match program.instruction(address) {
                    Instruction::Jump(target) => target,
                    Instruction::Split(first, second) => {
                        open.push(Open::Follow(second));
                        first
                    }
                    Instruction::Assertion(assertion) if place.fulfils(assertion) => address + 1,
                    Instruction::Assertion(_) => break,
                    Instruction::Save(slot) => {
                        let slot = usize::try_from(slot).unwrap_or(usize::MAX);
                        if let Some(recorded) = slots.get_mut(slot) {
                            open.push(Open::Restore(slot, *recorded));
                            *recorded = Some(place.offset);
                        }
                        address + 1
                    }
                    Instruction::Character(_) | Instruction::Set(_) | Instruction::Match => {
                        self.waiting.push(address);
                        self.slots.extend_from_slice(slots);
                        steps += u64::try_from(slots.len()).unwrap_or(u64::MAX) / 8;
                        break;
                    }
                };
            }
        }
        steps
    }
}

impl<'a, E> Machine<'a, E> {
    /// Creates a machine. `slots` is the number of places to record: two for the whole match, and two for each group.
    pub(super) fn new(
        program: &'a Program,
        slots: usize,
        text: &'a str,
        spend: Spend<'a, E>,
    ) -> Self {
        Self {
            program,
            text,
            spend,
            now: Threads::new(program),
            next: Threads::new(program),
            open: Vec::new(),
            slots: vec![None; slots],
            steps: 0,
        }
    }

    /// Finds the first match at a place or after it. Returns the places of its groups.
    pub(super) fn find(&mut self, start: usize) -> Result<Option<Vec<Option<usize>>>, E> {
        let mut found = None;
        let mut place = Place::new(self.text, start);
        self.now.clear();
        loop {
            if found.is_none() {
                self.slots.fill(None);
                let (slots, open) = (&mut self.slots, &mut self.open);
                self.steps += self.now.follow(self.program, 0, place, slots, open);
            }
            if self.now.waiting.is_empty() && found.is_some() {
                break;
            }
            let after = place.next(self.text);
            self.next.clear();
            found = self.advance(place, after).or(found);
            std::mem::swap(&mut self.now, &mut self.next);
            if self.steps >= INTERVAL {
                (self.spend)(std::mem::take(&mut self.steps))?;
            }
            if place.after.is_none() {
                break;
            }
            place = after;
        }
        (self.spend)(std::mem::take(&mut self.steps))?;
        Ok(found)
    }

    /// Advances all alternatives by one character. Returns the places of the best match that ends before it.
    fn advance(&mut self, place: Place, after: Place) -> Option<Vec<Option<usize>>> {
        let program = self.program;
        let slots = self.now.slots.chunks_exact(self.slots.len());
        for (address, slots) in self.now.waiting.iter().zip(slots) {
            self.steps += 1;
            let is_taken = match (program.instruction(*address), place.after) {
                // All other alternatives are less preferred.
                (Instruction::Match, _) => return Some(slots.to_vec()),
                (Instruction::Character(own), Some(character)) => own == character,
                (Instruction::Set(number), Some(character)) => program.contains(number, character),
                _ => false,
            };
            if is_taken {
                self.slots.copy_from_slice(slots);
                let (slots, open) = (&mut self.slots, &mut self.open);
                self.steps += self.next.follow(program, address + 1, after, slots, open);
            }
        }
        None
    }
}
