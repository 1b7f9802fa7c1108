//! Builds `providers/local` and takes objects through their life: plan, apply, drift, plan, apply, destroy.
//!
//! `cargo run -p tour` uses the `terraform` or `tofu` on the PATH. `TERRANE_TOUR_HOST` names another program; if it is empty, no host is used.
//! Without a host, the test client of `terrane-test` makes the same calls.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the tour shows everything on the terminal"
)]

mod client;
mod host;

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use terrane_test::cargo;

fn main() -> ExitCode {
    match tour() {
        Ok(()) => {
            println!("\nThe tour is over: every step succeeded.");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("tour: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tour() -> Result<(), Box<dyn Error>> {
    let provider = build_provider()?;
    let folder = tempfile::tempdir()?;
    match find_host() {
        Some(program) => host::tour(program, &provider, folder.path()),
        None => client::tour(&provider, folder.path()),
    }
}

fn find_host() -> Option<PathBuf> {
    if let Some(program) = env::var_os("TERRANE_TOUR_HOST") {
        return (!program.is_empty()).then(|| program.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    ["terraform", "tofu"]
        .iter()
        .map(|name| format!("{name}{}", env::consts::EXE_SUFFIX))
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(&name)))
        .find(|program| program.is_file())
}

fn build_provider() -> Result<PathBuf, Box<dyn Error>> {
    let status = cargo::command()
        .args(["build", "--package", "terraform-provider-local"])
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("the provider does not build".into());
    }
    let here = env::current_exe()?;
    let target = here.parent().ok_or("the program has no folder")?;
    Ok(target.join(format!(
        "terraform-provider-local{}",
        env::consts::EXE_SUFFIX
    )))
}
