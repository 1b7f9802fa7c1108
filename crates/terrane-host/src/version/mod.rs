//! Versions and constraints on them, with the grammar and the order of Terraform.
//!
//! Semantic Versioning has another grammar and another order: here a version has any number of segments, and `1.0rc1` is a version.

mod constraint;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

pub use constraint::{Constraint, Constraints};

pub(crate) use constraint::combined;

/// A version: segments such as `1.11.4`, and perhaps a prerelease and metadata.
///
/// ```
/// use std::cmp::Ordering;
/// use terrane_host::version::Version;
///
/// let version: Version = "v1.12-rc1+linux".parse()?;
/// assert_eq!(version.to_string(), "1.12.0-rc1+linux");
/// assert_eq!(version.compare(&"1.12".parse()?), Ordering::Less);
/// assert_eq!(version.core().to_string(), "1.12.0");
/// # Ok::<(), terrane_host::version::VersionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// At least three segments.
    segments: Vec<u64>,
    /// The number of segments in the text.
    written: usize,
    prerelease: String,
    metadata: String,
}

/// The reason why a text is no version, or no list of constraints.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is no {expected}")]
pub struct VersionError {
    text: String,
    expected: &'static str,
}

impl Version {
    /// Returns the prerelease, such as `rc1`. It is empty for a release.
    pub fn prerelease(&self) -> &str {
        &self.prerelease
    }

    /// Returns the first three segments as a version.
    #[must_use]
    pub fn core(&self) -> Self {
        Self {
            segments: self.segments[..3].to_vec(),
            written: 3,
            prerelease: String::new(),
            metadata: String::new(),
        }
    }

    /// Compares two versions as Terraform does: a prerelease is less than its release, and metadata does not count.
    ///
    /// This is no total order. A prerelease does not count if the numbers of segments differ, and `1.0-a` is greater than `1.0-a.b`.
    pub fn compare(&self, other: &Self) -> Ordering {
        if self.segments.len() == other.segments.len() {
            let segments = self.segments.cmp(&other.segments);
            return segments.then_with(|| compare_prereleases(&self.prerelease, &other.prerelease));
        }
        let length = self.segments.len().max(other.segments.len());
        let padded = |version: &Self| {
            let mut segments = version.segments.clone();
            segments.resize(length, 0);
            segments
        };
        padded(self).cmp(&padded(other))
    }
}

fn compare_prereleases(one: &str, other: &str) -> Ordering {
    match (one.is_empty(), other.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (mut parts, mut other_parts) = (one.split('.'), other.split('.'));
    loop {
        let order = match (parts.next(), other_parts.next()) {
            (None, None) => return Ordering::Equal,
            (part, other) => compare_parts(part.unwrap_or_default(), other.unwrap_or_default()),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Compares two parts of prereleases. A missing part is empty: it is less than a number and greater than a name.
fn compare_parts(one: &str, other: &str) -> Ordering {
    let number = |text: &str| text.parse::<i64>().ok();
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_), None) if other.is_empty() => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) if one.is_empty() => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) if one.is_empty() == other.is_empty() => one.cmp(other),
        (None, None) if one.is_empty() => Ordering::Greater,
        (None, None) => Ordering::Less,
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.segments.iter().enumerate() {
            let separator = if index == 0 { "" } else { "." };
            write!(f, "{separator}{segment}")?;
        }
        if !self.prerelease.is_empty() {
            write!(f, "-{}", self.prerelease)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        parse(text).ok_or_else(|| VersionError {
            text: text.to_owned(),
            expected: "version such as 1.2.3",
        })
    }
}

fn parse(text: &str) -> Option<Version> {
    let rest = text.strip_prefix('v').unwrap_or(text);
    let is_in_numbers = |c: char| c.is_ascii_digit() || c == '.';
    let end = rest.find(|c| !is_in_numbers(c)).unwrap_or(rest.len());
    let (numbers, rest) = rest.split_at(end);
    let (prerelease, metadata) = match rest.split_once('+') {
        Some((prerelease, metadata)) if is_dotted(metadata) => (prerelease, metadata),
        Some(_) => return None,
        None => (rest, ""),
    };
    let mut segments = Vec::new();
    for number in numbers.split('.') {
        // Terraform holds segments as signed numbers.
        let number: i64 = number.parse().ok()?;
        segments.push(u64::try_from(number).ok()?);
    }
    let written = segments.len();
    segments.resize(written.max(3), 0);
    Some(Version {
        segments,
        written,
        prerelease: parse_prerelease(prerelease)?.to_owned(),
        metadata: metadata.to_owned(),
    })
}

/// Returns the prerelease without the dash before it. Only a digit needs the dash.
fn parse_prerelease(text: &str) -> Option<&str> {
    if text.is_empty() {
        return Some(text);
    }
    let is_name = |text: &str| !text.starts_with(|c: char| c.is_ascii_digit()) && is_dotted(text);
    match text.strip_prefix('-') {
        Some(rest) if is_dotted(rest) => Some(rest),
        _ => Some(text).filter(|text| is_name(text)),
    }
}

/// Returns whether a text consists of parts of letters, digits, dashes and tildes with dots between them.
fn is_dotted(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '~');
    let mut parts = text.split('.');
    parts.all(|part| !part.is_empty() && part.chars().all(is_allowed))
}
