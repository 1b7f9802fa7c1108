//! The error of this crate.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt::Write as _;
use std::io;

/// The error of a plugin that cannot start or has failed, or of a further connection that cannot be made.
///
/// Its text says what failed, and its source why, if another error is the reason.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Error {
    problem: Cow<'static, str>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// Creates an error without a cause.
    pub(crate) fn new(problem: impl Into<Cow<'static, str>>) -> Self {
        Self {
            problem: problem.into(),
            source: None,
        }
    }

    /// Creates an error with its cause.
    pub(crate) fn caused(
        problem: impl Into<Cow<'static, str>>,
        cause: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            problem: problem.into(),
            source: Some(cause.into()),
        }
    }

    /// Returns a function that adds what failed to the cause.
    pub(crate) fn because<E: Into<Box<dyn StdError + Send + Sync>>>(
        problem: &'static str,
    ) -> impl Fn(E) -> Self {
        move |cause| Self::caused(problem, cause)
    }
}

/// The system refuses a pipe or a signal.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::caused("cannot set up the plugin's process", error)
    }
}

/// Returns the text of an error and of its causes.
pub fn with_causes(error: &dyn StdError) -> String {
    append_causes(String::new(), Some(error))
}

/// Appends an error and its causes to a text, except for those with which the text ends, because some errors repeat their cause.
pub fn append_causes(mut text: String, cause: Option<&dyn StdError>) -> String {
    for error in std::iter::successors(cause, |error| (**error).source()) {
        let mut more = String::new();
        // Writing fails only if the author's implementation fails. The text before the failure is still useful.
        let _ = write!(more, "{error}");
        if text.is_empty() {
            text = more;
        } else if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
    }
    text
}
