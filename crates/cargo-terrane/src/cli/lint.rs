//! The arguments of `cargo terrane lint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The arguments of a check, which the description of rules does not have.
const CHECKS: [&str; 8] = [
    "provider",
    "package",
    "binary",
    "examples",
    "protocols",
    "format",
    "allow",
    "deny",
];

#[derive(Debug, Args)]
#[command(
    after_help = "Exits with 0 if no finding is an error, and with 1 otherwise. The table `[package.metadata.terrane.lint]` of a package's Cargo.toml \
    has the same options, and exceptions with reasons."
)]
pub(crate) struct Lint {
    /// The provider: the folder of its package, its binary, the output of `terraform providers schema -json`, or a Go module.
    #[arg(value_name = "FOLDER|BINARY|SCHEMA.json|MODULE", default_value = ".")]
    pub(crate) provider: String,
    /// The name of the package, if the folder is a workspace of several providers.
    #[arg(long, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// An existing build of the package's program. Without it, the package is built.
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,
    /// The folder of the examples. Without it, the folder `examples` of the package.
    #[arg(long, value_name = "DIR")]
    pub(crate) examples: Option<PathBuf>,
    /// A protocol that the provider serves, for a file with schemas. Programs are asked.
    #[arg(long = "protocol", value_name = "VERSION", value_parser = clap::value_parser!(u32).range(5..=6))]
    pub(crate) protocols: Vec<u32>,
    /// The form of the output. Without it, text, or JSON with `--json`.
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Drop the findings of a rule. Repeat it for several.
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// Report the findings of a rule, all `warnings`, or all `notes` and warnings as errors. Repeat it for several.
    #[arg(long, value_name = "RULE|warnings|notes")]
    pub(crate) deny: Vec<String>,
    /// Explain a rule: why it exists, and how to follow it.
    #[arg(long, value_name = "RULE", conflicts_with_all = CHECKS)]
    pub(crate) explain: Option<String>,
    /// List the rules with their levels.
    #[arg(long, conflicts_with_all = CHECKS, conflicts_with = "explain")]
    pub(crate) list: bool,
}

/// A form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A line for each finding.
    Text,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, which code scanning reads.
    Sarif,
}
