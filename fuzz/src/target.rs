//! A parser of untrusted input, as the driver sees it.

use crate::mutate::Format;

/// One parser of untrusted input.
#[derive(Debug)]
pub struct Target {
    /// The target's name, which is also that of its folder of regressions.
    pub name: &'static str,
    /// The form of good inputs: mutations keep it most of the time.
    pub format: Format,
    /// Good inputs and odd ones, from which mutation starts.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Feeds an input to the parser and panics if a property does not hold.
    ///
    /// The text says what became of the input, such as the error's message. The driver mutates inputs with a new outcome further.
    pub run: fn(&[u8]) -> String,
}
