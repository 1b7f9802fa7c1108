//! The arguments of `cargo terrane record` and `cargo terrane replay`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "The command gets the variable TF_REATTACH_PROVIDERS, so that Terraform or OpenTofu calls the provider through this program. The values of \
        sensitive and of write-only attributes become placeholders.\n\n\
        Exits with 0 if the command succeeds, and with 1 if it fails. The recording is written in both cases."
)]
pub(crate) struct RecordCalls {
    /// The provider: a binary, the folder of a package, or a Go module.
    #[arg(long, value_name = "PROVIDER", default_value = ".")]
    pub(crate) provider: String,
    /// The address under which the configuration requires the provider. Programs of Terrane know it.
    #[arg(long, value_name = "HOST/NAMESPACE/TYPE")]
    pub(crate) address: Option<String>,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "recording.json")]
    pub(crate) out: PathBuf,
    /// Runs the command a second time, and names the places of answers that differ between the runs. The command must begin both runs in the same way.
    #[arg(long)]
    pub(crate) twice: bool,
    /// An environment variable whose value is a secret, too. Its value becomes a placeholder wherever it appears.
    #[arg(long = "secret", value_name = "VARIABLE")]
    pub(crate) secrets: Vec<String>,
    /// The command that runs the host, after `--`.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Secrets are sent as their placeholders. If the provider needs the secret with the number 1, set the variable TERRANE_SECRET_1, and so on.\n\n\
        Exits with 0 if all answers are the recorded ones, and with 1 at the first other one."
)]
pub(crate) struct Replay {
    /// The file that `cargo terrane record` has written.
    pub(crate) recording: PathBuf,
    /// The provider: a binary, the folder of a package, or a Go module.
    #[arg(default_value = ".")]
    pub(crate) provider: String,
}
