//! The author's settings of the log.

use std::fmt::Display;

use tracing::level_filters::LevelFilter;

use super::filter::Filter;
use super::module::provider_name;
use super::subsystem::{STDERR, STDOUT, Subsystem};

/// The log settings of a provider: masks, omissions, subsystems and fields.
///
/// Change them in `Provider::log`, which is called before anything is logged. A program with its own subscriber creates a log and adds its
/// [`layer`](Self::layer).
///
/// # Examples
///
/// ```
/// use terrane::log::{Log, regex};
///
/// fn log(log: &mut Log) {
///     log.mask_fields(["authorization"]).mask(regex(r"\b\d{16}\b"));
///     // Its level is that of TF_LOG_PROVIDER_ZOO_HTTP, if that is set.
///     log.subsystem("http", "hyper").omit_messages("connection reused");
/// }
/// # log(&mut Log::new("registry.terraform.io/example/zoo"));
/// ```
#[derive(Debug)]
pub struct Log {
    pub(super) provider: Option<String>,
    pub(super) filter: Filter,
    pub(super) subsystems: Vec<Subsystem>,
    pub(super) fields: Vec<(&'static str, String)>,
    pub(super) location: bool,
    /// The level of all lines, in place of the variables.
    pub(super) level: Option<LevelFilter>,
}

impl Log {
    /// Creates the log of the provider at an address, such as `registry.terraform.io/example/zoo`. The last part of the address is the module of the
    /// author's lines, and part of the variable for their level, here `TF_LOG_PROVIDER_ZOO`.
    #[must_use]
    pub fn new(address: &str) -> Self {
        let printed = [STDOUT, STDERR].map(|stream| Subsystem::new(stream, stream));
        Self {
            provider: provider_name(address),
            filter: Filter::default(),
            subsystems: printed.into(),
            fields: Vec::new(),
            location: true,
            level: None,
        }
    }

    /// Turns the lines of a target into a subsystem with its own level and filter.
    ///
    /// A target is a module path, such as `my_provider::api` or `hyper`, unless the event sets `target: ".."`. It includes the modules below it. If
    /// several subsystems match, the one with the longest target is used.
    ///
    /// For the provider `zoo` and the name `http`, the module of the lines is `zoo.http`. The variable `TF_LOG_PROVIDER_ZOO_HTTP` sets their level.
    /// If it is not set, they have the provider's level.
    pub fn subsystem(&mut self, name: &str, target: &str) -> &mut Subsystem {
        self.subsystems.push(Subsystem::new(name, target));
        let last = self.subsystems.len() - 1;
        &mut self.subsystems[last]
    }

    /// Adds a field to every line.
    pub fn field(&mut self, key: &'static str, value: impl Display) -> &mut Self {
        self.fields.push((key, value.to_string()));
        self
    }

    /// Sets the level of all lines, in place of the variables. Tests that read the log need it.
    pub fn level(&mut self, level: impl Into<LevelFilter>) -> &mut Self {
        self.level = Some(level.into());
        self
    }

    /// Omits the source file and line, `@caller`, from all lines.
    pub fn without_location(&mut self) -> &mut Self {
        self.location = false;
        self
    }

    /// Returns the subsystem of a target.
    pub(super) fn subsystem_of(&self, target: &str) -> Option<&Subsystem> {
        let fitting = self.subsystems.iter().filter(|it| it.has(target));
        fitting.max_by_key(|it| it.target.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_belongs_to_the_longest_that_fits() {
        let mut log = Log::new("example/zoo");
        log.subsystem("api", "zoo_api");
        log.subsystem("wire", "zoo_api::wire");
        let name = |target| log.subsystem_of(target).map(|it| it.name.as_str());
        assert_eq!(name("zoo_api"), Some("api"));
        assert_eq!(name("zoo_api::pets"), Some("api"));
        assert_eq!(name("zoo_api::wire::http"), Some("wire"));
        assert_eq!(name("zoo_api::wired"), Some("api"));
        assert_eq!(name("zoo_apis"), None);
        assert_eq!(name("zoo"), None);
    }
}
