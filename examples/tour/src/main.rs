//! Takes objects of `providers/local` through their life: plan, apply, drift, plan, apply, destroy.
//!
//! `cargo run -p tour` plans and applies in this process, with the host `terrane-host`. `--host terraform`, `--host tofu` or `--host PATH` shows the same
//! steps under the command line of another host.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the tour shows everything on the terminal"
)]

mod command_line;
mod embedded;
mod steps;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use command_line::{CommandLine, PROVIDER};
use embedded::Embedded;

/// What the tour prints for `--help`, and after wrong arguments.
const USAGE: &str = "\
Usage: cargo run -p tour [-- --host HOST]

Takes files through their life: plan, apply, drift, plan, apply, destroy.

HOST is `terraform`, `tofu`, or the path of such a program. Without it, everything runs in one process.
";

/// The arguments of the tour.
enum Arguments {
    Help,
    Embedded,
    CommandLine(PathBuf),
}

fn main() -> ExitCode {
    let mut arguments = env::args_os();
    // The command line of a host needs a program with the name of the provider: a copy of this one.
    let is_provider =
        |program: OsString| Path::new(&program).file_stem() == Some(PROVIDER.as_ref());
    if arguments.next().is_some_and(is_provider) {
        return terraform_provider_local::serve();
    }
    let result = match parse(arguments) {
        Ok(Arguments::Help) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Ok(Arguments::Embedded) => embedded(),
        Ok(Arguments::CommandLine(program)) => command_line(program),
        Err(error) => Err(error.into()),
    };
    match result {
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

fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Arguments, String> {
    let Some(first) = arguments.next() else {
        return Ok(Arguments::Embedded);
    };
    if first == "--help" || first == "-h" {
        return Ok(Arguments::Help);
    }
    match (arguments.next(), arguments.next()) {
        (Some(host), None) if first == "--host" => Ok(Arguments::CommandLine(host.into())),
        _ => Err(format!("the arguments are unknown.\n\n{USAGE}")),
    }
}

fn embedded() -> Result<(), Box<dyn Error>> {
    println!(
        "Cargo has built this program, which contains the host `terrane-host` and the provider `providers/local`."
    );
    println!(
        "It plans and applies in this process. The state and the files are in a temporary folder."
    );
    steps::run(&mut Embedded::new(has_colors())?)
}

fn command_line(program: PathBuf) -> Result<(), Box<dyn Error>> {
    println!("Cargo has built this program, which contains the provider `providers/local`.");
    println!(
        "`{}` starts the provider as a program of its own. The state and the files are in a temporary folder.",
        program.display()
    );
    let program = if program.components().count() > 1 {
        fs_err::canonicalize(program)?
    } else {
        program
    };
    steps::run(&mut CommandLine::new(program, has_colors())?)
}

/// Returns whether the terminal shows colours, and the user wants them.
fn has_colors() -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !is_refused
}
