//! The arguments of `cargo terrane proxy`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Hosts pass no arguments to providers. So `--out` writes a program without arguments that a host can start."
)]
pub(crate) struct Proxy {
    /// The binary of the provider.
    pub(crate) binary: PathBuf,
    /// The protocol version to serve. By default it is that of the binary.
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=6))]
    pub(crate) protocol: Option<u32>,
    /// Writes a program that starts this proxy, instead of serving.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
