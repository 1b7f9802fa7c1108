//! The arguments of all commands.

mod completions;
mod conform;
mod dev;
mod docs;
mod generate;
mod lint;
mod new;
mod output;
mod pin;
mod platform;
mod proxy;
mod recording;
mod release;
mod schema;

use clap::{Args, Parser, Subcommand};

pub(crate) use completions::Completions;
pub(crate) use conform::{Conform, Deny as ConformDeny};
pub(crate) use dev::Dev;
pub(crate) use docs::Docs;
pub(crate) use generate::Generate;
pub(crate) use lint::{Format as LintFormat, Lint};
pub(crate) use new::{Item, New, NewItem, VersionControl};
pub(crate) use output::OutputOptions;
pub(crate) use pin::Pin;
pub(crate) use proxy::Proxy;
pub(crate) use recording::{RecordCalls, Replay};
pub(crate) use release::{Contents, Install, Package, Release};
pub(crate) use schema::{
    Allow, Diff, Format as DiffFormat, PackageOptions, Print, PrintFormat, Record, Schema,
};

/// The exit codes of all commands.
const EXIT_CODES: &str = "Exit codes: 0 is success. 1 means that a check found errors, or that a comparison found changes that are not allowed. 2 means that \
    the arguments are wrong, or that the command failed.";

/// Cargo starts `cargo-terrane` with `terrane` as its first argument.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo", version)]
pub(crate) enum Cargo {
    Terrane(Terrane),
}

/// Tools for authors of Terraform and OpenTofu providers.
#[derive(Debug, Args)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Terrane {
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the documentation of a provider for registries, from its schema, examples and templates.
    Docs(Box<Docs>),
    /// Build a provider, serve it to hosts, and do so again after each change.
    Dev(Dev),
    /// Create the package of a provider, or add an item to one.
    New(New),
    /// Generate the code of a provider from the schemas of an existing one.
    Generate(Generate),
    /// Check the schemas and examples of a provider by rules.
    Lint(Lint),
    /// Test the program of a provider in any language: its start and end, schemas, validation, plans and objects.
    Conform(Box<Conform>),
    /// Record the checksums and the schemas of a binary that becomes a member of a provider.
    Pin(Pin),
    /// Serve the provider in a binary over the same or the other protocol version.
    Proxy(Proxy),
    /// Record the calls of a host to a provider while a command runs.
    Record(RecordCalls),
    /// Send the calls of a recording to another build of the provider, and compare the answers.
    Replay(Replay),
    /// Compare, record and print the schemas of providers.
    #[command(subcommand)]
    Schema(Schema),
    /// Build a provider for all platforms, and pack the archives of a release.
    Package(Package),
    /// Build, pack, sign and describe a release, and add it to registries and mirrors.
    Release(Box<Release>),
    /// Install a build where the hosts of this machine find it.
    Install(Install),
    /// Print a script that completes the arguments in a shell.
    Completions(Completions),
}
