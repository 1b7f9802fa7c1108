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

/// Collects remarks.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    /// The texts in the order in which they were added, each with its places.
    all: Vec<(String, Vec<Place>)>,
}

impl Remarks {
    /// Adds a remark about a place, or about the run.
    pub(crate) fn add(&mut self, place: Option<&Place>, text: String) {
        let at = self.all.iter().position(|(known, _)| *known == text);
        let at = at.unwrap_or_else(|| {
            self.all.push((text, Vec::new()));
            self.all.len() - 1
        });
        let places = &mut self.all[at].1;
        places.extend(place.filter(|it| !places.contains(it)).cloned());
    }

    /// Returns the remarks. Places with the same remark are in one text.
    pub(crate) fn into_texts(self) -> Vec<String> {
        let texts = self
            .all
            .into_iter()
            .map(|(text, places)| match &places[..] {
                [] => text,
                [place] => format!("{place}: {text}"),
                places => {
                    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                    format!("{text}: {}", places.join("; "))
                }
            });
        texts.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_about_several_places_is_one_text() {
        let mut remarks = Remarks::default();
        let place = |name: &str| Place::item(format!("resource {name}"));
        remarks.add(Some(&place("zoo_cage")), "it has no locks".to_owned());
        remarks.add(None, "2 blocks were skipped".to_owned());
        remarks.add(Some(&place("zoo_pet")), "hosts tolerate it".to_owned());
        remarks.add(Some(&place("zoo_fence")), "hosts tolerate it".to_owned());
        remarks.add(Some(&place("zoo_pet")), "hosts tolerate it".to_owned());
        let expected = [
            "resource zoo_cage: it has no locks",
            "2 blocks were skipped",
            "hosts tolerate it: resource zoo_pet; resource zoo_fence",
        ];
        assert_eq!(remarks.into_texts(), expected);
    }
}
