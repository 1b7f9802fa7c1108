//! The arguments of `cargo terrane schema`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Schema {
    /// Compare two versions of a provider, and class each change as major, minor or patch.
    Diff(Diff),
    /// Print the schemas of a provider as JSON, as JSON Schema or as a page.
    Print(Print),
    /// Write the schemas of a package to its file `schema.json`, which later versions are compared with.
    Record(Record),
}

#[derive(Debug, Args)]
#[command(
    after_help = "OLD and NEW are binaries, outputs of `terraform providers schema -json`, folders of packages, or Go modules. Without NEW, it is the package \
    in the current folder, and OLD may be a git reference. Without both, OLD is the file `schema.json` of the package.\n\n\
    Exits with 0 if all changes are allowed and every old state is upgraded, and with 1 otherwise. Without --allow, two providers must be equal. \
    A resource that the program OLD imports and the program NEW does not is a major change. A package may change as much as its version has been raised."
)]
pub(crate) struct Diff {
    /// The earlier version. For a package, also a git reference such as `v1.2.0`.
    #[arg(value_name = "OLD|REF")]
    pub(crate) old: Option<String>,
    /// The later version.
    pub(crate) new: Option<String>,
    /// The greatest change that is no failure: `none`, `patch`, `minor`, `major`, or what the `version` permits.
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) allow: Option<Allow>,
    /// The form of the output. Without it, text, or JSON with `--json`.
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// The folder with states of older versions: `TYPE/vVERSION.json`, with any text after the version. Without it, `tests/states` of the package.
    #[arg(long, value_name = "DIR")]
    pub(crate) states: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) package: PackageOptions,
}

#[derive(Debug, Args)]
pub(crate) struct Print {
    /// The provider: the folder of its package, its binary, the output of `terraform providers schema -json`, or a Go module. Without it, the package
    /// in the current folder.
    #[arg(default_value = ".")]
    pub(crate) provider: String,
    /// The form of the output. Without it, a page in Markdown, or JSON with `--json`.
    #[arg(long, value_enum)]
    pub(crate) format: Option<PrintFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct Record {
    #[command(flatten)]
    pub(crate) package: PackageOptions,
}

/// The package that is described.
#[derive(Debug, Args)]
pub(crate) struct PackageOptions {
    /// The folder of the package.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The name of the package, if the folder is a workspace of several providers.
    #[arg(long = "package", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// An existing build of the package's program. Without it, the package is built.
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,
}

/// A form of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrintFormat {
    /// The description of the provider: the output of `terraform providers schema -json`, and what the provider adds to it.
    Json,
    /// A JSON Schema for each type, with which editors check configurations in JSON syntax.
    JsonSchema,
    /// A reference on one page.
    Markdown,
}

/// What a comparison may find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allow {
    /// No change.
    None,
    /// Changes of the documentation.
    Patch,
    /// Also additions.
    Minor,
    /// Everything.
    Major,
    /// What the versions of both providers permit.
    Version,
}

/// A form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A line for each change.
    Text,
    /// One JSON document.
    Json,
}
