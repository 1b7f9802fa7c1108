//! Builds the benchmark's providers and measures them side by side.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// What the floor answers when it is asked for its schema.
const FLOOR_SCHEMA: &str = "bench/floor/schema.binpb";

/// Well-known providers that there are on Terrane too.
const DROP_INS: [&str; 2] = ["local", "random"];

/// Where programs in Go lie below the target folder, built as they are shipped.
const SHIPPED: &str = "go/shipped";

const RESULTS: &str = "bench/RESULTS.md";

/// Runs the task. Options of its own are `--floor-schema`, which writes the floor's schema anew, and `--no-go`; the others are the rig's.
pub(crate) fn run(arguments: &[String]) -> Result {
    let (own, rest): (Vec<_>, Vec<_>) = arguments
        .iter()
        .map(String::as_str)
        .partition(|argument| ["--floor-schema", "--no-go"].contains(argument));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let rig = cargo_build("terrane-bench", "rig")?;
    let mut measure = Command::new(target.join(rig).join("rig"));
    if rest == ["--only", "slopes"] {
        // The rig measures them within its own process.
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

/// Builds a package and returns the folder of its program below the target folder.
///
/// Every package is built by itself, as an author builds a provider: together they would have each other's features.
fn cargo_build(package: &str, profile: &'static str) -> Result<&'static str> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([
        "build",
        "--bins",
        "--package",
        package,
        "--profile",
        profile,
    ]);
    succeed(cargo)?;
    Ok(profile)
}

/// Builds the provider of a module below `go` as Go's providers are shipped: stripped, without cgo.
fn go_build(target: &Path, module: &str, package: &str) -> Result<PathBuf> {
    let program = env::current_dir()?
        .join(target)
        .join(SHIPPED)
        .join(format!("terraform-provider-{module}"));
    let mut go = Command::new("go");
    go.args([
        "build",
        "-mod=readonly",
        "-trimpath",
        "-ldflags=-s -w",
        "-o",
    ])
    .arg(&program)
    .arg(package)
    .current_dir(Path::new("go").join(module))
    .env("CGO_ENABLED", "0")
    .env("GOFLAGS", "")
    .env("GOWORK", "off");
    succeed(go)?;
    Ok(program)
}

fn succeed(mut command: Command) -> Result {
    let status = command.status().map_err(|error| {
        let program = command.get_program().to_string_lossy();
        format!("cannot start {program}: {error}")
    })?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed: {status}").into()),
    }
}
