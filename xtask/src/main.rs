//! The project's task runner: `cargo xtask <task> [arguments]`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task speaks to the terminal"
)]

mod api;
mod bench;
mod build;
#[expect(unreachable_pub, reason = "the module is public in terrane-test")]
#[path = "../../crates/terrane-test/src/cargo.rs"]
mod cargo;
mod codegen;
mod coverage;
mod differ;
mod hosts;
mod layers;
mod long;
mod modules;
mod platforms;
mod result;

use std::process::ExitCode;

use self::result::Result;

/// One task: its name, what it does, and the function that gets the remaining arguments.
struct Task {
    name: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Result,
}

const TASKS: &[Task] = &[
    Task {
        name: "api",
        summary: "compare the public API of each crate with its record in api/ (--write: record it, once the changelog has the change)",
        run: api::run,
    },
    Task {
        name: "bench",
        summary: "measure the benchmark's providers side by side (--quick, --only SUBJECT, --before REPORT, --go-large, --no-go)",
        run: bench::run,
    },
    Task {
        name: "codegen",
        summary: "write the protobuf code from the definition files (--check: only compare)",
        run: codegen::run,
    },
    Task {
        name: "coverage",
        summary: "compare the book of rules with the tests (--log FILE: what came of them; --list: their names)",
        run: coverage::run,
    },
    Task {
        name: "differ",
        summary: "compare a provider with its Go twin by random requests (--seed N, --cases N)",
        run: differ::run,
    },
    Task {
        name: "hosts",
        summary: "install the Terraforms that the tests run against",
        run: hosts::run,
    },
    Task {
        name: "layers",
        summary: "check that crates and the files of a crate import one way",
        run: layers::run,
    },
    Task {
        name: "long",
        summary: "run the long forms of tests (NAME..: those whose names contain one; --list: print them)",
        run: long::run,
    },
    Task {
        name: "platforms",
        summary: "check the crates for all platforms, and run the providers on those that this machine can run (--strict: on all)",
        run: platforms::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        print_usage();
        return ExitCode::from(2);
    };
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        eprintln!("error: there is no task named {name:?}");
        print_usage();
        return ExitCode::from(2);
    };
    match (task.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {name}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print_usage() {
    eprintln!("usage: cargo xtask <task> [arguments]\n\ntasks:");
    for task in TASKS {
        eprintln!("  {:<10} {}", task.name, task.summary);
    }
}
