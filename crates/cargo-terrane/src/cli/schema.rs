//! The arguments of `cargo terrane schema`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum Schema {
    /// Compare the schemas of two providers.
    Diff(Diff),
}

#[derive(Debug, Args)]
#[command(after_help = "Exits with 0 if the schemas are equal, and with 1 if they differ.")]
pub(crate) struct Diff {
    /// The binary of the first provider.
    pub(crate) old: PathBuf,
    /// The binary of the second provider.
    pub(crate) new: PathBuf,
}
