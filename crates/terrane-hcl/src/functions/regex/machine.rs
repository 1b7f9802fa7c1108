//! The search for matches by a Pike VM: all threads advance together through the text, so the time is linear in its length.

use super::program::{Address, Instruction, Program};
use super::syntax::Assertion;

/// How many steps are counted at a time.
const STEPS_PER_COUNT: u64 = 1 << 12;

/// The number of slots that are copied in one step.
const SLOTS_PER_STEP: u64 = 8;

/// Counts the steps of a search, and fails if there are too many.
pub(super) type CountSteps<'a, E> = &'a dyn Fn(u64) -> Result<(), E>;

/// The state of a search.
pub(super) struct Machine<'a, E> {
    program: &'a Program,
    text: &'a str,
    count_steps: CountSteps<'a, E>,
    /// The threads at this position, and those at the next one.
    current: Threads,
    next: Threads,
    /// The thread that is being added, reused to save allocations.
    scratch: Thread,
    /// The steps that are not counted yet.
    steps: u64,
}

/// The positions in the text that a thread has recorded: start and end of the whole match and of each group.
pub(super) type Slots = Vec<Option<usize>>;

/// A thread, which has recorded positions and follows instructions.
struct Thread {
    slots: Slots,
    pending: Vec<Pending>,
}

/// The threads at a position, the preferred ones first.
struct Threads {
    /// The instructions that were followed.
    visited: Vec<Address>,
    /// The index of each instruction in `visited`. It is valid only if `visited` has the instruction there (a sparse set).
    indexes: Vec<usize>,
    /// The instructions that wait for a character, or that end a match.
    waiting: Vec<Address>,
    /// The slots of each of them, one after another.
    slots: Slots,
}

/// What is still to be done for a thread.
enum Pending {
    /// Follows an instruction.
    Follow(Address),
    /// Resets a slot to what it was before the instructions that were followed.
    Restore(usize, Option<usize>),
}

/// A position in the text with the characters around it.
#[derive(Clone, Copy)]
struct Position {
    offset: usize,
    before: Option<char>,
    after: Option<char>,
}

impl Position {
    fn new(text: &str, offset: usize) -> Self {
        Self {
            offset,
            before: text[..offset].chars().next_back(),
            after: text[offset..].chars().next(),
        }
    }

    /// Returns the position after the next character.
    fn after_character(self, text: &str) -> Self {
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
            indexes: vec![0; program.instructions.len()],
            waiting: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.visited.clear();
        self.waiting.clear();
        self.slots.clear();
    }

    /// Records that an instruction is followed. Returns false if it was followed before: that thread is preferred.
    fn visit(&mut self, address: Address) -> bool {
        let Some(index) = self.indexes.get_mut(address) else {
            return false;
        };
        if self.visited.get(*index) == Some(&address) {
            return false;
        }
        *index = self.visited.len();
        self.visited.push(address);
        true
    }

    /// Follows the instructions that need no character. Returns their number.
    fn follow(
        &mut self,
        program: &Program,
        start: Address,
        position: Position,
        thread: &mut Thread,
    ) -> u64 {
        let Thread { slots, pending } = thread;
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
                    Instruction::Assertion(assertion) if position.satisfies(assertion) => {
                        address + 1
                    }
                    Instruction::Assertion(_) => break,
                    Instruction::Save(slot) => {
                        if let Some(recorded) = slots.get_mut(slot) {
                            pending.push(Pending::Restore(slot, *recorded));
                            *recorded = Some(position.offset);
                        }
                        address + 1
                    }
                    Instruction::Character(_) | Instruction::Set(_) | Instruction::Match => {
                        self.waiting.push(address);
                        self.slots.extend_from_slice(slots);
                        steps += u64::try_from(slots.len()).unwrap_or(u64::MAX) / SLOTS_PER_STEP;
                        break;
                    }
                };
            }
        }
        steps
    }
}

impl<'a, E> Machine<'a, E> {
    /// Creates a machine. `slots` is the number of positions to record: two for the whole match, and two for each group.
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
            next: Threads::new(program),
            scratch: Thread {
                slots: vec![None; slots],
                pending: Vec::new(),
            },
            steps: 0,
        }
    }

    /// Finds the first match at a position or after it. Returns the positions of its groups.
    pub(super) fn find(&mut self, start: usize) -> Result<Option<Slots>, E> {
        let mut found = None;
        let mut position = Position::new(self.text, start);
        self.current.clear();
        loop {
            // A match may start at each position until one is found: the leftmost match counts.
            if found.is_none() {
                self.scratch.slots.fill(None);
                self.steps += self
                    .current
                    .follow(self.program, 0, position, &mut self.scratch);
            }
            if self.current.waiting.is_empty() && found.is_some() {
                break;
            }
            let after = position.after_character(self.text);
            self.next.clear();
            found = self.advance(position, after).or(found);
            std::mem::swap(&mut self.current, &mut self.next);
            if self.steps >= STEPS_PER_COUNT {
                (self.count_steps)(std::mem::take(&mut self.steps))?;
            }
            if position.after.is_none() {
                break;
            }
            position = after;
        }
        (self.count_steps)(std::mem::take(&mut self.steps))?;
        Ok(found)
    }

    /// Advances all threads by one character. Returns the positions of the best match that ends before it.
    fn advance(&mut self, position: Position, after: Position) -> Option<Slots> {
        let program = self.program;
        let slots_of_each = self.current.slots.chunks_exact(self.scratch.slots.len());
        for (address, slots) in self.current.waiting.iter().zip(slots_of_each) {
            self.steps += 1;
            let is_taken = match (program.instruction(*address), position.after) {
                // All other threads are less preferred.
                (Instruction::Match, _) => return Some(slots.to_vec()),
                (Instruction::Character(expected), Some(character)) => expected == character,
                (Instruction::Set(number), Some(character)) => program.contains(number, character),
                _ => false,
            };
            if is_taken {
                self.scratch.slots.copy_from_slice(slots);
                self.steps += self
                    .next
                    .follow(program, address + 1, after, &mut self.scratch);
            }
        }
        None
    }
}
