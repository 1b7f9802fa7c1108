//! The arguments of `cargo terrane pin`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "The output is a text file that a provider contains with `include_str!`. `ForeignProvider::pinned` takes it."
)]
pub(crate) struct Pin {
    /// The binary of the provider for this platform. It is started to record its schemas.
    pub(crate) binary: PathBuf,
    /// The name of the provider in messages and logs.
    #[arg(long)]
    pub(crate) name: String,
    /// The name under which the binary is shipped, without `.exe`. By default it is the name of the provider.
    #[arg(long)]
    pub(crate) file: Option<String>,
    /// The binary for another platform: `linux_arm64=PATH`.
    #[arg(long = "also", value_name = "PLATFORM=PATH", value_parser = platform)]
    pub(crate) also: Vec<(String, PathBuf)>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

fn platform(argument: &str) -> Result<(String, PathBuf), String> {
    let parts = argument.split_once('=');
    let (platform, path) =
        parts.ok_or("expected PLATFORM=PATH, such as linux_arm64=dist/zoo-go")?;
    Ok((platform.to_owned(), path.into()))
}
