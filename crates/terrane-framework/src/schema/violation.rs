//! Violations of validators.

use std::fmt;

use terrane_value::{Path, Step};

/// A violation of a validator, with the expectation as a fragment of a sentence. It is an error or a warning.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    pub(crate) summary: Option<String>,
    pub(crate) detail: String,
    /// The path below the validated value.
    pub(crate) path: Path,
    warns: bool,
    /// Further violations.
    more: Vec<Violation>,
}

impl Violation {
    /// Creates a violation with the framework's summary ("Invalid Attribute Value").
    pub fn new(detail: impl Into<String>) -> Self {
        Self {
            summary: None,
            detail: detail.into(),
            path: Path::root(),
            warns: false,
            more: Vec::new(),
        }
    }

    /// Creates the violation by a text that is not what is expected: `expected a UUID, found "zoo"`. Of a long text it quotes the beginning.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::schema::Violation;
    ///
    /// assert_eq!(Violation::unexpected("a UUID", "zoo").detail(), "expected a UUID, found \"zoo\"");
    /// ```
    #[must_use]
    pub fn unexpected(expected: &str, found: &str) -> Self {
        const SHOWN: usize = 200;
        let beginning: String = found.chars().take(SHOWN).collect();
        Self::new(if beginning.len() < found.len() {
            let length = found.len();
            format!("expected {expected}, found {beginning:?}... ({length} bytes)")
        } else {
            format!("expected {expected}, found {found:?}")
        })
    }

    /// Creates a violation that is reported as a warning. It does not make the value invalid.
    pub fn warning(detail: impl Into<String>) -> Self {
        Self::new(detail).warn()
    }

    /// Reports the violation as a warning, with all further ones.
    #[must_use]
    pub fn warn(mut self) -> Self {
        self.warns = true;
        for violation in &mut self.more {
            violation.warns = true;
        }
        self
    }

    /// Whether this violation, without further ones, is a warning.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        self.warns
    }

    /// Whether any of the violations is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        !self.warns || self.more.iter().any(Self::has_errors)
    }

    /// Returns the violations that are warnings.
    #[must_use]
    pub fn warnings(self) -> Option<Self> {
        self.each().filter(Self::is_warning).reduce(Self::and)
    }

    /// Replaces the summary. The detail is then shown verbatim.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// Prepends an element to the path.
    #[must_use]
    pub fn prepend(mut self, step: Step) -> Self {
        for violation in &mut self.more {
            violation.path = below(step.clone(), &violation.path);
        }
        self.path = below(step, &self.path);
        self
    }

    /// Adds further violations.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.more.extend(other.each());
        self
    }

    /// Combines the results of several validators.
    ///
    /// # Errors
    ///
    /// Fails if one of them has found a violation.
    pub fn all(found: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let found = found.into_iter().filter_map(Result::err);
        found.reduce(Self::and).map_or(Ok(()), Err)
    }

    /// Iterates over all violations.
    pub fn each(mut self) -> impl Iterator<Item = Self> {
        let more = std::mem::take(&mut self.more);
        std::iter::once(self).chain(more)
    }

    /// Returns the expectation and the finding.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for Violation {
    /// Formats the violation, with the path of its element.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_root() {
            f.write_str(&self.detail)
        } else {
            write!(f, "`{}`: {}", self.path, self.detail)
        }
    }
}

impl<T: Into<String>> From<T> for Violation {
    fn from(detail: T) -> Self {
        Self::new(detail)
    }
}

fn below(step: Step, rest: &Path) -> Path {
    let mut path = Path::root();
    path.push(step);
    path.join(rest)
}
