//! The arguments of `cargo terrane pin`.

use std::path::PathBuf;

use clap::Args;
use terrane_release::Platform;

use super::platform::file_of_platform;

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
    #[arg(long = "also", value_name = "PLATFORM=PATH", value_parser = file_of_platform)]
    pub(crate) also: Vec<(Platform, PathBuf)>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}
