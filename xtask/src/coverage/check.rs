//! Finds differences between the book and the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::book::{Book, Entry};
use super::log::{Log, Outcome};
use super::number;

/// The known facts about the tests.
#[derive(Debug)]
pub(super) enum Evidence {
    /// The names of the tests in the sources.
    Sources(BTreeSet<String>),
    /// The results of the tests that ran.
    Log(Log),
}

impl Evidence {
    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Self::Sources(names) => Box::new(names.iter().map(String::as_str)),
            Self::Log(log) => Box::new(log.outcomes.keys().map(String::as_str)),
        }
    }

    /// Returns the problem of a test that the book names, if any.
    fn doubt(&self, test: &str) -> Option<&'static str> {
        match self {
            Self::Sources(names) => (!names.contains(test)).then_some("there is no such test"),
            Self::Log(log) => match log.outcomes.get(test) {
                None => Some("no such test ran"),
                Some(Outcome::Failed) => Some("it failed"),
                Some(Outcome::Ignored) => Some("it was ignored"),
                Some(Outcome::Passed) => None,
            },
        }
    }

    /// Returns the problem of a binary whose cases the book names, such as `terrane/ui`, if any.
    fn doubt_of_binary(&self, binary: &str) -> Option<&'static str> {
        let tests = format!("{binary}::");
        let mut names = self.names().filter(|name| name.starts_with(&tests));
        let first = names.next();
        let mut doubts = first.into_iter().chain(names).map(|name| self.doubt(name));
        match first {
            None => Some("no test of its binary ran"),
            Some(_) => doubts
                .any(|doubt| doubt.is_some())
                .then_some("a test of its binary did not pass"),
        }
    }
}

/// Returns all problems, one line each. `case` finds the file of a case that is not a test of its own.
pub(super) fn problems(
    book: &Book,
    evidence: &Evidence,
    case: impl Fn(&str) -> Option<PathBuf>,
) -> Vec<String> {
    let mut problems = Vec::new();
    let mut by_id: BTreeMap<&str, &Entry> = BTreeMap::new();
    for (section, entry) in book.entries() {
        let mut report = |what: &str| {
            problems.push(format!(
                "{}.md:{}: {}: {what}",
                section.name, entry.line, entry.id
            ));
        };
        if by_id.insert(&entry.id, entry).is_some() {
            report("there are two entries of this number");
        }
        if entry.left_out.as_ref().is_some_and(String::is_empty) {
            report("it is left out without a reason");
        }
        if entry.shown_by.is_empty() && entry.left_out.is_none() {
            report("no test shows it, and nothing says why it is left out");
        }
        for (index, test) in entry.shown_by.iter().enumerate() {
            if entry.shown_by[..index].contains(test) {
                report(&format!("{test}: it is named twice"));
            }
            let doubt = if test.ends_with(".rs") {
                match case(test) {
                    None => Some("there is no such case with all of its files"),
                    Some(_) => evidence.doubt_of_binary(binary_of_case(test)),
                }
            } else {
                evidence.doubt(test)
            };
            if let Some(doubt) = doubt {
                report(&format!("{test}: {doubt}"));
            }
        }
    }
    for test in evidence.names() {
        for id in number::of_test(test) {
            match number::entry(&by_id, &id) {
                Some(entry) if entry.shown_by.iter().any(|shown| shown == test) => {}
                Some(entry) => problems.push(format!(
                    "{test}: it carries the number {}, whose entry does not name it",
                    entry.id
                )),
                None if number::is_of_the_book(&by_id, &id) => problems.push(format!(
                    "{test}: it carries the number {id}, which the book does not have"
                )),
                None => {}
            }
        }
    }
    problems
}

/// `terrane/ui` of `terrane/ui/fail/needs/group.rs`.
fn binary_of_case(case: &str) -> &str {
    let mut slashes = case.match_indices('/').map(|(at, _)| at);
    slashes.nth(1).map_or(case, |end| &case[..end])
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::book::Section;
    use super::super::workspace::{Binary, Package, Workspace};
    use super::*;

    /// Two packages with a binary of the same name; the second has one of its own, too.
    pub(in super::super) fn workspace() -> Workspace {
        let package = |name: &str, binaries: &[(&str, bool)]| Package {
            name: name.to_owned(),
            folder: PathBuf::new(),
            binaries: binaries
                .iter()
                .map(|&(name, is_unit)| Binary {
                    name: name.to_owned(),
                    is_unit,
                    root: PathBuf::new(),
                })
                .collect(),
        };
        Workspace {
            packages: vec![
                package("one-lib", &[("one_lib", true), ("hosts", false)]),
                package("two", &[("two", true), ("hosts", false), ("readme", false)]),
            ],
        }
    }

    fn book(entries: &[(&str, &[&str], Option<&str>)]) -> Book {
        let entries = entries.iter().map(|(id, shown_by, left_out)| Entry {
            id: (*id).to_owned(),
            shown_by: shown_by.iter().map(|test| (*test).to_owned()).collect(),
            left_out: left_out.map(str::to_owned),
            ..Entry::default()
        });
        Book {
            sections: vec![Section {
                name: "03".to_owned(),
                entries: entries.collect(),
            }],
        }
    }

    fn sources(names: &[&str]) -> Evidence {
        Evidence::Sources(names.iter().map(|name| (*name).to_owned()).collect())
    }

    fn check(book: &Book, evidence: &Evidence) -> Vec<String> {
        problems(book, evidence, |case| {
            case.ends_with("there.rs").then(PathBuf::new)
        })
    }

    #[test]
    fn a_complete_book_has_no_problems() {
        let tests = ["a::l6_first", "a/ui::cases", "a::p256_is_no_rule", "a::k1"];
        let book = book(&[
            ("L6", &["a::l6_first", "a/ui/fail/there.rs"], None),
            ("L7", &[], Some("no host does it")),
        ]);
        assert_eq!(check(&book, &sources(&tests)), [""; 0]);
    }

    #[test]
    fn every_difference_is_reported() {
        let book = book(&[
            ("L6", &["a::gone", "a::there", "a::there"], None),
            ("L7", &[], None),
            ("L7", &[], Some("")),
            ("L8", &["b/ui/fail/there.rs", "a/ui/fail/gone.rs"], None),
        ]);
        let tests = ["a::there", "a::l8_l9_unnamed", "a/ui::cases"];
        assert_eq!(
            check(&book, &sources(&tests)),
            [
                "03.md:0: L6: a::gone: there is no such test",
                "03.md:0: L6: a::there: it is named twice",
                "03.md:0: L7: no test shows it, and nothing says why it is left out",
                "03.md:0: L7: there are two entries of this number",
                "03.md:0: L7: it is left out without a reason",
                "03.md:0: L8: b/ui/fail/there.rs: no test of its binary ran",
                "03.md:0: L8: a/ui/fail/gone.rs: there is no such case with all of its files",
                "a::l8_l9_unnamed: it carries the number L8, whose entry does not name it",
                "a::l8_l9_unnamed: it carries the number L9, which the book does not have",
            ]
        );
    }

    #[test]
    fn with_a_log_tests_must_have_passed() {
        let outcomes = [
            ("a::failed", Outcome::Failed),
            ("a::ignored", Outcome::Ignored),
            ("a::passed", Outcome::Passed),
            ("a/ui::cases", Outcome::Failed),
        ];
        let outcomes = outcomes.map(|(name, outcome)| (name.to_owned(), outcome));
        let log = Evidence::Log(Log {
            outcomes: outcomes.into(),
        });
        let shown_by = [
            "a::failed",
            "a::ignored",
            "a::passed",
            "a::gone",
            "a/ui/pass/there.rs",
        ];
        assert_eq!(
            check(&book(&[("L6", &shown_by, None)]), &log),
            [
                "03.md:0: L6: a::failed: it failed",
                "03.md:0: L6: a::ignored: it was ignored",
                "03.md:0: L6: a::gone: no such test ran",
                "03.md:0: L6: a/ui/pass/there.rs: a test of its binary did not pass",
            ]
        );
    }
}
