//! The parts of a time. They have the same names in all resources.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::moment::Moment;

/// A time with its triggers and parts.
#[derive(Model)]
pub(crate) struct Parts {
    /// Arbitrary values. Changing them creates a new time.
    #[tf(replace)]
    triggers: Option<BTreeMap<String, Option<String>>>,
    /// Year of the time.
    year: Computed<i64>,
    /// Month of the year, from 1.
    month: Computed<i64>,
    /// Day of the month, from 1.
    day: Computed<i64>,
    /// Hour of the day, from 0.
    hour: Computed<i64>,
    /// Minute of the hour, from 0.
    minute: Computed<i64>,
    /// Second of the minute, from 0.
    second: Computed<i64>,
    /// The Unix time, in seconds.
    unix: Computed<i64>,
}

impl PartsComputed {
    /// Returns the parts of a time.
    pub(crate) fn of(moment: Moment) -> Result<Self> {
        let shown = moment.shown()?;
        Ok(Self {
            year: shown.year,
            month: shown.civil.month().into(),
            day: shown.civil.day().into(),
            hour: shown.civil.hour().into(),
            minute: shown.civil.minute().into(),
            second: shown.civil.second().into(),
            unix: shown.unix,
        })
    }
}

impl PartsDraft {
    /// Returns whether a plan has other triggers.
    pub(crate) fn has_other_triggers(&self, planned: &Self) -> bool {
        self.triggers != planned.triggers
    }

    /// Returns the parts of an imported time, which has no triggers.
    pub(crate) fn imported() -> Self {
        Self {
            triggers: BTreeMap::new().into(),
            ..Self::default()
        }
    }
}
