//! The output of `cargo test`: which tests ran, and their results.

use std::collections::BTreeMap;

use super::workspace::{Package, Workspace};

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed,
    Failed,
    Ignored,
}

/// The outcome of every test, by the name that the book uses.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) outcomes: BTreeMap<String, Outcome>,
}

impl Log {
    pub(super) fn parse(text: &str, workspace: &Workspace) -> Self {
        let mut log = Self::default();
        let mut package = None;
        let mut prefix = None;
        // With one thread, libtest prints the name first, and any output of the test may follow.
        let mut begun = None;
        for line in text.lines() {
            // Incomplete output of another process of the test may precede it.
            let words = match line.rfind(" ... test ") {
                Some(end) => &line[end + " ... ".len()..],
                None => line.trim(),
            };
            if words.starts_with("Doc-tests ") {
                prefix = None;
            } else if let Some(running) = words.strip_prefix("Running ") {
                let (binary, is_unit) = binary(running);
                if is_unit {
                    package = workspace.of_unit_tests(binary).or(package);
                }
                // A package's unit tests run before its other tests. Without unit tests, the name must be unique.
                prefix = match package.and_then(|package| prefix_of(package, binary)) {
                    None if !is_unit => the_only(workspace, binary),
                    prefix => prefix,
                };
            } else if let Some(prefix) = &prefix {
                let result = words.strip_prefix("test ").unwrap_or_default();
                if let Some((name, result)) = result.split_once(" ... ") {
                    let name = name.split(" - ").next().unwrap_or(name);
                    begun = Some(format!("{prefix}::{name}"));
                    log.end(&mut begun, result);
                } else if words.starts_with("test ") && words.ends_with(" ...") {
                    begun = Some(format!("{prefix}::{}", result.trim_end_matches(" ...")));
                } else {
                    log.end(&mut begun, words);
                }
            }
        }
        log
    }

    fn end(&mut self, begun: &mut Option<String>, words: &str) {
        let outcome = match words {
            "ok" => Outcome::Passed,
            "FAILED" => Outcome::Failed,
            _ if words.starts_with("ignored") => Outcome::Ignored,
            _ => return,
        };
        if let Some(name) = begun.take() {
            self.outcomes.insert(name, outcome);
        }
    }
}

/// The name of a binary and whether it has unit tests, from `tests/hosts/main.rs (target/debug/deps/hosts-0123abcd)`.
fn binary(running: &str) -> (&str, bool) {
    let file = running.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = file.rsplit_once('-').map_or(file, |(name, _hash)| name);
    (name, running.starts_with("unittests "))
}

fn prefix_of(package: &Package, name: &str) -> Option<String> {
    let mut binaries = package.binaries.iter();
    let binary = binaries.find(|binary| binary.name == name)?;
    Some(package.prefix(binary))
}

/// The prefix of a binary that only one package has.
fn the_only(workspace: &Workspace, name: &str) -> Option<String> {
    let packages = workspace.packages.iter();
    let mut found = packages.filter_map(|package| prefix_of(package, name));
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::workspace;
    use super::*;

    const LOG: &str = "\
     Running tests/hosts/main.rs (target/debug/deps/hosts-00a2)
test is_of_one_or_the_other ... ok
     Running tests/readme.rs (target/debug/deps/readme-00a6)
test is_shown ... ok
     Running unittests src/lib.rs (target/debug/deps/one_lib-00a1)

running 4 tests
test rules::l6_first ... ok
test rules::l7_second ... FAILED
test rules::l8_third ... ignored, there is no host
test rules::panics - should panic ... ok

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

     Running tests/hosts/main.rs (target/debug/deps/hosts-00a2)
test applies ... a line of its own
ok
test is_cut_off ...
test tests/ui/fail/case.rs ... test compiles ... ok
mismatch
     Running unittests examples/tour.rs (target/debug/examples/tour-00a5)
test is_of_no_known_binary ... ok
     Running tests/hosts/main.rs (target/debug/deps/hosts-00a2)
test destroys ... ok
     Running unittests src/main.rs (target/debug/deps/two-00a3)
     Running tests/hosts/main.rs (target/debug/deps/hosts-00a4)
test applies ... FAILED
   Doc-tests one_lib
test src/lib.rs - (line 3) ... ok
";

    #[test]
    fn outcomes_have_the_names_of_the_book() {
        let log = Log::parse(LOG, &workspace());
        let outcomes: Vec<_> = log
            .outcomes
            .iter()
            .map(|(name, outcome)| (name.as_str(), *outcome))
            .collect();
        assert_eq!(
            outcomes,
            [
                ("one-lib/hosts::applies", Outcome::Passed),
                ("one-lib/hosts::compiles", Outcome::Passed),
                ("one-lib/hosts::destroys", Outcome::Passed),
                ("one-lib::rules::l6_first", Outcome::Passed),
                ("one-lib::rules::l7_second", Outcome::Failed),
                ("one-lib::rules::l8_third", Outcome::Ignored),
                ("one-lib::rules::panics", Outcome::Passed),
                ("two/hosts::applies", Outcome::Failed),
                ("two/readme::is_shown", Outcome::Passed),
            ]
        );
    }
}
