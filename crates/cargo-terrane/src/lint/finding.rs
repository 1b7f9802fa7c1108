//! The results of rules.

use std::fmt;

use terrane_protocol::schema::TypeKind;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// A matter of style.
    Note,
    /// Practitioners will trip over it.
    Warning,
    /// Hosts or registries refuse it, or it exposes a secret or loses a state.
    Error,
}

impl Level {
    /// Returns the name, which is also that of the level in SARIF.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place that violates a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The item, such as `resource zoo_pet`.
    pub(crate) owner: String,
    /// The path in the schema of the item, or empty.
    pub(crate) path: String,
    pub(crate) message: String,
    /// The file, if the place is one, or the code that defines the place.
    pub(crate) file: Option<String>,
    /// The number of the line in the file, from 1.
    pub(crate) line: Option<usize>,
}

impl Finding {
    pub(crate) fn new(
        owner: impl Into<String>,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            owner: owner.into(),
            path: path.into(),
            message: message.into(),
            file: None,
            line: None,
        }
    }

    /// Returns the file and the line as compilers write them: `src/pet.rs:12`.
    pub(crate) fn position(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(match self.line {
            Some(line) => format!("{file}:{line}"),
            None => file.clone(),
        })
    }

    /// Returns the place, as the configuration of exceptions names it: `resource zoo_pet, cage.size`.
    pub(crate) fn place(&self) -> String {
        if self.path.is_empty() {
            self.owner.clone()
        } else {
            format!("{}, {}", self.owner, self.path)
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.message)
    }
}

/// Returns the name of a type in findings.
pub(crate) fn owner(kind: TypeKind, name: &str) -> String {
    format!("{} {name}", kind.name())
}
