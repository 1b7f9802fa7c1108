//! The arguments of `cargo terrane new`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "The package has one resource, a stub of an API, tests in process and under real hosts, examples, documentation, a workflow, a licence and a changelog."
)]
pub(crate) struct New {
    #[command(subcommand)]
    pub(crate) item: Option<NewItem>,
    /// The name of the provider, such as `zoo`. The package is called `terraform-provider-zoo`, and this name is accepted, too.
    #[arg(required = true)]
    pub(crate) name: Option<String>,
    /// The name of an item after a kind that does not exist.
    #[arg(hide = true)]
    pub(crate) item_name: Option<String>,
    /// The folder of the package. Without it, `terraform-provider-NAME`.
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// The namespace in registries: who publishes the provider.
    #[arg(long, default_value = "example")]
    pub(crate) namespace: String,
    /// The name of the first resource, without the name of the provider.
    #[arg(long, value_name = "NAME", default_value = "item")]
    pub(crate) resource: String,
    /// The folder of the crate `terrane`, or a version of it. Without it, the folder from which this program was built.
    #[arg(long, value_name = "PATH|VERSION")]
    pub(crate) terrane: Option<String>,
    /// The version control of the package. Within a Git repository, no other one is made.
    #[arg(long, default_value = "git")]
    pub(crate) vcs: VersionControl,
}

/// The version control of a new package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VersionControl {
    Git,
    None,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NewItem {
    /// Add a resource to the package in this folder.
    Resource(Item),
    /// Add a data source to the package in this folder.
    DataSource(Item),
    /// Add a function to the package in this folder.
    Function(Item),
    /// Add an ephemeral resource to the package in this folder.
    Ephemeral(Item),
    /// Add an action to the package in this folder.
    Action(Item),
    /// Add a list resource for an existing resource of the package in this folder.
    List(Item),
}

#[derive(Debug, Args)]
pub(crate) struct Item {
    /// The name of the item, without the name of the provider, such as `pet`.
    pub(crate) name: String,
    /// The folder of the provider's package.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
}
