//! The check of `required_version` arguments.

use terrane_hcl::Diagnostics;

use super::{Config, messages};
use crate::version::{Constraints, Version};

impl Config {
    /// Checks the `required_version` arguments of all modules against the version of Terraform that the host stands for. A prerelease counts as
    /// its release. Returns an error for each argument that the version does not meet.
    ///
    /// ```
    /// use terrane_host::config::Config;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("main.tf");
    /// std::fs::write(&file, "terraform {\n  required_version = \">= 1.10\"\n}\n")?;
    /// let config = Config::load(folder.path())?;
    /// assert!(config.check_versions(&"1.11.4".parse()?).is_empty());
    /// let errors = config.check_versions(&"1.9.8".parse()?);
    /// assert_eq!(errors[0].summary, "Unsupported Terraform Core version");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_versions(&self, host: &Version) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        for module in self.modules() {
            for (text, place) in &module.required_versions {
                let error = match text.parse::<Constraints>() {
                    Err(error) => Some(messages::version_constraint(&error.to_string())),
                    Ok(constraints) => check(&constraints, host),
                };
                diagnostics.extend(error.map(|error| error.at(*place)));
            }
        }
        diagnostics
    }
}

fn check(constraints: &Constraints, host: &Version) -> Option<terrane_hcl::Diagnostic> {
    let mut constraints_with = constraints.0.iter();
    let prerelease = constraints_with.find(|it| !it.version().prerelease().is_empty());
    if let Some(constraint) = prerelease {
        return Some(messages::prerelease_constraint(&constraint.to_string()));
    }
    let is_met = constraints.allow(&host.core());
    (!is_met).then(|| messages::unsupported_version(&host.to_string(), &constraints.to_string()))
}
