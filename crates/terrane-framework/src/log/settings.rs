//! What an author sets about the log.

use std::fmt::Display;

use super::filter::Filter;
use super::module::provider_name;
use super::subsystem::{STDERR, STDOUT, Subsystem};

/// The log of a provider: what its lines show and leave out.
///
/// `Provider::log` gets it before anything is logged. A program with a subscriber of its own makes one and takes
/// its [`layer`](Self::layer).
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
}

impl Log {
    /// Makes the log of the provider at an address, such as `registry.terraform.io/example/zoo`: its last part names the module of the
    /// author's lines and the variable of their level, here `TF_LOG_PROVIDER_ZOO`.
    #[must_use]
    pub fn new(address: &str) -> Self {
        let printed = [STDOUT, STDERR].map(|stream| Subsystem::new(stream, stream));
        Self {
            provider: provider_name(address),
            filter: Filter::default(),
            subsystems: printed.into(),
            fields: Vec::new(),
            location: true,
        }
    }

    /// Makes lines of some targets a part of their own, with a level of its own.
    ///
    /// A target is a module path, such as `my_provider::api` or `hyper`, unless the line says `target: ".."`; what is below it belongs to it.
    /// Of several that fit, the longest counts. With the provider `zoo` and the name `http`, the lines' module is `zoo.http`, and their
    /// level that of the variable `TF_LOG_PROVIDER_ZOO_HTTP`, or else the provider's.
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

    /// Leaves the source file and line, `@caller`, out of all lines.
    pub fn without_location(&mut self) -> &mut Self {
        self.location = false;
        self
    }

    /// The subsystem that a target belongs to.
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
