//! The arguments of `cargo terrane schema`.

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum Schema {
    /// Compare the schemas of two providers.
    Diff(Diff),
}

#[derive(Debug, Args)]
#[command(after_help = "Exits with 0 if the schemas are equal, and with 1 if they differ.")]
pub(crate) struct Diff {
    /// The first provider: its binary, the output of `terraform providers schema -json`, or a Go module.
    pub(crate) old: String,
    /// The second provider.
    pub(crate) new: String,
}
