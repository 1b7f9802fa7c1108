//! The output of commands.

use std::io::Write as _;

/// Prints a line of a command's output.
pub(crate) fn line(text: &str) {
    // A reader that closes the pipe early has seen enough.
    let _ = writeln!(std::io::stdout(), "{text}");
}
