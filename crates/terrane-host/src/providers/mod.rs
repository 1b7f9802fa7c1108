//! Providers: which ones a configuration needs, where their programs are, and connections to them.
//!
//! Nothing is downloaded. A [`Finder`] looks where Terraform does: `TF_REATTACH_PROVIDERS`, development overrides, the folder in which
//! `terraform init` installs, and filesystem mirrors. Packages of mirrors must have a hash of the dependency lock file, if it has the provider.

mod cli_config;
mod connect;
mod error;
mod hcl1;
mod installation;
mod lock_file;
mod mirror;
mod package;
mod pattern;
mod requirements;
mod search;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use terrane_plugin::Reattach;
use terrane_plugin_client::read_reattach;

use crate::address::Provider;
use crate::diagnostics::Report;
use crate::version::{Version, combined};
use mirror::Package;
use search::{Search, parse_constraints};

pub use error::{FindError, StartError};
pub use installation::{Installation, Mirror};
pub use lock_file::{LockFile, LockedProvider};
pub use pattern::ProviderPattern;
pub use requirements::{Requirements, add_state, provider, provider_config, requirements};

/// Finds the programs of providers.
///
/// ```no_run
/// use terrane_host::providers::Finder;
///
/// # async fn start() -> Result<(), Box<dyn std::error::Error>> {
/// let finder = Finder::from_environment("infrastructure")?;
/// let location = finder.find(&"acme/zoo".parse()?, ["~> 1.2"])?;
/// let process = location.start().await?;
/// let provider = process.provider();
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Finder {
    programs: BTreeMap<Provider, PathBuf>,
    running: BTreeMap<Provider, Reattach>,
    installation: Installation,
    lock: LockFile,
    /// The folder `.terraform`, to which `terraform init` installs and into which archives are unpacked.
    data: PathBuf,
    warnings: Vec<Report>,
}

/// Where a provider is.
#[derive(Debug, Clone, PartialEq)]
pub struct Location {
    /// The provider.
    pub provider: Provider,
    /// The program or the running process.
    pub form: Form,
}

/// The form in which a provider was found.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// A running process.
    Running(Reattach),
    /// A program that is used regardless of its version: of [`Finder::program`] or a development override.
    Program(PathBuf),
    /// The program of a package.
    Package {
        /// The program.
        program: PathBuf,
        /// The version.
        version: Version,
    },
}

impl Finder {
    /// Creates a finder for the root module in a folder. It reads the dependency lock file there, and knows the packages that `terraform init`
    /// installed.
    ///
    /// # Errors
    ///
    /// Fails if the dependency lock file cannot be read.
    pub fn new(folder: impl AsRef<Path>) -> Result<Self, FindError> {
        Ok(Self {
            lock: LockFile::load(folder.as_ref())?,
            data: folder.as_ref().join(".terraform"),
            ..Self::default()
        })
    }

    /// Creates a finder that looks where Terraform does by its configuration files and by the variables `TF_REATTACH_PROVIDERS`,
    /// `TF_CLI_CONFIG_FILE` and `TF_DATA_DIR`. A configuration file that `TF_CLI_CONFIG_FILE` names and that does not exist is a warning of
    /// [`Factories::find`](crate::factory::Factories::find).
    ///
    /// # Errors
    ///
    /// Fails if a file or a variable cannot be read.
    pub fn from_environment(folder: impl AsRef<Path>) -> Result<Self, FindError> {
        let folder = folder.as_ref();
        let cli_config = cli_config::load(folder)?;
        let mut finder = Self::new(folder)?.installation(cli_config.installation);
        finder.warnings = cli_config.warnings;
        if let Some(data) = cli_config::path_variable("TF_DATA_DIR") {
            finder.data = folder.join(data);
        }
        match env::var("TF_REATTACH_PROVIDERS") {
            Ok(variable) if !variable.is_empty() => finder.reattach(&variable),
            _ => Ok(finder),
        }
    }

    /// Returns the warnings about the configuration files of Terraform.
    pub(crate) fn warnings(&self) -> &[Report] {
        &self.warnings
    }

    /// Sets the places of Terraform's configuration files.
    #[must_use]
    pub fn installation(mut self, installation: Installation) -> Self {
        self.installation = installation;
        self
    }

    /// Adds a filesystem mirror after the others.
    #[must_use]
    pub fn mirror(mut self, mirror: Mirror) -> Self {
        self.installation.mirrors.push(mirror);
        self
    }

    /// Sets the program of a provider. Nothing else is looked at for it.
    #[must_use]
    pub fn program(mut self, provider: Provider, program: impl Into<PathBuf>) -> Self {
        self.programs.insert(provider, program.into());
        self
    }

    /// Adds the running providers of a value of `TF_REATTACH_PROVIDERS`.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be read.
    pub fn reattach(mut self, variable: &str) -> Result<Self, FindError> {
        let wrong = |reason: String| FindError::Content {
            path: "TF_REATTACH_PROVIDERS".into(),
            reason,
        };
        let entries = read_reattach(variable).map_err(|error| wrong(error.to_string()))?;
        for (address, reattach) in entries {
            let provider = address.parse().map_err(wrong)?;
            self.running.insert(provider, reattach);
        }
        Ok(self)
    }

    /// Finds a provider whose version meets constraints. An archive is unpacked into the folder `.terraform`.
    ///
    /// # Errors
    ///
    /// Fails if there is no such provider, with all places in which it was looked for; if the package is not the one of the dependency lock file;
    /// or if a file cannot be read.
    pub fn find<'a>(
        &self,
        provider: &Provider,
        constraints: impl IntoIterator<Item = &'a str>,
    ) -> Result<Location, FindError> {
        let located = |form| Location {
            provider: provider.clone(),
            form,
        };
        if let Some(program) = self.programs.get(provider) {
            return Ok(located(Form::Program(program.clone())));
        }
        if let Some(running) = self.running.get(provider) {
            return Ok(located(Form::Running(running.clone())));
        }
        if let Some(folder) = self.installation.dev_overrides.get(provider) {
            let program = self.program_in(folder, provider)?;
            return Ok(located(Form::Program(program)));
        }
        let mut search = Search::new(provider, self.lock.providers.get(provider), constraints)?;
        let installed = Mirror::new(self.data.join("providers"));
        for mirror in std::iter::once(&installed).chain(&self.installation.mirrors) {
            search.add_mirror(mirror)?;
        }
        let package = search.finish()?;
        let folder = self.unpacked(&package, provider)?;
        Ok(located(Form::Package {
            program: self.program_in(&folder, provider)?,
            version: package.version,
        }))
    }

    /// Returns what the dependency lock file has about a provider that was found: what it has already, with the hash of the package. A running
    /// provider and a program that is used regardless of its version are not locked.
    ///
    /// # Errors
    ///
    /// Fails if a constraint cannot be parsed, or if the package cannot be read.
    pub fn locked<'a>(
        &self,
        location: &Location,
        constraints: impl IntoIterator<Item = &'a str>,
    ) -> Result<Option<LockedProvider>, FindError> {
        let Form::Package { program, version } = &location.form else {
            return Ok(None);
        };
        let constraints = parse_constraints(constraints)?;
        let present = self.lock.providers.get(&location.provider);
        let mut hashes = present.map(|it| it.hashes.clone()).unwrap_or_default();
        let folder = program.parent().unwrap_or(program);
        let hash = package::folder_hash(folder).map_err(|error| FindError::File {
            path: folder.to_owned(),
            error,
        })?;
        hashes.insert(hash);
        Ok(Some(LockedProvider {
            version: version.clone(),
            constraints: combined(&constraints),
            hashes,
        }))
    }

    /// Returns the folder with the files of a package.
    fn unpacked(&self, package: &Package, provider: &Provider) -> Result<PathBuf, FindError> {
        if !package.is_archive {
            return Ok(package.path.clone());
        }
        let folder = mirror::folder(&self.data.join("providers"), provider);
        let folder = folder
            .join(package.version.to_string())
            .join(mirror::platform());
        match package::unpack(&package.path, &folder) {
            Ok(()) => Ok(folder),
            Err(error) => Err(FindError::File {
                path: package.path.clone(),
                error,
            }),
        }
    }

    fn program_in(&self, folder: &Path, provider: &Provider) -> Result<PathBuf, FindError> {
        let found = mirror::program(folder, provider);
        let found = found.map_err(|error| FindError::File {
            path: folder.to_owned(),
            error,
        })?;
        let program = found.ok_or_else(|| FindError::NoProgram {
            provider: Box::new(provider.clone()),
            folder: folder.to_owned(),
        })?;
        // The working folder of the process may be another one.
        Ok(fs::canonicalize(&program).unwrap_or(program))
    }
}
