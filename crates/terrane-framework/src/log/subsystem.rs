//! Subsystems: parts of the author's lines with their own level and filter.

use tracing::level_filters::LevelFilter;

use super::filter::Filter;
use super::module::is_below;

/// The targets of the lines that author code prints. They are also the names of the subsystems.
pub(super) const STDOUT: &str = "stdout";
pub(super) const STDERR: &str = "stderr";

/// A part of the author's lines with its own level and filter. The filter of all lines applies too.
#[derive(Debug)]
pub struct Subsystem {
    pub(super) name: String,
    pub(super) target: String,
    pub(super) level: Option<LevelFilter>,
    pub(super) filter: Filter,
}

impl Subsystem {
    pub(super) fn new(name: &str, target: &str) -> Self {
        Self {
            name: name.to_owned(),
            target: target.to_owned(),
            level: None,
            filter: Filter::default(),
        }
    }

    /// Sets the level to use if the subsystem's variable is not set. It is at most the provider's level. The default is the provider's level.
    pub fn level(&mut self, level: impl Into<LevelFilter>) -> &mut Self {
        self.level = Some(level.into());
        self
    }

    pub(super) fn has(&self, target: &str) -> bool {
        is_below(&self.target, target)
    }
}
