//! Compares a provider on Terrane with its Go twin: builds both and runs the program of `proof`.

use std::process::{Command, Stdio};

use crate::build::{go_build, succeed, target};
use crate::{Result, cargo};

/// Who is right about each class of difference.
const VERDICTS: &str = "proof/verdicts.md";

/// Runs the task. Its options are those of the program: `--seed` and `--cases`.
pub(crate) fn run(arguments: &[String]) -> Result {
    let go = Command::new("go")
        .arg("version")
        .stdout(Stdio::null())
        .status();
    if !go.is_ok_and(|status| status.success()) {
        println!("no go: nothing to compare with");
        return Ok(());
    }
    let target = target();
    let twin = go_build(&target, "differ", ".")?;
    // Together with a test, so that all features are those of `cargo test --workspace`, which has built most of it.
    let mut build = cargo::command();
    build.args(["build", "--workspace", "--test", "proof"]);
    build.args(["--bin", "differ", "--bin", "terraform-provider-differ"]);
    succeed(build)?;
    let programs = target.join("debug");
    let mut differ = Command::new(programs.join("differ"));
    differ
        .arg(programs.join("terraform-provider-differ"))
        .arg(twin)
        .arg(VERDICTS)
        .args(arguments);
    succeed(differ)
}
