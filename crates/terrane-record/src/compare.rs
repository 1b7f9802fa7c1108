//! The comparison of a recorded answer with another one.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value as Json;

/// The length of a text from which it is also replaced within longer texts.
const WITHIN: usize = 4;

/// The first place at which two answers differ.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) path: Vec<String>,
    /// `None` if the place does not exist.
    pub(crate) recorded: Option<Json>,
    pub(crate) now: Option<Json>,
}

/// A place whose values differ between runs.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    rpc: String,
    path: Vec<String>,
}

impl Pattern {
    /// Names a place in the answers of an RPC.
    pub(crate) fn new(rpc: &str, place: &Place) -> Self {
        Self {
            rpc: rpc.to_owned(),
            path: place.path.clone(),
        }
    }

    /// Reads the text form: the name of an RPC, a colon, and a path. `None` without a colon.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (rpc, path) = text.split_once(": ")?;
        Some(Self {
            rpc: rpc.to_owned(),
            path: split_words(path),
        })
    }

    fn matches(&self, rpc: &str, path: &[String]) -> bool {
        let is_same = |(pattern, name): (&String, &String)| pattern == "*" || pattern == name;
        self.rpc == rpc && self.path.len() == path.len() && self.path.iter().zip(path).all(is_same)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rpc, join(&self.path))
    }
}

/// Writes a path. A dot or a backslash in a name follows a backslash.
pub(crate) fn join(path: &[String]) -> String {
    let names = path
        .iter()
        .map(|name| name.replace('\\', "\\\\").replace('.', "\\."));
    names.collect::<Vec<_>>().join(".")
}

/// Reads a path.
fn split_words(text: &str) -> Vec<String> {
    let mut path = vec![String::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let name = match character {
            '.' => {
                path.push(String::new());
                continue;
            }
            '\\' => characters.next(),
            other => Some(other),
        };
        if let (Some(last), Some(name)) = (path.last_mut(), name) {
            last.push(name);
        }
    }
    path
}

/// What a run has in the place of recorded texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparison {
    patterns: Vec<Pattern>,
    /// The text of the run for each recorded text.
    texts: BTreeMap<String, String>,
}

impl Comparison {
    pub(crate) fn new(patterns: Vec<Pattern>) -> Self {
        Self {
            patterns,
            texts: BTreeMap::new(),
        }
    }

    /// Remembers that a run has another text in the place of a recorded one.
    pub(crate) fn replace(&mut self, recorded: &str, now: &str) {
        if !recorded.is_empty() && recorded != now {
            self.texts.insert(recorded.to_owned(), now.to_owned());
        }
    }

    /// Adds a place that may differ.
    pub(crate) fn allow(&mut self, pattern: Pattern) {
        self.patterns.push(pattern);
    }

    /// Returns what the run has in the place of recorded data.
    pub(crate) fn translate(&self, recorded: &Json) -> Json {
        match recorded {
            Json::String(text) => self.translate_text(text).into(),
            Json::Array(elements) => elements.iter().map(|it| self.translate(it)).collect(),
            Json::Object(members) => {
                let members = members.iter();
                let translated =
                    members.map(|(name, value)| (self.translate_text(name), self.translate(value)));
                Json::Object(translated.collect())
            }
            other => other.clone(),
        }
    }

    fn translate_text(&self, text: &str) -> String {
        if let Some(now) = self.texts.get(text) {
            return now.clone();
        }
        let mut translated = text.to_owned();
        for (recorded, now) in &self.texts {
            if recorded.len() >= WITHIN && translated.contains(recorded.as_str()) {
                translated = translated.replace(recorded.as_str(), now);
            }
        }
        translated
    }

    /// Compares a recorded answer with the one of a run. Returns the first place that differs and may not.
    pub(crate) fn first_difference(
        &mut self,
        rpc: &str,
        recorded: &Json,
        now: &Json,
    ) -> Option<Place> {
        // A text may appear before the place that explains it.
        self.bind_places(rpc, &mut Vec::new(), recorded, now);
        self.difference(rpc, &mut Vec::new(), Some(recorded), Some(now))
    }

    /// Remembers the texts at all places that may differ.
    fn bind_places(&mut self, rpc: &str, path: &mut Vec<String>, recorded: &Json, now: &Json) {
        if self.patterns.iter().any(|it| it.matches(rpc, path)) {
            return self.bind(recorded, now);
        }
        let children: Vec<(String, &Json, &Json)> = match (recorded, now) {
            (Json::Object(recorded), Json::Object(now)) => recorded
                .iter()
                .filter_map(|(name, recorded)| Some((name.clone(), recorded, now.get(name)?)))
                .collect(),
            (Json::Array(recorded), Json::Array(now)) => (recorded.iter().zip(now).enumerate())
                .map(|(index, (recorded, now))| (index.to_string(), recorded, now))
                .collect(),
            _ => return,
        };
        for (name, recorded, now) in children {
            path.push(name);
            self.bind_places(rpc, path, recorded, now);
            path.pop();
        }
    }

    fn difference(
        &self,
        rpc: &str,
        path: &mut Vec<String>,
        recorded: Option<&Json>,
        now: Option<&Json>,
    ) -> Option<Place> {
        if self.patterns.iter().any(|it| it.matches(rpc, path)) {
            return None;
        }
        match (recorded, now) {
            (Some(Json::Object(recorded)), Some(Json::Object(now))) => {
                let added = now.keys().filter(|name| !recorded.contains_key(*name));
                for name in recorded.keys().chain(added) {
                    path.push(name.clone());
                    let found = self.difference(rpc, path, recorded.get(name), now.get(name));
                    if found.is_some() {
                        return found;
                    }
                    path.pop();
                }
                None
            }
            (Some(Json::Array(recorded)), Some(Json::Array(now))) => {
                for index in 0..recorded.len().max(now.len()) {
                    path.push(index.to_string());
                    let found = self.difference(rpc, path, recorded.get(index), now.get(index));
                    if found.is_some() {
                        return found;
                    }
                    path.pop();
                }
                None
            }
            (Some(recorded), Some(now)) if self.is_equal(recorded, now) => None,
            _ => Some(Place {
                path: path.clone(),
                recorded: recorded.cloned(),
                now: now.cloned(),
            }),
        }
    }

    /// Whether two values that are not both objects or lists are equal.
    fn is_equal(&self, recorded: &Json, now: &Json) -> bool {
        match (recorded, now) {
            (Json::String(recorded), Json::String(now)) => {
                recorded == now || self.translate_text(recorded) == *now
            }
            // 1 and 1.0 are the same number of Terraform.
            (Json::Number(recorded), Json::Number(now)) => {
                recorded == now
                    || ((recorded.is_f64() || now.is_f64()) && recorded.as_f64() == now.as_f64())
            }
            _ => recorded == now,
        }
    }

    /// Remembers the texts of two values that differ between runs.
    fn bind(&mut self, recorded: &Json, now: &Json) {
        match (recorded, now) {
            (Json::String(recorded), Json::String(now)) => self.replace(recorded, now),
            (Json::Array(recorded), Json::Array(now)) => {
                for (recorded, now) in recorded.iter().zip(now) {
                    self.bind(recorded, now);
                }
            }
            (Json::Object(recorded), Json::Object(now)) => {
                for (name, recorded) in recorded {
                    if let Some(now) = now.get(name) {
                        self.bind(recorded, now);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path(comparison: &mut Comparison, recorded: &Json, now: &Json) -> Option<String> {
        let place = comparison.first_difference("ReadResource", recorded, now);
        place.map(|place| place.path.join("."))
    }

    #[test]
    fn the_first_difference_has_its_path_and_both_values() {
        let recorded = json!({"a": [1, {"b": "x"}], "c": 1});
        let now = json!({"a": [1, {"b": "y"}]});
        let place = Comparison::default()
            .first_difference("ReadResource", &recorded, &now)
            .unwrap();
        assert_eq!(place.path, ["a", "1", "b"]);
        assert_eq!(place.recorded, Some(json!("x")));
        assert_eq!(place.now, Some(json!("y")));
    }

    #[test]
    fn a_member_or_an_element_of_one_side_is_a_difference() {
        let mut comparison = Comparison::default();
        for (recorded, now, at) in [
            (json!({"a": 1}), json!({}), "a"),
            (json!({}), json!({"a": null}), "a"),
            (json!([1]), json!([1, 2]), "1"),
            (json!([1, 2]), json!([1]), "1"),
            (json!({"a": {}}), json!({"a": []}), "a"),
        ] {
            assert_eq!(path(&mut comparison, &recorded, &now).as_deref(), Some(at));
        }
    }

    #[test]
    fn equal_numbers_in_other_encodings_are_equal() {
        let mut comparison = Comparison::default();
        assert_eq!(path(&mut comparison, &json!(1), &json!(1.0)), None);
        assert!(path(&mut comparison, &json!(u64::MAX), &json!(u64::MAX - 1)).is_some());
    }

    #[test]
    fn a_value_that_may_differ_is_translated_in_later_requests_and_answers() {
        let pattern = Pattern::parse("ReadResource: new_state.id").unwrap();
        let mut comparison = Comparison::new(vec![pattern]);
        let recorded = json!({"new_state": {"id": "i-123456"}});
        let now = json!({"new_state": {"id": "i-654321"}});
        assert_eq!(path(&mut comparison, &recorded, &now), None);
        let request = comparison.translate(&json!({"arn": "aws:i-123456:x", "id": "i-123456"}));
        assert_eq!(request, json!({"arn": "aws:i-654321:x", "id": "i-654321"}));
        let (recorded, now) = (json!({"other": "i-123456"}), json!({"other": "i-654321"}));
        assert_eq!(path(&mut comparison, &recorded, &now), None);
    }

    #[test]
    fn names_with_dots_are_read_as_they_are_written() {
        let path = ["a.b", "c\\d", "", "*"].map(str::to_owned);
        assert_eq!(join(&path), r"a\.b.c\\d..*");
        assert_eq!(split_words(&join(&path)), path);
    }

    #[test]
    fn a_star_stands_for_each_name_and_index_of_one_rpc() {
        let pattern = Pattern::parse("ReadResource: pets.*.id").unwrap();
        let mut comparison = Comparison::new(vec![pattern]);
        let recorded = json!({"pets": [{"id": 1, "age": 1}]});
        let now = json!({"pets": [{"id": 2, "age": 2}]});
        let at = path(&mut comparison, &recorded, &now);
        assert_eq!(at.as_deref(), Some("pets.0.age"));
        let other = comparison.first_difference("PlanResourceChange", &recorded, &now);
        assert_eq!(other.unwrap().path, ["pets", "0", "age"]);
    }
}
