//! The options about output, which all commands have.

use anstream::ColorChoice;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Print one JSON document to the standard output instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print only results, warnings and errors.
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show the time of each step.
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
    /// When to use colour.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t = Color::Auto
    )]
    pub(crate) color: Color,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment has `NO_COLOR`.
    Auto,
    Always,
    Never,
}

impl Color {
    /// Decides for the whole process.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}
