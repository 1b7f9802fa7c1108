//! Errors of templates in Go's language.

/// An error of a template, with its line.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub(crate) struct GoError {
    line: usize,
    message: String,
}

impl GoError {
    pub(super) fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}
