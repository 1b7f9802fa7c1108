//! The arguments of `cargo terrane dev`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "A build begins after a change of what cargo reads: sources, files that the code includes, `Cargo.toml`, `Cargo.lock`, `build.rs`, and the \
        same of packages in local folders.\n\n\
        A host that starts during a build waits up to 15 s for it. If it waits in vain, this host and all others get the build before it, until the new one is \
        ready. A host keeps the build with which it began.\n\n\
        With --json, each event is a document in one line: `building` with the files that have changed, `serving` with the variable for hosts, `unchanged` after \
        a build that made the same program, `failed` after a build that failed, `late` if a host has waited in vain, `call`, and `plan`."
)]
pub(crate) struct Dev {
    /// The folder of the package, or one below it.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The package in the workspace.
    #[arg(long, short)]
    pub(crate) package: Option<String>,
    /// A folder with a configuration. Its plan is shown after the first build. After each further build, and each change of the configuration or of its
    /// file `terraform.tfstate`, what has changed in the plan is shown. The host is `terraform` or `tofu` on the PATH, or else the one in this command.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) watch: Option<PathBuf>,
    /// Starts a shell in which hosts use the provider. The command ends with the shell, and calls are not shown.
    #[arg(long)]
    pub(crate) shell: bool,
}
