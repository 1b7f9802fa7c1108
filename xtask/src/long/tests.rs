//! The table of long forms is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{FORMS, Run, selected};

/// The folders with tests.
const FOLDERS: [&str; 6] = ["bench", "crates", "examples", "fuzz", "proof", "providers"];

/// The beginnings of the names of variables that tests and their programs read.
const PREFIXES: [&str; 3] = ["TERRANE_", "UNRULY_", "FUZZ_"];

/// Variables that ask for no long form, or the beginnings of their names.
const NO_FORMS: [&str; 23] = [
    // Between a test and the programs that it starts.
    "TERRANE_BENCH_",
    "TERRANE_EXPLAIN",
    "TERRANE_EXAMPLE_",
    "TERRANE_GUARD_",
    "TERRANE_HOST_TEST_",
    "TERRANE_NO_SUCH_VARIABLE",
    "TERRANE_PLATFORM_",
    "TERRANE_SECRET_",
    "TERRANE_STATES_TEST_",
    "TERRANE_TEST_",
    "UNRULY_SUBSCRIBER",
    "UNRULY_WORLD",
    // Where programs and files are found.
    "TERRANE_PROGRAM",
    "TERRANE_BROWSER",
    "TERRANE_HOSTS",
    "TERRANE_RE2_TESTS",
    "TERRANE_REPOSITORY",
    "TERRANE_YAML_SUITE",
    // The case to repeat.
    "FUZZ_SEED",
    "TERRANE_HOST_CASE",
    "TERRANE_LIFE",
    "TERRANE_SEED",
    // `.github/workflows/fuzz.yml` sets it for every target.
    "FUZZ_SECONDS",
];

/// What the reason of an ignored test contains if other tests run it as a program.
const PROGRAMS: [&str; 3] = ["runs only as a process", "runs it", "start it"];

fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, sources: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                walk(&path, sources);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut sources);
    }
    sources
}

/// Returns the string literals of a source that are names of variables.
fn variables(source: &str) -> impl Iterator<Item = &str> {
    source.split('"').filter(|literal| {
        let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        literal.chars().all(is_name)
            && PREFIXES.iter().any(|prefix| {
                let rest = literal.strip_prefix(prefix);
                rest.is_some_and(|rest| !rest.is_empty())
            })
    })
}

#[test]
fn each_variable_that_a_test_reads_is_that_of_a_long_form_or_has_a_reason_not_to_be() {
    let sources = sources();
    let read: BTreeSet<&str> = sources
        .iter()
        .flat_map(|(_, source)| variables(source))
        .collect();
    let of_forms: BTreeSet<&str> = FORMS
        .iter()
        .flat_map(|form| form.variables.iter().map(|(name, _)| *name))
        .collect();
    let is_no_form = |name: &&str| NO_FORMS.iter().any(|start| name.starts_with(start));
    let missing: Vec<_> = read
        .difference(&of_forms)
        .filter(|name| !is_no_form(name))
        .collect();
    assert!(missing.is_empty(), "add a long form for {missing:?}");
    let unread: Vec<_> = of_forms.difference(&read).collect();
    assert!(unread.is_empty(), "no test reads {unread:?}");
    let stale = NO_FORMS
        .iter()
        .filter(|start| !read.iter().any(|name| name.starts_with(*start)));
    assert_eq!(stale.collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn each_ignored_test_is_in_a_long_form_unless_other_tests_run_it() {
    for (path, source) in sources() {
        for rest in source.split("\n#[ignore").skip(1) {
            let reason = rest.split('"').nth(1).unwrap_or_default();
            let is_program = PROGRAMS.iter().any(|text| reason.contains(text));
            let test = test_of(&path).unwrap_or_default();
            let includes_it = FORMS.iter().any(|form| {
                matches!(form.run, Run::Tests(names, arguments)
                    if names.contains(&test) && arguments.contains(&"--include-ignored"))
            });
            assert!(is_program || includes_it, "{}: {reason}", path.display());
        }
    }
}

/// Returns the name of the test that a source belongs to, if it is one.
fn test_of(path: &Path) -> Option<&str> {
    let name = below_tests(path).next()?;
    Some(name.trim_end_matches(".rs"))
}

/// Returns the module of a source of a test, as in the names of its tests: `generate::random::`.
fn module_of(path: &Path) -> String {
    let names = below_tests(path)
        .skip(1)
        .map(|name| name.trim_end_matches(".rs"));
    let modules = names.filter(|name| !["main", "mod"].contains(name));
    modules.map(|name| format!("{name}::")).collect()
}

/// Returns the names of the folders and the file below the folder `tests`.
fn below_tests(path: &Path) -> impl Iterator<Item = &str> {
    let names: Vec<_> = path.iter().filter_map(|name| name.to_str()).collect();
    let tests = names.iter().rposition(|name| *name == "tests");
    let above = tests.map_or(names.len(), |at| at + 1);
    names.into_iter().skip(above)
}

#[test]
fn each_long_form_runs_all_tests_that_read_its_variables() {
    let sources = sources();
    for form in FORMS {
        let (names, arguments) = match form.run {
            Run::Tests(names, arguments) => (names, arguments),
            Run::UnitTests(package, name) => {
                let source = format!("{package}/src/");
                for (text, _) in form.variables {
                    let mut readers = sources.iter().filter(|(_, it)| it.contains(text));
                    let is_run = |path: &Path| {
                        let path = path.to_string_lossy().replace('\\', "/");
                        path.contains(&source) && path.contains(name.trim_end_matches("::"))
                    };
                    assert!(readers.all(|(path, _)| is_run(path)), "{}", form.name);
                }
                continue;
            }
            Run::Fuzz(_) => continue,
        };
        for name in names {
            let exists = sources.iter().any(|(path, _)| test_of(path) == Some(name));
            assert!(exists, "{}: no test is called {name}", form.name);
        }
        // The modules whose tests run; all, if there is none.
        let modules: Vec<_> = arguments
            .iter()
            .filter_map(|argument| Some(&argument[..argument.rfind("::")? + 2]))
            .collect();
        // The matrix of hosts reads the variable for the tests that have protocols for some hosts only.
        let texts = form.variables.iter().map(|(name, _)| *name);
        let matrix = (form.name == "matrix").then_some("protocols_of_oldest_and_newest");
        for text in texts.chain(matrix) {
            let readers = sources.iter().filter(|(_, source)| source.contains(text));
            for (path, _) in readers {
                let Some(test) = test_of(path) else { continue };
                assert!(names.contains(&test), "{}: {test} reads {text}", form.name);
                let module = module_of(path);
                let runs = modules.is_empty() || modules.iter().any(|it| module.contains(it));
                assert!(runs, "{}: {test} reads {text} in {module}", form.name);
            }
        }
    }
}

#[test]
fn a_part_of_a_name_selects_long_forms_and_an_unknown_one_is_an_error() {
    let names = |texts: &[&str]| {
        let forms = selected(texts).unwrap();
        forms.iter().map(|form| form.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]).len(), FORMS.len());
    assert_eq!(names(&["hcl", "live"]), ["lives", "hcl-edit"]);
    let error = selected(&["hlc"]).err().unwrap().to_string();
    assert!(error.contains("\"hlc\""), "{error}");
}
