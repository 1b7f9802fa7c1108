//! The arguments of `cargo terrane generate`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The existing provider: its binary, the output of `terraform providers schema -json`, a folder with its Go program, or a Go module such as
    /// `github.com/hashicorp/terraform-provider-time@v0.14.2`.
    #[arg(long, value_name = "BINARY|SCHEMA.json|MODULE")]
    pub(crate) from: String,
    /// The types and functions for which code is generated, in addition to those of earlier runs. Without any: those of earlier runs, or all in a new
    /// package.
    #[arg(value_name = "TYPE")]
    pub(crate) types: Vec<String>,
    /// The folder of the package. In a package that was generated before, edits are kept.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The address of the provider, such as `registry.terraform.io/hashicorp/local`. Without it, the address is derived from the source.
    #[arg(long)]
    pub(crate) address: Option<String>,
    /// The folder of the crate `terrane`, or a version of it. Without it, the folder from which this program was built.
    #[arg(long, value_name = "PATH|VERSION")]
    pub(crate) terrane: Option<String>,
}
