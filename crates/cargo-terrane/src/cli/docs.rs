//! The arguments of `cargo terrane docs`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Exits with 0 if the pages of all items are written, or with --check equal, and the examples are valid; with 1 otherwise."
)]
pub(crate) struct Docs {
    /// The folder of the provider, with `examples`, `templates` and `docs`.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The name of the package, if the workspace has several providers.
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    pub(crate) package: Option<String>,
    /// Describe another provider than the package: its binary, the output of `terraform providers schema -json`, or a Go module.
    #[arg(long, value_name = "PROVIDER")]
    pub(crate) from: Option<String>,
    /// The address by which configurations name the provider. Programs of Terrane know their own.
    #[arg(long)]
    pub(crate) address: Option<String>,
    /// The name of the provider, which its types start with, such as `zoo` or `terraform-provider-zoo`. Without it, `terraform-provider-` and the last part of the address.
    #[arg(long, value_name = "NAME")]
    pub(crate) provider_name: Option<String>,
    /// The name of the provider in titles. Without it, the name of the provider, as in the registry.
    #[arg(long, value_name = "NAME")]
    pub(crate) rendered_provider_name: Option<String>,
    /// The folder of the pages, in the provider's folder.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    pub(crate) docs_dir: PathBuf,
    /// The folder of the examples, in the provider's folder.
    #[arg(long, value_name = "DIR", default_value = "examples")]
    pub(crate) examples_dir: PathBuf,
    /// The folder of the templates, in the provider's folder.
    #[arg(long, value_name = "DIR", default_value = "templates")]
    pub(crate) templates_dir: PathBuf,
    /// Write no pages of deprecated items.
    #[arg(long)]
    pub(crate) ignore_deprecated: bool,
    /// Write nothing, and name the pages that differ.
    #[arg(long)]
    pub(crate) check: bool,
    /// Write a site into this folder that shows the pages as the registry does.
    #[arg(long, value_name = "DIR")]
    pub(crate) preview: Option<PathBuf>,
    /// The host that validates the examples. Without it, the `terraform` or `tofu` on the PATH.
    #[arg(long, value_name = "PROGRAM", conflicts_with = "no_validate")]
    pub(crate) host: Option<PathBuf>,
    /// Do not validate the examples.
    #[arg(long)]
    pub(crate) no_validate: bool,
}
