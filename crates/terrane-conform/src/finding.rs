//! The results of checks.

use std::fmt;

use serde_json::Value as Json;

use crate::rule::Rule;

/// A place in a provider.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The item, such as `resource zoo_pet`, or `program`.
    pub item: String,
    /// The path of a value in the item, or empty.
    pub path: String,
}

impl Place {
    /// The program as a whole.
    pub(crate) fn program() -> Self {
        Self::item("program")
    }

    pub(crate) fn item(item: impl Into<String>) -> Self {
        Self {
            item: item.into(),
            path: String::new(),
        }
    }

    pub(crate) fn at(&self, path: impl fmt::Display) -> Self {
        Self {
            item: self.item.clone(),
            path: path.to_string(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.item)?;
        if !self.path.is_empty() {
            write!(f, ", {}", self.path)?;
        }
        Ok(())
    }
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where.
    pub place: Place,
    /// What was found, and what was expected. It names no place, so that the same cause has the same message everywhere.
    pub message: String,
    /// The request whose answer violates the rule, as JSON. Null if no single request does.
    pub request: Json,
}

/// Collects findings.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    /// Adds a finding, unless the same place already has one with the same message.
    pub(crate) fn add(&mut self, finding: Finding) {
        let is_known = |it: &Finding| {
            it.rule == finding.rule && it.place == finding.place && it.message == finding.message
        };
        if !self.found.iter().any(is_known) {
            self.found.push(finding);
        }
    }

    pub(crate) fn into_inner(mut self) -> Vec<Finding> {
        self.found
            .sort_by(|a, b| (a.rule.id, &a.place).cmp(&(b.rule.id, &b.place)));
        self.found
    }
}

/// Something that the options ask for and was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// An option such as `--apply zoo_pet`, a type, or a configuration with its file and line.
    pub what: String,
    /// Why it was not checked.
    pub reason: String,
}
