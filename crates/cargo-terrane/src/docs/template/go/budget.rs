//! The limit of what a template does.

/// The units of a template: one for each byte of text, and more for each step.
const UNITS: usize = 64 << 20;

/// What a step costs: an evaluated command, or a round of a loop.
pub(super) const STEP: usize = 16;

/// What an element of a list costs.
pub(super) const ELEMENT: usize = 64;

/// What a template may still do. It bounds the time and the memory.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self { left: UNITS }
    }

    pub(super) const fn left(&self) -> usize {
        self.left
    }

    pub(super) fn spend(&mut self, units: usize) -> Result<(), String> {
        let left = self.left.checked_sub(units);
        self.left = left.ok_or("the template runs too long, or its text is too long")?;
        Ok(())
    }
}
