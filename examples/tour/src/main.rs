//! Takes objects of `providers/local` through their life: plan, apply, drift, plan, apply, destroy.
//!
//! A copy of this program with the name of the provider is the provider, so that one command of cargo builds both.
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
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fs_err as fs;

/// The name of the provider's program.
const PROVIDER: &str = "terraform-provider-local";

fn main() -> ExitCode {
    if env::args_os()
        .next()
        .is_some_and(|program| Path::new(&program).file_stem() == Some(PROVIDER.as_ref()))
    {
        return terraform_provider_local::serve();
    }
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
    let programs = tempfile::tempdir()?;
    let provider = programs
        .path()
        .join(format!("{PROVIDER}{}", env::consts::EXE_SUFFIX));
    fs::copy(env::current_exe()?, &provider)?;
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
