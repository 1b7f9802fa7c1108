//! Parts of the author's lines.

use tracing::level_filters::LevelFilter;

use super::filter::Filter;
use super::module::is_below;

/// The targets of printed lines, and the names of their subsystems.
pub(super) const STDOUT: &str = "stdout";
pub(super) const STDERR: &str = "stderr";

/// A part of the author's lines with a level and a filter of its own, next to the filter of all lines.
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

    /// Sets the level that it has unless its variable says otherwise; without this it is the provider's.
    pub fn level(&mut self, level: impl Into<LevelFilter>) -> &mut Self {
        self.level = Some(level.into());
        self
    }

    pub(super) fn has(&self, target: &str) -> bool {
        is_below(&self.target, target)
    }
}
