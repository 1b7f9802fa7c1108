//! The arguments of `cargo terrane dev`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "A host that runs while the provider is built waits up to 15 s for the new build, and gets the build before it otherwise. A host keeps the \
        build with which it began.\n\n\
        With --json, each event is a document in one line: `serving` with the variable for hosts, `call`, `plan`, and `failed` after a build that failed."
)]
pub(crate) struct Dev {
    /// The folder of the package, or one below it.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The package in the workspace.
    #[arg(long, short)]
    pub(crate) package: Option<String>,
    /// A folder with a configuration. Its plan is shown after the first build, and after each further build and each change of the configuration what has
    /// changed in it. The host is `terraform` or `tofu` on the PATH, or else the one in this command.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) watch: Option<PathBuf>,
    /// Starts a shell in which hosts use the provider. The command ends with the shell, and calls are not shown.
    #[arg(long)]
    pub(crate) shell: bool,
}
