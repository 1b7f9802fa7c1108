//! The output of commands.

/// Prints a line of a command's output.
#[expect(clippy::print_stdout, reason = "the output of a command")]
pub(crate) fn line(text: &str) {
    println!("{text}");
}
