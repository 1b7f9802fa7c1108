//! The arguments of `cargo terrane package`, `release` and `install`.

use std::path::PathBuf;

use clap::Args;
use semver::Version;
use terrane_release::{Address, Platform};

use super::platform::{file_of_platform, platform};

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
    /// Pack this program of the provider for a platform, which was built elsewhere, instead of building it. Repeat it for several platforms.
    #[arg(long, value_name = "OS_ARCH=FILE", value_parser = file_of_platform)]
    pub(crate) include: Vec<(Platform, PathBuf)>,
    /// Put another program into the archive, executable, such as a member of a composed provider. Repeat it for several. With a platform in front, as in
    /// `linux_amd64=FILE`, only into that archive.
    #[arg(long, value_name = "[OS_ARCH=]FILE", value_parser = member)]
    pub(crate) member: Vec<Member>,
    /// The version of a provider without a cargo package, such as one in Go. Its programs are those of `--include`.
    #[arg(long, value_name = "VERSION", requires = "include")]
    pub(crate) version: Option<Version>,
    /// A protocol that the provider serves, such as `6.0`. Repeat it for several. Without it, the program for this machine is asked.
    #[arg(long = "protocol", value_name = "VERSION")]
    pub(crate) protocols: Vec<String>,
    /// The address of the provider, `HOST/NAMESPACE/TYPE`, which layouts and submissions need. Without it, the program for this machine is asked.
    #[arg(long)]
    pub(crate) address: Option<Address>,
    /// The folder of the archives. Without it, `dist` in the folder of the package.
    #[arg(long, value_name = "DIR")]
    pub(crate) dist: Option<PathBuf>,
    /// Build each program once, without a second build that is compared.
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Show what would be built and written, and do nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Platforms that this machine cannot build are listed with all missing tools. A run that cannot succeed fails before it builds, and names \
    everything that is missing; so does --dry-run. To merge the programs of a build matrix, pass each with --include. A provider without a cargo package, such \
    as one in Go, needs --version, and --address or programs called terraform-provider-NAME."
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
    /// The address of the provider's repository, for the submissions to the public registries.
    #[arg(long, value_name = "URL")]
    pub(crate) repository: Option<String>,
    /// The address of who builds, such as that of a workflow, for the provenance.
    #[arg(long, value_name = "URL", default_value = "https://localhost/")]
    pub(crate) builder: String,
    /// Add the release to a registry of static files in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) registry: Option<PathBuf>,
    /// Add the release to a network mirror in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) network_mirror: Option<PathBuf>,
    /// Add the release to a filesystem mirror in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) filesystem_mirror: Option<PathBuf>,
    /// Unpack the archives in the filesystem mirror.
    #[arg(long, requires = "filesystem_mirror")]
    pub(crate) unpacked: bool,
    /// Add the release to an OCI layout in this folder, for OpenTofu.
    #[arg(long, value_name = "DIR")]
    pub(crate) oci: Option<PathBuf>,
}

impl Release {
    /// Whether something is written that names the provider by its address.
    pub(crate) fn needs_address(&self) -> bool {
        let folders = [
            &self.registry,
            &self.network_mirror,
            &self.filesystem_mirror,
        ];
        self.repository.is_some() || folders.into_iter().any(Option::is_some)
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Hosts do not ask the registry for a provider that an implied mirror has. Remove the build with --undo to get released versions again."
)]
pub(crate) struct Install {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The address by which configurations name the provider: `HOST/NAMESPACE/TYPE`. Without it, the program is asked.
    #[arg(long)]
    pub(crate) address: Option<Address>,
    /// The folder of a filesystem mirror. Without it, the implied mirror of this user, which hosts search without configuration.
    #[arg(long, value_name = "DIR")]
    pub(crate) mirror: Option<PathBuf>,
    /// Write a configuration of the host to this file, which names the mirror. A file that this command has written before is updated.
    #[arg(long, value_name = "FILE", requires = "mirror")]
    pub(crate) cli_config: Option<PathBuf>,
    /// Remove the build of the package's version from the mirror.
    #[arg(long, conflicts_with = "cli_config")]
    pub(crate) undo: bool,
}

/// A program that is packed next to the provider.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    /// The only platform of it. `None` for all.
    pub(crate) platform: Option<Platform>,
    pub(crate) path: PathBuf,
}

fn member(text: &str) -> Result<Member, String> {
    let (named, path) = match text.split_once('=') {
        Some((name, path)) => (Some(platform(name)?), path),
        None => (None, text),
    };
    Ok(Member {
        platform: named,
        path: path.into(),
    })
}
