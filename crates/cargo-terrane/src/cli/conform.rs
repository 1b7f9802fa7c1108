//! The arguments of `cargo terrane conform`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The arguments of a run, which the description of rules does not have.
const RUN: [&str; 10] = [
    "read", "apply", "env", "configs", "examples", "states", "moves", "rules", "types", "baseline",
];

#[derive(Debug, Args)]
#[command(
    after_help = "Without options, only requests are sent that touch nothing: schemas, validation, and plans of a provider that is not configured. The \
    provider has no environment but the variables of --env.\n\n\
    Exits with 0 if no finding is an error (see --deny), everything that the options ask for was checked, and every object was destroyed; with 2 if the \
    options or the files of --config are wrong; and with 1 otherwise. An interrupt ends the run after the current \
    request, and destroys what was created."
)]
pub(crate) struct Conform {
    /// The program of the provider, in any language.
    #[arg(value_name = "BINARY", required_unless_present = "list")]
    pub(crate) binary: Option<PathBuf>,
    /// Configure the provider, read data sources, call functions, open ephemeral resources and list objects.
    #[arg(long)]
    pub(crate) read: bool,
    /// Create, change and destroy objects of this type of resource, invoke this action, or write and delete states in this state store. Includes --read.
    /// Repeat it for several.
    #[arg(long, value_name = "TYPE")]
    pub(crate) apply: Vec<String>,
    /// Pass on a variable of this environment to the provider, or set one with NAME=VALUE. Repeat it for several.
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(crate) env: Vec<String>,
    /// A file with a `provider` block and with blocks of types, which replace the generated configurations. An error in it ends the command. Repeat it for
    /// several.
    #[arg(long = "config", value_name = "FILE")]
    pub(crate) configs: Vec<PathBuf>,
    /// A folder with such files at any depth, such as the examples of the documentation. Blocks that cannot be used alone are skipped.
    #[arg(long, value_name = "DIR")]
    pub(crate) examples: Option<PathBuf>,
    /// The folder with states of older versions: `TYPE/vVERSION.json`, with any text after the version.
    #[arg(long, value_name = "DIR")]
    pub(crate) states: Option<PathBuf>,
    /// The folder with states of other types that the provider moves to its resources, as for a block `moved`: `TYPE/NAME.json`, where TYPE is the
    /// resource to which they are moved. A file has an element of `resources` in `terraform.tfstate`.
    #[arg(long, value_name = "DIR")]
    pub(crate) moves: Option<PathBuf>,
    /// The protocol version to test. Without it, the provider chooses.
    #[arg(long, value_name = "VERSION", value_parser = clap::value_parser!(u32).range(5..=6))]
    pub(crate) protocol: Option<u32>,
    /// Report only the findings of this rule. Repeat it for several.
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,
    /// Check only this type. Repeat it for several.
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) types: Vec<String>,
    /// The seed of generated configurations. Each seed chooses other values and, where arguments exclude each other, other arguments.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How long the run may take. What was created is destroyed also after this time.
    #[arg(long, value_name = "MINUTES", default_value_t = 10)]
    pub(crate) minutes: u64,
    /// How long the answer to a request may take. Changes of objects may take ten times as long.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) deadline: u64,
    /// An earlier output of --json for the same provider, whose findings are not reported.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the report as JUnit.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The least severity of a finding that makes the command fail.
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = Deny::Errors)]
    pub(crate) deny: Deny,
    /// List the rules.
    #[arg(long, conflicts_with_all = RUN)]
    pub(crate) list: bool,
}

/// The findings that make the command fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Errors.
    Errors,
    /// Errors and warnings.
    Warnings,
    /// All findings.
    Notes,
}
