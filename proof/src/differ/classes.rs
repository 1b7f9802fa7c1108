//! Classes of difference: descriptions of differences without the values of one case.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use terrane_protocol::Diagnostics;
use terrane_protocol::rules::Finding;
use terrane_schema::value_differences;
use terrane_value::{Data, Object, Path, Step, Value};

/// The classes that were found, each with its number and one example.
#[derive(Debug, Default)]
pub struct Classes(BTreeMap<String, (usize, String)>);

impl Classes {
    /// Adds a difference. The shortest example is kept.
    pub(super) fn add(&mut self, class: String, example: impl FnOnce() -> String) {
        let entry = self.0.entry(class);
        let (count, kept) = entry.or_insert_with(|| (0, String::new()));
        *count += 1;
        let example = example();
        if kept.is_empty() || example.len() < kept.len() {
            *kept = example;
        }
    }

    /// Iterates over the classes: name, number and example.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize, &str)> {
        self.0
            .iter()
            .map(|(class, (count, example))| (class.as_str(), *count, example.as_str()))
    }

    /// Compares values that answer the same request.
    pub(super) fn values(&mut self, rpc: &str, terrane: &Value, go: &Value) {
        for difference in value_differences(terrane, go) {
            let (ours, theirs) = (
                kind(difference.before.as_ref()),
                kind(difference.after.as_ref()),
            );
            let class = format!("{rpc} {}: {ours} / {theirs}", pattern(&difference.path));
            self.add(class, || {
                format!("Terrane {:?}, Go {:?}", difference.before, difference.after)
            });
        }
    }

    /// Compares whether and where there are errors.
    pub(super) fn errors(&mut self, rpc: &str, terrane: &Diagnostics, go: &Diagnostics) {
        let (ours, theirs) = (places(terrane), places(go));
        for (place, who) in ours
            .difference(&theirs)
            .map(|place| (place, "Terrane"))
            .chain(theirs.difference(&ours).map(|place| (place, "Go")))
        {
            // Both refuse the request, but at different places.
            let alone = if terrane.has_errors() && go.has_errors() {
                "also"
            } else {
                "alone"
            };
            self.add(format!("{rpc} {place}: {who} {alone} has an error"), || {
                format!("Terrane {}, Go {}", words(terrane), words(go))
            });
        }
    }

    /// Records which rules an answer breaks, and where.
    pub(super) fn broken(&mut self, what: &str, who: &str, findings: &[Finding]) {
        for finding in findings {
            let place = pattern(&finding.path);
            let class = format!("{what} {place}: hosts refuse the answer of {who}");
            self.add(class, || finding.to_string());
        }
    }

    /// Records the sets in which a plan does not have the configured elements. Hosts do not check sets, but users read them.
    pub(super) fn lost(&mut self, what: &str, who: &str, config: &Object, planned: &Object) {
        for (name, configured) in config.iter() {
            let planned = planned.get(name).unwrap_or(&Value::Null);
            let (Value::Known(Data::Set(configured)), Value::Known(Data::Set(planned))) =
                (configured, planned)
            else {
                continue;
            };
            let lost = configured.iter().find(|element| {
                element.is_wholly_known() && !planned.iter().any(|it| is_planned(element, it))
            });
            if let Some(lost) = lost {
                let class = format!("{what} {name}: the answer of {who} loses what is configured");
                self.add(class, || format!("{lost:?} is not in {planned:?}"));
            }
        }
    }

    /// Compares lists of paths.
    pub(super) fn paths(&mut self, rpc: &str, terrane: &[Path], go: &[Path]) {
        let patterns = |paths: &[Path]| paths.iter().map(pattern).collect::<BTreeSet<_>>();
        let (ours, theirs) = (patterns(terrane), patterns(go));
        for place in ours.difference(&theirs) {
            self.add(format!("{rpc} {place}: only Terrane"), || place.clone());
        }
        for place in theirs.difference(&ours) {
            self.add(format!("{rpc} {place}: only Go"), || place.clone());
        }
    }
}

/// The kind of a value, without its contents. A `promised` value is unknown with refinements.
fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "missing",
        Some(Value::Null) => "null",
        Some(Value::Unknown(unknown)) if unknown.is_refined() => "promised",
        Some(Value::Unknown(_)) => "unknown",
        Some(Value::Known(_)) => "known",
    }
}

/// Whether an element has the configured values.
fn is_planned(configured: &Value, planned: &Value) -> bool {
    match (configured.as_object(), planned.as_object()) {
        (Some(configured), Some(planned)) => configured
            .values()
            .iter()
            .zip(planned.values())
            .all(|(configured, planned)| configured.is_null() || configured == planned),
        _ => configured == planned,
    }
}

/// A path without indices, keys and elements.
pub(super) fn pattern(path: &Path) -> String {
    let mut pattern = String::new();
    for step in path.steps() {
        match step {
            Step::Attribute(name) if pattern.is_empty() => pattern.push_str(name),
            Step::Attribute(name) => {
                let _ = write!(pattern, ".{name}");
            }
            _ => pattern.push_str("[]"),
        }
    }
    if pattern.is_empty() {
        pattern.push('.');
    }
    pattern
}

fn places(diagnostics: &Diagnostics) -> BTreeSet<String> {
    let errors = diagnostics.errors();
    errors
        .map(|error| error.path.as_ref().map_or(".".to_owned(), pattern))
        .collect()
}

fn words(diagnostics: &Diagnostics) -> String {
    let errors = diagnostics
        .errors()
        .map(|error| format!("{}: {}", error.summary, error.detail));
    format!("{:?}", errors.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use terrane_protocol::Diagnostic;

    use super::*;

    fn names(classes: &Classes) -> Vec<&str> {
        classes.iter().map(|(class, ..)| class).collect()
    }

    #[test]
    fn values_that_differ_have_a_class_without_their_contents() {
        let mut classes = Classes::default();
        for text in ["x", "y"] {
            let ours = Value::object([("items", Value::list([Value::unknown()]))]);
            let theirs = Value::object([("items", Value::list([text]))]);
            classes.values("plan", &ours, &theirs);
            classes.values("plan", &ours, &ours);
        }
        assert_eq!(names(&classes), ["plan items[]: unknown / known"]);
        assert_eq!(classes.iter().next().map(|(_, count, _)| count), Some(2));
    }

    #[test]
    fn errors_of_one_side_and_of_other_places_are_classes() {
        let error = |name: &str| {
            let error = Diagnostic::error("No", "");
            let all = [error.at(Path::root().attribute(name.to_owned()))];
            all.into_iter().collect::<Diagnostics>()
        };
        let mut classes = Classes::default();
        classes.errors("validate", &error("a"), &error("a"));
        assert_eq!(names(&classes), Vec::<&str>::new());
        classes.errors("validate", &error("a"), &Diagnostics::default());
        classes.errors("plan", &error("a"), &error("b"));
        assert_eq!(
            names(&classes),
            [
                "plan a: Terrane also has an error",
                "plan b: Go also has an error",
                "validate a: Terrane alone has an error",
            ]
        );
    }
}
