//! The arguments of all commands.

mod generate;
mod pin;
mod proxy;
mod release;
mod schema;

use clap::{Args, Parser, Subcommand};

pub(crate) use generate::Generate;
pub(crate) use pin::Pin;
pub(crate) use proxy::Proxy;
pub(crate) use release::{Contents, Install, Package, Release, Source};
pub(crate) use schema::{Diff, Schema};

/// Cargo starts `cargo-terrane` with `terrane` as its first argument.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo", version)]
pub(crate) enum Cargo {
    Terrane(Terrane),
}

/// Tools for authors of Terraform and OpenTofu providers.
#[derive(Debug, Args)]
#[command(version)]
pub(crate) struct Terrane {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Generate the code of a provider from the schemas of an existing one.
    Generate(Generate),
    /// Record the checksums and the schemas of a binary that becomes a member of a provider.
    Pin(Pin),
    /// Serve the provider in a binary over the same or the other protocol version.
    Proxy(Proxy),
    /// Inspect the schemas of providers.
    #[command(subcommand)]
    Schema(Schema),
    /// Build a provider for all platforms, and pack the archives of a release.
    Package(Package),
    /// Build, pack, sign and describe a release, and add it to registries and mirrors.
    Release(Box<Release>),
    /// Install a build where the hosts of this machine find it.
    Install(Install),
}
