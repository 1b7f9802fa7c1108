//! The gate between two versions of a provider: how much the schemas change, whether stored states are still upgraded, and objects still imported.

mod imports;
mod moves;
mod permission;
mod report;
mod sample;
mod states;

use terrane_schema::{ChangeClass, Differences as _, SchemaDifference, annotation_differences};

use crate::source::Described;

pub(crate) use imports::imports;
pub(crate) use moves::moved;
pub(crate) use permission::Permission;
pub(crate) use report::Report;
pub(crate) use states::{State, StateResult, recorded, sampled, upgrade};

/// The differences between two versions of a provider.
#[derive(Debug)]
pub(crate) struct Changes {
    pub(crate) differences: Vec<SchemaDifference>,
    /// Whether only one of both describes what hosts do not print, so that this was not compared.
    pub(crate) is_partial: bool,
}

impl Changes {
    /// Compares everything that both versions describe.
    pub(crate) fn between(old: &Described, new: &Described) -> Self {
        let mut differences = old.schemas.differences(&new.schemas);
        if old.is_complete && new.is_complete {
            differences.extend(annotation_differences(old.entry(), new.entry()));
        }
        differences.sort_by_key(|difference| std::cmp::Reverse(difference.class));
        Self {
            differences,
            is_partial: old.is_complete != new.is_complete,
        }
    }

    /// Returns the greatest class of a change.
    pub(crate) fn greatest(&self) -> Option<ChangeClass> {
        self.differences.iter().map(|it| it.class).max()
    }
}
