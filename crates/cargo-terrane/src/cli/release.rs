//! The arguments of `cargo terrane package`, `release` and `install`.

use std::path::PathBuf;

use clap::Args;
use terrane_release::{Address, Platform};

use super::platform::platform;

/// The provider that is built.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// The folder of the provider's package.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The name of the package, if the workspace has several providers.
    #[arg(long, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// The profile of cargo.
    #[arg(long, default_value = "release")]
    pub(crate) profile: String,
}

/// What is packed.
#[derive(Debug, Args)]
pub(crate) struct Contents {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Build only this platform, such as `linux_amd64`. Repeat it for several. Without it: all that this machine can build.
    #[arg(long = "platform", value_name = "OS_ARCH", value_parser = platform)]
    pub(crate) platforms: Vec<Platform>,
    /// Put another program into the archive, executable, such as a member of a composed provider. Repeat it for several. With a platform in front, as in
    /// `linux_amd64=FILE`, only into that archive.
    #[arg(long, value_name = "[OS_ARCH=]FILE", value_parser = include)]
    pub(crate) include: Vec<Include>,
    /// A protocol that the provider serves, such as `6.0`. Repeat it for several. Without it, the program for this machine is asked.
    #[arg(long = "protocol", value_name = "VERSION")]
    pub(crate) protocols: Vec<String>,
    /// The folder of the archives.
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(crate) dist: PathBuf,
    /// Build each program once, without a second build that is compared.
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Show what would be built and written, and do nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Platforms that this machine cannot build are listed with the missing tool."
)]
pub(crate) struct Package {
    #[command(flatten)]
    pub(crate) contents: Contents,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The secret key comes from --key-file, from --gpg-user, or from the variable GPG_PRIVATE_KEY; its passphrase from the variable PASSPHRASE."
)]
pub(crate) struct Release {
    #[command(flatten)]
    pub(crate) contents: Contents,
    /// The file with the armored secret key.
    #[arg(long, value_name = "FILE", conflicts_with = "gpg_user")]
    pub(crate) key_file: Option<PathBuf>,
    /// Sign by `gpg` and its agent, with the key of this fingerprint or address.
    #[arg(long, value_name = "USER")]
    pub(crate) gpg_user: Option<String>,
    /// The address of the provider, `HOST/NAMESPACE/TYPE`. Layouts and submissions need it.
    #[arg(long)]
    pub(crate) address: Option<Address>,
    /// The address of the provider's repository, for the submissions to the public registries.
    #[arg(long, value_name = "URL", requires = "address")]
    pub(crate) repository: Option<String>,
    /// The address of who builds, such as that of a workflow, for the provenance.
    #[arg(long, value_name = "URL", default_value = "https://localhost/")]
    pub(crate) builder: String,
    /// Add the release to a registry of static files in this folder.
    #[arg(long, value_name = "DIR", requires = "address")]
    pub(crate) registry: Option<PathBuf>,
    /// Add the release to a network mirror in this folder.
    #[arg(long, value_name = "DIR", requires = "address")]
    pub(crate) network_mirror: Option<PathBuf>,
    /// Add the release to a filesystem mirror in this folder.
    #[arg(long, value_name = "DIR", requires = "address")]
    pub(crate) filesystem_mirror: Option<PathBuf>,
    /// Unpack the archives in the filesystem mirror.
    #[arg(long, requires = "filesystem_mirror")]
    pub(crate) unpacked: bool,
    /// Add the release to an OCI layout in this folder, for OpenTofu.
    #[arg(long, value_name = "DIR")]
    pub(crate) oci: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Hosts do not ask the registry for a provider that an implied mirror has. Remove the build with --undo to get released versions again."
)]
pub(crate) struct Install {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The address by which configurations name the provider: `HOST/NAMESPACE/TYPE`.
    #[arg(long)]
    pub(crate) address: Address,
    /// The folder of a filesystem mirror. Without it, the implied mirror of this user, which hosts search without configuration.
    #[arg(long, value_name = "DIR")]
    pub(crate) mirror: Option<PathBuf>,
    /// Write a new configuration of the host to this file, which names the mirror.
    #[arg(long, value_name = "FILE", requires = "mirror")]
    pub(crate) cli_config: Option<PathBuf>,
    /// Remove the build of the package's version from the mirror.
    #[arg(long, conflicts_with = "cli_config")]
    pub(crate) undo: bool,
}

/// A program that is packed next to the provider.
#[derive(Debug, Clone)]
pub(crate) struct Include {
    /// The only platform of it. `None` for all.
    pub(crate) platform: Option<Platform>,
    pub(crate) path: PathBuf,
}

fn include(text: &str) -> Result<Include, String> {
    let (named, path) = match text.split_once('=') {
        Some((name, path)) => (Some(platform(name)?), path),
        None => (None, text),
    };
    Ok(Include {
        platform: named,
        path: path.into(),
    })
}
