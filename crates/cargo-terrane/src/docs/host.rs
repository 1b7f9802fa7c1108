//! The Terraform or OpenTofu that validates examples.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::error::Error;

/// A host, with its version.
#[derive(Debug)]
pub(crate) struct Host {
    program: PathBuf,
    version: String,
    /// The first two parts of the version.
    release: (u64, u64),
    is_tofu: bool,
}

/// The names of hosts on the PATH.
const NAMES: [&str; 2] = ["terraform", "tofu"];

impl Host {
    /// Finds the host with this path, or the first one on the PATH.
    pub(crate) fn find(wanted: Option<&Path>) -> Result<Option<Self>, Error> {
        let candidates: Vec<PathBuf> = match wanted {
            Some(program) => vec![program.to_owned()],
            None => NAMES.iter().map(PathBuf::from).collect(),
        };
        for program in candidates {
            match Self::start(&program) {
                Err(error) if wanted.is_none() && error.kind() == io::ErrorKind::NotFound => {}
                result => {
                    let program_name = program.display().to_string();
                    return result
                        .map(Some)
                        .map_err(|error| Error::Host(program_name, error));
                }
            }
        }
        Ok(None)
    }

    fn start(program: &Path) -> io::Result<Self> {
        let output = Command::new(program)
            .args(["version", "-json"])
            .env("CHECKPOINT_DISABLE", "1")
            .output()?;
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let version = answer["terraform_version"].as_str().unwrap_or_default();
        let mut parts = version.split('.').map(|part| part.parse().ok());
        let (Some(Some(major)), Some(Some(minor))) = (parts.next(), parts.next()) else {
            let message = "`version -json` printed no version";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        };
        let readable = Command::new(program).arg("version").output()?;
        Ok(Self {
            program: program.to_owned(),
            version: version.to_owned(),
            release: (major, minor),
            is_tofu: readable.stdout.starts_with(b"OpenTofu"),
        })
    }

    /// Returns the name and version.
    pub(crate) fn name(&self) -> String {
        let name = if self.is_tofu {
            "OpenTofu"
        } else {
            "Terraform"
        };
        format!("{name} {}", self.version)
    }

    /// Whether the host is at least Terraform 1.`terraform`, or OpenTofu 1.`tofu`. `None` for no release.
    pub(super) fn is_at_least(&self, terraform: u64, tofu: Option<u64>) -> bool {
        match (self.is_tofu, tofu) {
            (false, _) => self.release >= (1, terraform),
            (true, Some(tofu)) => self.release >= (1, tofu),
            (true, None) => false,
        }
    }

    /// Validates the configuration in a folder, and returns the diagnostics.
    pub(super) fn validate(
        &self,
        folder: &Path,
        cli_config: &Path,
        more: &[&str],
    ) -> Result<Vec<Value>, Error> {
        let mut command = Command::new(&self.program);
        command
            .args(["validate", "-json", "-no-color"])
            .args(more)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", cli_config)
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1");
        for variable in [
            "TF_REATTACH_PROVIDERS",
            "TF_CLI_ARGS",
            "TF_CLI_ARGS_validate",
            "TF_LOG",
            "TF_DATA_DIR",
        ] {
            command.env_remove(variable);
        }
        let program_name = self.program.display().to_string();
        let output = command
            .output()
            .map_err(|error| Error::Host(program_name.clone(), error))?;
        match serde_json::from_slice::<Value>(&output.stdout) {
            Ok(answer) => {
                let diagnostics = answer["diagnostics"].as_array();
                Ok(diagnostics.cloned().unwrap_or_default())
            }
            Err(_) => {
                let printed = [output.stdout, output.stderr].concat();
                let text = String::from_utf8_lossy(&printed).trim().to_owned();
                Err(Error::HostOutput(program_name, text))
            }
        }
    }
}

#[cfg(test)]
impl Host {
    /// Creates a host that is not installed.
    pub(super) fn of_version(is_tofu: bool, major: u64, minor: u64) -> Self {
        Self {
            program: PathBuf::new(),
            version: format!("{major}.{minor}.0"),
            release: (major, minor),
            is_tofu,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_compared_with_the_releases_of_the_own_host() {
        for (is_tofu, major, minor, tofu, expected) in [
            (false, 1, 8, Some(7), true),
            (false, 1, 7, Some(7), false),
            (false, 0, 15, None, false),
            (false, 2, 0, None, true),
            (true, 1, 7, Some(7), true),
            (true, 1, 6, Some(7), false),
            (true, 1, 12, None, false),
        ] {
            let host = Host::of_version(is_tofu, major, minor);
            assert_eq!(host.is_at_least(8, tofu), expected, "{}", host.name());
        }
    }

    #[test]
    fn a_host_is_shown_with_its_version() {
        assert_eq!(Host::of_version(false, 1, 14).name(), "Terraform 1.14.0");
        assert_eq!(Host::of_version(true, 1, 11).name(), "OpenTofu 1.11.0");
    }

    #[test]
    fn a_wanted_host_that_does_not_start_is_an_error() {
        let wanted = Path::new("no-such-host");
        let error = Host::find(Some(wanted)).unwrap_err();
        assert!(matches!(error, Error::Host(name, _) if name == "no-such-host"));
        // Rust's compiler prints no version in JSON.
        let error = Host::find(Some(Path::new("rustc"))).unwrap_err();
        let Error::Host(_, error) = error else {
            panic!("{error}");
        };
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
