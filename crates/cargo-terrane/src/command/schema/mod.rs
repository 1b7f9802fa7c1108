//! `cargo terrane schema`.

pub(crate) mod diff;
pub(crate) mod print;
pub(crate) mod record;

use terrane_release::Package;

use crate::cli::PackageOptions;
use crate::error::Error;
use crate::output::Output;
use crate::source::{self, Program};

/// The file of a package with its recorded schemas.
const GOLDEN: &str = "schema.json";

fn package(options: &PackageOptions, output: &Output) -> Result<Package, Error> {
    source::package(&options.folder, options.name.as_deref(), output)
}

/// Returns the program of a package: the one that the options name, or a new build.
fn program(package: &Package, options: &PackageOptions, output: &Output) -> Result<Program, Error> {
    match &options.binary {
        Some(binary) => Ok(source::existing(binary)),
        None => source::built(package, output),
    }
}
