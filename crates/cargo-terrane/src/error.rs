//! Errors of commands.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use terrane_composition::{ConnectError, ManifestError};
use terrane_protocol::schema::json::DescribeError;
use terrane_schema::ReadError;

/// The error of a command. Its causes are its sources.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    // The machine and its programs.
    #[error("cannot start the runtime")]
    Runtime(#[source] io::Error),
    /// The error names its path.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot run `{0}`")]
    Run(String, #[source] io::Error),
    #[error("`{0}` failed:\n{1}")]
    Failed(String, String),
    #[error("this machine can build for no platform")]
    NoPlatform,

    // The source of a provider.
    #[error("cannot start the provider `{}`", .0.display())]
    Start(PathBuf, #[source] ConnectError),
    #[error("cannot end the provider `{}`", .0.display())]
    End(PathBuf, #[source] ConnectError),
    #[error("cannot read the schemas of `{}`", .0.display())]
    Schemas(PathBuf, #[source] DescribeError),
    #[error("`{}` has schemas, but no provider that can be called", .0.display())]
    NoProgram(PathBuf),
    #[error(
        "`{}` has neither a `Cargo.toml` nor a `go.mod`; run the command in the folder of a provider's package, or name a provider",
        .0.display()
    )]
    NoPackage(PathBuf),
    #[error("there is no file or folder `{0}`, and a Go module has the form PATH@VERSION")]
    UnknownSource(String),
    #[error(
        "there is no file or folder `{name}`, and the repository of `{}` has none of the git references {}", .folder.display(), alternatives(.tried)
    )]
    Reference {
        name: String,
        folder: PathBuf,
        tried: Vec<String>,
    },
    #[error("`{}` is not UTF-8 text", .0.display())]
    NotUtf8(PathBuf, #[source] Utf8Error),
    #[error("`{}` is not the output of `terraform providers schema -json`", .0.display())]
    Json(PathBuf, #[source] ReadError),
    #[error("`{}` has the schemas of {} providers, expected one", .0.display(), .1)]
    Providers(PathBuf, usize),
    #[error(
        "`{0}` is not the address of a provider; expected one such as `registry.terraform.io/example/zoo`"
    )]
    Address(String),
    #[error(
        "the program `{0}` does not state the address of its provider; name it by `--address HOST/NAMESPACE/TYPE`"
    )]
    NoAddress(String),
    #[error(
        "the name of the provider is unknown; add `--address NAMESPACE/TYPE`, or name its programs `terraform-provider-NAME`"
    )]
    NoName,

    // `cargo terrane dev`.
    #[error("cannot watch the files of the provider")]
    Watch(#[source] notify::Error),
    #[error("cargo cannot build `{0}`")]
    Build(String),

    // `cargo terrane record`, `replay` and `proxy`.
    #[cfg(windows)]
    #[error(
        "`--out` writes a script, and hosts start no scripts on Windows. Start `terrane_composition::Proxy` from a program of your own instead."
    )]
    NoLauncher,
    #[error(transparent)]
    Observe(#[from] terrane_record::ObserveError),
    #[error(transparent)]
    Replay(#[from] terrane_record::ReplayError),
    #[error("`{}` cannot be replayed", .0.display())]
    Recording(PathBuf, #[source] terrane_record::ParseError),
    #[error("there is no command to record; write it after `--`")]
    NoCommand,
    #[error("the environment variable {0}, which is named as a secret, cannot be used")]
    SecretVariable(String, #[source] std::env::VarError),

    // `cargo terrane docs`.
    #[error(transparent)]
    Docs(#[from] crate::docs::Error),

    // `cargo terrane package`, `install` and other commands for releases.
    #[error(transparent)]
    Release(#[from] terrane_release::Error),
    #[error("cannot write the manifest of `{}` for registries", .0.display())]
    Manifest(PathBuf, #[source] ManifestError),
    #[error("nothing was built, because the provider cannot be packed:\n{}", lines(.0))]
    Incomplete(Vec<String>),
    #[error("there is no folder for implied mirrors; name one with `--mirror`")]
    NoMirror,
    #[error("`{}` exists, and this command has not written it for the same mirror; name another file, or add the mirror to it by hand", .0.display())]
    ConfigurationExists(PathBuf),
    #[error("there is no key: use `--key-file`, `--gpg-user` or the variable GPG_PRIVATE_KEY")]
    NoKey,
    #[error("the value of the environment variable {0} is not UTF-8 text")]
    VariableNotUtf8(&'static str),
    #[error(
        "the protocols of the provider are unknown, because no program runs on this machine; name them with `--protocol`"
    )]
    UnknownProtocols,

    // `cargo terrane schema`.
    #[error(
        "`{}` does not exist; `cargo terrane schema record` writes it, or name an earlier version",
        .0.display()
    )]
    Unrecorded(PathBuf),
    #[error("`{}` is not a state: {}", .0.display(), .1)]
    State(PathBuf, String),
    #[error(
        "a version is unknown; choose with `--allow` how much may change, such as `--allow minor`"
    )]
    NoVersions,

    // `cargo terrane generate`, `new` and `pin`.
    #[error("the provider has no type and no function {}", joined_names(.0))]
    UnknownTypes(Vec<String>),
    #[error(
        "no package can serve these schemas, and nothing was written. Name the types and functions to generate without them:\n{}",
        lines(.0)
    )]
    NotGenerated(Vec<String>),
    #[error("`{}` cannot be updated, because it is not valid Rust", .0.display())]
    Syntax(PathBuf, #[source] syn::Error),
    #[error(
        "`{0}` is neither the folder of the crate `terrane` nor a version of it, such as `0.1`"
    )]
    Terrane(String),
    #[error(transparent)]
    Scaffold(#[from] crate::scaffold::Refusal),

    // `cargo terrane conform` and `lint`.
    #[error(transparent)]
    Conform(#[from] terrane_conform::Error),
    #[error("`{}` is not a baseline", .0.display())]
    Baseline(PathBuf, #[source] terrane_conform::BaselineError),
    #[error("there is no folder `{}`", .0.display())]
    NoFolder(PathBuf),
    #[error("the environment has no variable `{0}`; set it, or write `--env {0}=VALUE`")]
    MissingVariable(String),
    #[error("{0}")]
    UnknownRule(String),
    #[error("`{}`: the table `package.metadata.terrane` is wrong: {}", .0.display(), .1)]
    Settings(PathBuf, String),
}

/// Lists names.
fn joined_names(names: &[String]) -> String {
    in_backticks(names).join(" and ")
}

/// Lists names of which one is expected.
fn alternatives(names: &[String]) -> String {
    in_backticks(names).join(", ")
}

fn in_backticks(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

/// Lists problems in lines of their own.
fn lines(problems: &[String]) -> String {
    let indented: Vec<String> = problems.iter().map(|it| format!("  {it}")).collect();
    indented.join("\n")
}
