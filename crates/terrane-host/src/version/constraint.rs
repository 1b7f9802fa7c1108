//! Constraints on versions.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::{Version, VersionError};

/// Constraints that a version must meet together: `>= 1.2, < 2.0`.
///
/// ```
/// use terrane_host::version::Constraints;
///
/// let constraints: Constraints = "~> 1.2, != 1.5.0".parse()?;
/// assert!(constraints.allow(&"1.11.4".parse()?));
/// assert!(!constraints.allow(&"1.5.0".parse()?));
/// assert!(!constraints.allow(&"2.0.0".parse()?));
/// # Ok::<(), terrane_host::version::VersionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraints(pub Vec<Constraint>);

/// One constraint: an operator and a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    operator: Operator,
    version: Version,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    AtLeast,
    AtMost,
    Pessimistic,
}

/// The operators, each before those that begin its text.
const OPERATORS: &[(&str, Operator)] = &[
    ("!=", Operator::NotEqual),
    (">=", Operator::AtLeast),
    ("<=", Operator::AtMost),
    ("~>", Operator::Pessimistic),
    ("=", Operator::Equal),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("", Operator::Equal),
];

/// The spaces that the grammar allows around versions.
const SPACES: &[char] = &['\t', '\n', '\u{c}', '\r', ' '];

impl Constraints {
    /// Returns whether a version meets all constraints. A prerelease meets only constraints with a prerelease of the same segments, and those with
    /// `=` and `!=`.
    pub fn allow(&self, version: &Version) -> bool {
        self.0.iter().all(|constraint| constraint.allows(version))
    }
}

/// Returns all constraints together as a dependency lock file has them: sorted by their versions, each one once.
pub(crate) fn combined(all: &[Constraints]) -> String {
    let mut sorted: Vec<&Constraint> = all.iter().flat_map(|it| &it.0).collect();
    sorted.sort_by(|one, other| one.version.compare(&other.version));
    let mut texts: Vec<String> = Vec::new();
    for text in sorted.into_iter().map(Constraint::locked) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(", ")
}

impl Constraint {
    /// Returns the text in a dependency lock file: a complete version, unless the number of its segments has a meaning.
    fn locked(&self) -> String {
        let version = &self.version;
        let sign = match self.operator {
            Operator::Equal => "",
            Operator::NotEqual => "!= ",
            Operator::Greater => "> ",
            Operator::Less => "< ",
            Operator::AtLeast => ">= ",
            Operator::AtMost => "<= ",
            Operator::Pessimistic if version.written < 3 => {
                return format!("~> {}.{}", version.segments[0], version.segments[1]);
            }
            Operator::Pessimistic => "~> ",
        };
        format!("{sign}{version}")
    }

    /// Returns the version of the constraint.
    pub const fn version(&self) -> &Version {
        &self.version
    }

    fn allows(&self, version: &Version) -> bool {
        let order = version.compare(&self.version);
        let fits = self.fits_prerelease(version);
        match self.operator {
            Operator::Equal => order.is_eq(),
            Operator::NotEqual => order.is_ne(),
            Operator::Greater => fits && order.is_gt(),
            Operator::Less => fits && order.is_lt(),
            Operator::AtLeast => fits && order.is_ge(),
            Operator::AtMost => fits && order.is_le(),
            Operator::Pessimistic => fits && order != Ordering::Less && self.is_close(version),
        }
    }

    fn fits_prerelease(&self, version: &Version) -> bool {
        if version.prerelease.is_empty() {
            return true;
        }
        !self.version.prerelease.is_empty() && version.segments == self.version.segments
    }

    /// Returns whether only the last written segment grows, or segments after it differ.
    fn is_close(&self, version: &Version) -> bool {
        let own = &self.version;
        if !own.prerelease.is_empty() && version.prerelease.is_empty() {
            return false;
        }
        let last = own.segments.len() - 1;
        let fixed = own.written - 1;
        version.segments.len() > last
            && version.segments[..fixed] == own.segments[..fixed]
            && version.segments[last] >= own.segments[last]
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Constraints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, constraint) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{constraint}")?;
        }
        Ok(())
    }
}

impl FromStr for Constraint {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let wrong = || VersionError {
            text: text.to_owned(),
            expected: "version constraint such as >= 1.2",
        };
        let trimmed = text.trim_matches(SPACES);
        let mut operators = OPERATORS.iter();
        let found = operators.find_map(|(sign, operator)| {
            let rest = trimmed.strip_prefix(sign)?;
            Some((*operator, rest.trim_start_matches(SPACES)))
        });
        let (operator, version) = found.ok_or_else(wrong)?;
        Ok(Self {
            operator,
            version: version.parse().map_err(|_| wrong())?,
            text: trimmed.to_owned(),
        })
    }
}

impl FromStr for Constraints {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let constraints = text.split(',').map(str::parse);
        constraints.collect::<Result<_, _>>().map(Self)
    }
}
