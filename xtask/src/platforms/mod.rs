//! `cargo xtask platforms`: checks the crates for every supported platform, and runs the providers on those that this machine can run.
//!
//! What the machine lacks is printed as skipped. With `--strict`, a skipped platform is an error.

mod tools;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::tools::{Tools, find};
use crate::build::{self, succeed};
use crate::{Result, cargo, hosts};

/// A platform that providers are built for.
struct Platform {
    target: &'static str,
    /// The name of the target in zig.
    zig: &'static str,
    /// The linker of Rust's target, if it is not the default.
    linker: Option<&'static str>,
    run: Run,
}

/// How programs of a platform run on this machine.
enum Run {
    /// The system runs them.
    Native,
    /// An emulator of the processor runs them.
    Emulator(&'static str),
    /// wine runs them.
    Wine,
    /// They are only checked.
    Never,
}

const PLATFORMS: &[Platform] = &[
    Platform {
        target: "x86_64-unknown-linux-musl",
        zig: "x86_64-linux-musl",
        linker: Some("rust-lld"),
        run: Run::Native,
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        zig: "aarch64-linux-musl",
        linker: Some("rust-lld"),
        run: Run::Emulator("qemu-aarch64-static"),
    },
    Platform {
        target: "x86_64-pc-windows-gnu",
        zig: "x86_64-windows-gnu",
        linker: Some("x86_64-w64-mingw32-gcc"),
        run: Run::Wine,
    },
    Platform {
        target: "aarch64-apple-darwin",
        zig: "aarch64-macos",
        linker: None,
        run: Run::Never,
    },
];

/// The packages that contain everything which is shipped.
const PACKAGES: &[&str] = &[
    "terrane-test",
    "terraform-provider-local",
    "terraform-provider-random",
    "terraform-provider-time",
];

/// The package whose tests show what a provider needs from its operating system.
const TESTED: &str = "terraform-provider-local";

const NO_COMPILER: &str = "a C compiler for other systems needs Python with pip";

/// What became of a platform.
enum Outcome {
    Done,
    /// The machine lacks something.
    Skipped(String),
}

/// Checks and runs all platforms.
pub(crate) fn run(arguments: &[String]) -> Result {
    let strict = match arguments {
        [] => false,
        [argument] if argument == "--strict" => true,
        [argument, ..] => return Err(format!("there is no argument {argument:?}").into()),
    };
    let tools = Tools::install()?;
    // Both steps need a compiler and the standard library.
    let missing = |platform: &Platform| match &tools {
        None => Some(NO_COMPILER.to_owned()),
        Some(_) => missing_target(platform.target),
    };
    let platforms: Vec<_> = PLATFORMS.iter().map(|it| (it, missing(it))).collect();
    let complete = platforms.iter().filter(|(_, missing)| missing.is_none());
    // The tests of a native platform compile the same crates.
    let checked: Vec<&Platform> = complete
        .filter(|(platform, _)| !matches!(platform.run, Run::Native))
        .map(|(platform, _)| *platform)
        .collect();
    if let (Some(tools), false) = (&tools, checked.is_empty()) {
        check(&checked, tools)?;
    }
    let mut report = Vec::new();
    let mut skipped = false;
    for (platform, missing) in platforms {
        let outcomes = match (&tools, missing) {
            (Some(tools), None) => [Some(Outcome::Done), test(platform, tools)?],
            (_, missing) => {
                let reason = missing.unwrap_or_default();
                let skips = || Some(Outcome::Skipped(reason.clone()));
                [
                    skips(),
                    skips().filter(|_| !matches!(platform.run, Run::Never)),
                ]
            }
        };
        for (step, outcome) in ["checked", "ran"].into_iter().zip(outcomes) {
            report.push(match outcome {
                Some(Outcome::Done) => format!("{}: {step}", platform.target),
                Some(Outcome::Skipped(reason)) => {
                    skipped = true;
                    format!("{}: SKIPPED, not {step}: {reason}", platform.target)
                }
                None => format!("{}: not run, as nothing here can run it", platform.target),
            });
        }
    }
    println!("\n{}", report.join("\n"));
    if skipped && strict {
        Err("platforms were skipped".into())
    } else {
        Ok(())
    }
}

/// Builds a package as a static binary for Linux on x86-64. Returns the folder of its program, or why this machine cannot build it.
pub(crate) fn build_static(package: &str, profile: &str) -> Result<Result<PathBuf, String>> {
    let Some(platform) = PLATFORMS.iter().find(|it| matches!(it.run, Run::Native)) else {
        return Ok(Err("no platform is static and native".to_owned()));
    };
    let Some(tools) = Tools::install()? else {
        return Ok(Err(NO_COMPILER.to_owned()));
    };
    if let Some(reason) = missing_target(platform.target) {
        return Ok(Err(reason));
    }
    let mut cargo = cargo_for("build", &[platform], &tools)?;
    cargo.args(["--bins", "--package", package, "--profile", profile]);
    succeed(cargo)?;
    Ok(Ok(build::target().join(platform.target).join(profile)))
}

/// Compiles all packages for several platforms, without linking. One cargo compiles what runs on this machine once, and keeps all processors busy.
fn check(platforms: &[&Platform], tools: &Tools) -> Result {
    let mut cargo = cargo_for("check", platforms, tools)?;
    for package in PACKAGES {
        cargo.args(["--package", package]);
    }
    succeed(cargo)
}

/// Builds and runs the tests of a platform.
fn test(platform: &Platform, tools: &Tools) -> Result<Option<Outcome>> {
    let needed: &[&str] = match platform.run {
        Run::Never => return Ok(None),
        Run::Native => &[],
        Run::Emulator(emulator) => &[emulator],
        Run::Wine => &["x86_64-w64-mingw32-gcc", "wine", "script"],
    };
    let missing = needed.iter().find(|program| find(program).is_none());
    if let Some(program) = missing {
        return Ok(Some(Outcome::Skipped(format!(
            "{program} is not installed"
        ))));
    }
    let mut cargo = cargo_for("test", &[platform], tools)?;
    cargo.args(["--package", TESTED]);
    match platform.run {
        // All tests. Whether a program is static makes no difference between hosts, so one of them is enough.
        Run::Native | Run::Never => {
            cargo.env("TERRANE_HOSTS", hosts::newest()?);
            cargo.env("TERRANE_HOSTS_REQUIRED", "");
        }
        Run::Emulator(emulator) => {
            cargo.args(["--test", "platform"]);
            cargo.env(
                variable("CARGO_TARGET", platform.target, "_RUNNER"),
                emulator,
            );
            cargo.env("TERRANE_PLATFORM_RUNNER", emulator);
        }
        Run::Wine => {
            cargo.args(["--test", "platform"]);
            let wine = tools.wine()?;
            cargo.env(
                variable("CARGO_TARGET", platform.target, "_RUNNER"),
                wine.runner,
            );
            cargo.env("TERRANE_PLATFORM_CTRL_C", wine.ctrl_c);
            cargo
                .env("WINEPREFIX", wine.prefix)
                .env("WINEDEBUG", "-all");
            // The tests share one console, in which one of them presses Ctrl+C.
            cargo.args(["--", "--test-threads=1"]);
        }
    }
    succeed(cargo)?;
    Ok(Some(Outcome::Done))
}

/// Prepares a command of cargo for platforms.
fn cargo_for(command: &str, platforms: &[&Platform], tools: &Tools) -> Result<Command> {
    let mut cargo = cargo::command();
    cargo.args([command, "--locked"]);
    for platform in platforms {
        cargo.args(["--target", platform.target]);
        let target = platform.target.replace('-', "_");
        // mingw's compiler fits its linker better than zig's.
        if platform.linker.and_then(find).is_none() {
            cargo.env(format!("CC_{target}"), tools.compiler(platform.zig)?);
            cargo.env(format!("AR_{target}"), tools.archiver()?);
        }
        if let Some(linker) = platform.linker {
            cargo.env(variable("CARGO_TARGET", platform.target, "_LINKER"), linker);
        }
    }
    Ok(cargo)
}

/// The name of a variable of cargo for a target.
fn variable(prefix: &str, target: &str, suffix: &str) -> String {
    let target = target.replace('-', "_").to_uppercase();
    format!("{prefix}_{target}{suffix}")
}

/// Installs the standard library of a target. Returns why it is missing.
fn missing_target(target: &str) -> Option<String> {
    let mut rustup = Command::new("rustup");
    // The tool chain of this run: cargo sets the variable.
    match rustup.args(["target", "add", target]).output() {
        Ok(output) if output.status.success() => None,
        Ok(output) => {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let first = error.lines().find(|line| line.contains("error"));
            Some(first.unwrap_or("rustup failed").to_owned())
        }
        Err(_) if has_target(target) => None,
        Err(_) => Some("its standard library needs rustup".to_owned()),
    }
}

/// Returns whether a tool chain without rustup has the standard library of a target.
fn has_target(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    output.is_ok_and(|output| {
        let root = String::from_utf8_lossy(&output.stdout);
        Path::new(root.trim())
            .join("lib/rustlib")
            .join(target)
            .join("lib")
            .exists()
    })
}
