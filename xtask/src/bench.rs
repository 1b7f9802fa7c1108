//! Builds the benchmark's providers and measures them side by side.

use std::path::Path;
use std::process::Command;

use crate::Result;
use crate::build::{SHIPPED, cargo_build, cargo_build_example, go_build, succeed, target};
use crate::platforms;

/// The floor's answer to a request for its schema.
const FLOOR_SCHEMA: &str = "bench/floor/schema.binpb";

/// HashiCorp's providers that also exist on Terrane.
const DROP_INS: [&str; 2] = ["local", "random"];

const RESULTS: &str = "bench/RESULTS.md";

/// Runs the task. Its own options are `--floor-schema`, which writes the floor's schema again, and `--no-go`. All other options are those of the rig.
pub(crate) fn run(arguments: &[String]) -> Result {
    let (own, rest): (Vec<_>, Vec<_>) = arguments
        .iter()
        .map(String::as_str)
        .partition(|argument| ["--floor-schema", "--no-go"].contains(argument));
    let target = target();
    let rig = cargo_build("terrane-bench", "rig")?;
    let mut measure = Command::new(target.join(rig).join("rig"));
    if matches!(
        rest.as_slice(),
        ["--only", "slopes" | "composition" | "secrets"]
    ) {
        // The rig measures these within its own process.
        measure.args(rest);
        return succeed(measure);
    }
    let is_language = rest == ["--only", "language"];
    if is_language || !rest.contains(&"--only") {
        let language = cargo_build("terrane-language", "release")?;
        measure
            .arg("--language")
            .arg(target.join(language).join("terrane-language"));
        if !own.contains(&"--no-go") {
            let language = go_build(&target, "language", ".")?;
            measure.arg("--language-go").arg(language);
        }
    }
    if is_language {
        measure.args(rest);
        return succeed(measure);
    }
    if rest.as_slice() == ["--only", "musl"] {
        add_musl(&mut measure, &target)?;
        measure.args(rest);
        return succeed(measure);
    }
    if rest.as_slice() == ["--only", "api"] {
        add_api(&mut measure, &target)?;
        measure.args(rest);
        return succeed(measure);
    }
    let provider = cargo_build("terraform-provider-bench", "release")?;
    measure
        .arg("--terrane")
        .arg(target.join(provider).join("terraform-provider-bench"));
    if own.contains(&"--floor-schema") {
        measure.args(["--floor-schema", FLOOR_SCHEMA]);
        return succeed(measure);
    }
    let only = only(&rest);
    let floor = cargo_build("terrane-floor", "floor")?;
    measure
        .arg("--floor")
        .arg(target.join(floor).join("terrane-floor"));
    if only != Some("proxy") {
        let small = cargo_build("terraform-provider-bench", "small")?;
        measure
            .arg("--small")
            .arg(target.join(small).join("terraform-provider-bench"));
    }
    if only.is_none_or(|subject| subject == "proxy") {
        let proxy = cargo_build_example("terraform-provider-bench", "proxy", "release")?;
        measure.arg("--proxy").arg(target.join(proxy));
    }
    if !own.contains(&"--no-go") {
        measure.arg("--go").arg(go_build(&target, "bench", ".")?);
    }
    if wants_hosts(&rest) {
        for name in DROP_INS {
            let package = format!("terraform-provider-{name}");
            cargo_build(&package, "release")?;
            if !own.contains(&"--no-go") {
                // The module's one tool is the provider that it pins.
                go_build(&target, name, "tool")?;
            }
        }
        measure.arg("--drop-ins").arg(target.join("release"));
        if !own.contains(&"--no-go") {
            measure.arg("--drop-ins-go").arg(target.join(SHIPPED));
        }
    }
    if !rest.contains(&"--only") && !rest.contains(&"--quick") {
        add_musl(&mut measure, &target)?;
        add_api(&mut measure, &target)?;
        measure.args(["--out", RESULTS]);
    }
    measure.args(rest);
    succeed(measure)
}

/// Builds `local` as it is shipped, by default and as a static musl binary, and passes both to the rig.
fn add_musl(measure: &mut Command, target: &Path) -> Result {
    const PACKAGE: &str = "terraform-provider-local";
    let default = cargo_build(PACKAGE, "release")?;
    measure
        .arg("--local")
        .arg(target.join(default).join(PACKAGE));
    match platforms::build_static(PACKAGE, "release")? {
        Ok(folder) => measure.arg("--local-musl").arg(folder.join(PACKAGE)),
        Err(reason) => measure.args(["--no-musl", &reason]),
    };
    Ok(())
}

/// Builds the same provider with and without a client of `terrane-api`, and passes both to the rig.
fn add_api(measure: &mut Command, target: &Path) -> Result {
    for example in ["with_api", "without_api"] {
        let program = cargo_build_example("terraform-provider-bench", example, "release")?;
        let option = format!("--{}", example.replace('_', "-"));
        measure.arg(option).arg(target.join(program));
    }
    Ok(())
}

/// Whether a host's commands are measured: in a full run, and when they are asked for.
fn wants_hosts(arguments: &[&str]) -> bool {
    match only(arguments) {
        Some(subject) => subject.starts_with("host"),
        None => !arguments.contains(&"--quick"),
    }
}

/// The value of the option `--only`.
fn only<'a>(arguments: &[&'a str]) -> Option<&'a str> {
    let position = arguments
        .iter()
        .position(|argument| *argument == "--only")?;
    arguments.get(position + 1).copied()
}
