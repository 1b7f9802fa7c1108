//! The search for matches: all alternatives advance together through the text, so that the time is linear in its length.

use super::program::{Address, Instruction, Program};
use super::syntax::Assertion;

/// How many steps are counted at a time.
const INTERVAL: u64 = 1 << 12;

/// Counts the steps of a search, and fails if there are too many.
pub(super) type CountSteps<'a, E> = &'a dyn Fn(u64) -> Result<(), E>;

/// The state of a search.
pub(super) struct Machine<'a, E> {
    program: &'a Program,
    text: &'a str,
    count_steps: CountSteps<'a, E>,
    /// The alternatives at this place, and those at the next one.
    current: Threads,
    following: Threads,
    followed: Alternative,
    /// The steps that are not counted yet.
    steps: u64,
}

/// The places in the text that an alternative has recorded: start and end of the whole match and of each group.
pub(super) type Slots = Vec<Option<usize>>;

/// The alternative that is followed.
struct Alternative {
    slots: Slots,
    pending: Vec<Pending>,
}

/// The alternatives at a place, the preferred ones first.
struct Threads {
    /// The instructions that were followed.
    visited: Vec<Address>,
    /// The position of each instruction in `visited`. It is valid only if `visited` has the instruction there (a sparse set).
    positions: Vec<usize>,
    /// The instructions that wait for a character, or that end a match.
    waiting: Vec<Address>,
    /// The slots of each of them, one after another.
    slots: Slots,
}

/// What is still to be done for an alternative.
enum Pending {
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
    fn following(self, text: &str) -> Self {
        let offset = self.offset + self.after.map_or(0, char::len_utf8);
        Self {
            offset,
            before: self.after,
            after: text[offset..].chars().next(),
        }
    }

    fn satisfies(self, assertion: Assertion) -> bool {
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
        let Some(position) = self.positions.get_mut(address) else {
            return false;
        };
        if self.visited.get(*position) == Some(&address) {
            return false;
        }
        *position = self.visited.len();
        self.visited.push(address);
        true
    }

    /// Follows the instructions that need no character. Returns their number.
    fn follow(
        &mut self,
        program: &Program,
        start: Address,
        place: Place,
        alternative: &mut Alternative,
    ) -> u64 {
        let Alternative { slots, pending } = alternative;
        let mut steps = 0;
        pending.push(Pending::Follow(start));
        while let Some(next) = pending.pop() {
            steps += 1;
            let mut address = match next {
                Pending::Follow(address) => address,
                Pending::Restore(slot, offset) => {
                    slots[slot] = offset;
                    continue;
                }
            };
            while self.visit(address) {
                steps += 1;
                address = match program.instruction(address) {
                    Instruction::Jump(target) => target,
                    Instruction::Split(first, second) => {
                        pending.push(Pending::Follow(second));
                        first
                    }
                    Instruction::Assertion(assertion) if place.satisfies(assertion) => address + 1,
                    Instruction::Assertion(_) => break,
                    Instruction::Save(slot) => {
                        if let Some(recorded) = slots.get_mut(slot) {
                            pending.push(Pending::Restore(slot, *recorded));
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
        count_steps: CountSteps<'a, E>,
    ) -> Self {
        Self {
            program,
            text,
            count_steps,
            current: Threads::new(program),
            following: Threads::new(program),
            followed: Alternative {
                slots: vec![None; slots],
                pending: Vec::new(),
            },
            steps: 0,
        }
    }

    /// Finds the first match at a place or after it. Returns the places of its groups.
    pub(super) fn find(&mut self, start: usize) -> Result<Option<Slots>, E> {
        let mut found = None;
        let mut place = Place::new(self.text, start);
        self.current.clear();
        loop {
            if found.is_none() {
                self.followed.slots.fill(None);
                self.steps += self
                    .current
                    .follow(self.program, 0, place, &mut self.followed);
            }
            if self.current.waiting.is_empty() && found.is_some() {
                break;
            }
            let after = place.following(self.text);
            self.following.clear();
            found = self.advance(place, after).or(found);
            std::mem::swap(&mut self.current, &mut self.following);
            if self.steps >= INTERVAL {
                (self.count_steps)(std::mem::take(&mut self.steps))?;
            }
            if place.after.is_none() {
                break;
            }
            place = after;
        }
        (self.count_steps)(std::mem::take(&mut self.steps))?;
        Ok(found)
    }

    /// Advances all alternatives by one character. Returns the places of the best match that ends before it.
    fn advance(&mut self, place: Place, after: Place) -> Option<Slots> {
        let program = self.program;
        let slots_of_each = self.current.slots.chunks_exact(self.followed.slots.len());
        for (address, slots) in self.current.waiting.iter().zip(slots_of_each) {
            self.steps += 1;
            let is_taken = match (program.instruction(*address), place.after) {
                // All other alternatives are less preferred.
                (Instruction::Match, _) => return Some(slots.to_vec()),
                (Instruction::Character(expected), Some(character)) => expected == character,
                (Instruction::Set(number), Some(character)) => program.contains(number, character),
                _ => false,
            };
            if is_taken {
                self.followed.slots.copy_from_slice(slots);
                self.steps +=
                    self.following
                        .follow(program, address + 1, after, &mut self.followed);
            }
        }
        None
    }
}
