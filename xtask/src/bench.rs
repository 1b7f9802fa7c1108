//! Builds the benchmark's providers and measures them side by side.

use std::process::Command;

use crate::Result;
use crate::build::{SHIPPED, cargo_build, go_build, succeed, target};

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
    if matches!(rest.as_slice(), ["--only", "slopes" | "composition"]) {
        // The rig measures these within its own process.
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
    let small = cargo_build("terraform-provider-bench", "small")?;
    let floor = cargo_build("terrane-floor", "floor")?;
    measure
        .arg("--small")
        .arg(target.join(small).join("terraform-provider-bench"))
        .arg("--floor")
        .arg(target.join(floor).join("terrane-floor"));
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
        measure.args(["--out", RESULTS]);
    }
    measure.args(rest);
    succeed(measure)
}

/// Whether a host's commands are measured: in a full run, and when they are asked for.
fn wants_hosts(arguments: &[&str]) -> bool {
    match arguments.iter().position(|argument| *argument == "--only") {
        Some(only) => arguments
            .get(only + 1)
            .is_some_and(|subject| subject.starts_with("host")),
        None => !arguments.contains(&"--quick"),
    }
}
