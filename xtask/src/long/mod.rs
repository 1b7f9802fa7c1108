//! `cargo xtask long`: the long forms of tests, which take too long for each change.

#[cfg(test)]
mod tests;

use std::time::Instant;

use crate::build::succeed;
use crate::{Result, cargo};

/// A test, or a program that tests, with more cases than each change runs.
struct Form {
    name: &'static str,
    /// What it tests in addition.
    adds: &'static str,
    /// The environment variables that ask for it.
    variables: &'static [(&'static str, &'static str)],
    run: Run,
}

/// The program of a long form.
enum Run {
    /// All tests of these names in the workspace, with arguments.
    Tests(&'static [&'static str], &'static [&'static str]),
    /// The unit tests of a package whose names contain a text.
    UnitTests(&'static str, &'static str),
    /// The driver of fuzz targets, with the names of targets.
    Fuzz(&'static [&'static str]),
}

const FORMS: &[Form] = &[
    Form {
        name: "matrix",
        adds: "every protocol on every host",
        variables: &[("TERRANE_MATRIX", "full")],
        run: Run::Tests(&["hosts", "upgrade"], &[]),
    },
    Form {
        name: "interrupts",
        adds: "every row of docs/interrupts.md",
        variables: &[("UNRULY_STEPS", "all")],
        run: Run::Tests(&["hosts"], &["unruly::a13_no_object_is_lost"]),
    },
    Form {
        name: "release",
        adds: "the providers, released into a static registry from which hosts install them",
        variables: &[("TERRANE_RELEASE", "release")],
        run: Run::Tests(&["hosts"], &["providers::"]),
    },
    Form {
        name: "reproduce",
        adds: "two builds of a provider for each platform that this machine can build, which are compared",
        variables: &[("TERRANE_REPRODUCE", "providers/local")],
        run: Run::Tests(&["it"], &["reproducible::"]),
    },
    Form {
        name: "new",
        adds: "builds, tests and checks of packages that `cargo terrane new` writes, with an item of each kind",
        variables: &[("TERRANE_NEW", "build")],
        run: Run::Tests(&["it"], &["new::"]),
    },
    Form {
        name: "generate",
        adds: "packages of 300 random schemas, which are built and compared with their sources",
        variables: &[("TERRANE_SCHEMAS", "300")],
        run: Run::Tests(&["it"], &["generate::random::"]),
    },
    Form {
        name: "lives",
        adds: "100,000 random life cycles of objects",
        variables: &[("TERRANE_LIVES", "100000")],
        run: Run::Tests(&["proof"], &["lives::"]),
    },
    Form {
        name: "sequences",
        adds: "2,000 sequences of random calls through each composition",
        variables: &[("TERRANE_SEQUENCES", "2000")],
        run: Run::Tests(&["proof"], &["composed::"]),
    },
    Form {
        name: "foreign",
        adds: "every RPC of a member in Go, with every fault",
        variables: &[("TERRANE_FOREIGN", "full")],
        run: Run::Tests(&["foreign"], &[]),
    },
    Form {
        name: "memory",
        adds: "64 requests of 200 MiB at the same time, within a limit of memory",
        variables: &[],
        run: Run::Tests(&["server"], &["memory::", "--include-ignored"]),
    },
    Form {
        name: "console",
        adds: "100,000 generated expressions, compared with `terraform console`",
        variables: &[("TERRANE_CONSOLE", "100000")],
        run: Run::Tests(&["it"], &["console::"]),
    },
    Form {
        name: "host",
        adds: "2,000 generated configurations, which the embedded host and the default and the newest Terraform plan and apply, and 200 for each other; it continues where it stopped",
        variables: &[("TERRANE_HOST_GENERATED", "2000")],
        run: Run::Tests(&["it"], &["differential::generated"]),
    },
    Form {
        name: "go",
        adds: "100,000 generated inputs, whose results are compared with those of Go's implementations",
        variables: &[("TERRANE_GO", "100000")],
        run: Run::Tests(&["it"], &["go::"]),
    },
    Form {
        name: "templates",
        adds: "20,000 generated templates of pages, compared with Go's",
        variables: &[("TERRANE_TEMPLATES", "20000")],
        run: Run::Tests(&["it"], &["docs::templates::"]),
    },
    Form {
        name: "hcl-edit",
        adds: "20,000 generated files, compared with hcl-edit",
        variables: &[("TERRANE_HCL_EDIT", "20000")],
        run: Run::UnitTests("terrane-hcl", "hcl_edit::"),
    },
    Form {
        name: "limits",
        adds: "files of many megabytes, parsed in linear time and bounded memory, and evaluations up to the default limits",
        variables: &[("TERRANE_LIMITS", "full")],
        run: Run::Tests(&["it"], &["limits::"]),
    },
    Form {
        name: "fuzz",
        adds: "10,000,000 inputs for each parser of the configuration language",
        variables: &[("FUZZ_RUNS", "10000000")],
        run: Run::Fuzz(&["hcl", "hcl_json", "hcl_template", "hcl_functions"]),
    },
];

/// Runs the long forms whose names contain one of the arguments, or all of them. With `--list`, only prints them.
pub(crate) fn run(arguments: &[String]) -> Result {
    let is_listed = arguments.iter().any(|argument| argument == "--list");
    let names: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--list")
        .collect();
    let forms = selected(&names)?;
    if is_listed {
        for Form { name, adds, .. } in forms {
            println!("{name:<10} {adds}");
        }
        return Ok(());
    }
    let mut failed = Vec::new();
    for form in forms {
        let started = Instant::now();
        let outcome = match form.run() {
            Ok(()) => "ok".to_owned(),
            Err(error) => {
                failed.push(form.name);
                error.to_string()
            }
        };
        let seconds = started.elapsed().as_secs();
        println!("\n== long form {}: {outcome} ({seconds} s)\n", form.name);
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")).into())
    }
}

/// Returns the forms whose names contain one of some texts, or all forms.
fn selected(texts: &[&str]) -> Result<Vec<&'static Form>> {
    for text in texts {
        if FORMS.iter().all(|form| !form.name.contains(text)) {
            return Err(format!("no long form has {text:?} in its name: see --list").into());
        }
    }
    let is_selected =
        |form: &&Form| texts.is_empty() || texts.iter().any(|text| form.name.contains(text));
    Ok(FORMS.iter().filter(is_selected).collect())
}

impl Form {
    fn run(&self) -> Result {
        let mut command = cargo::command();
        command.envs(self.variables.iter().copied());
        match self.run {
            Run::Tests(names, arguments) => {
                let tests = names.iter().flat_map(|name| ["--test", *name]);
                // Tests use the programs and examples of other packages, which `cargo test --test` does not build.
                let mut build = cargo::command();
                build.args(["build", "--workspace", "--locked"]);
                build.args(["--bins", "--examples"]).args(tests.clone());
                succeed(build)?;
                command.args(["test", "--workspace", "--locked", "--no-fail-fast"]);
                command.args(tests).arg("--").args(arguments);
            }
            Run::UnitTests(package, name) => {
                command.args(["test", "--locked", "--package", package, "--lib"]);
                command.args(["--", name]);
            }
            Run::Fuzz(targets) => {
                command.args(["run", "--locked", "--profile", "fuzz"]);
                command.args(["--package", "terrane-fuzz", "--"]);
                command.args(targets);
            }
        }
        succeed(command)
    }
}
