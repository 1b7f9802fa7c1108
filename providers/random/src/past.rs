//! Texts as older versions of the resources stored them.

use terrane::prelude::*;

use crate::keepers::Keepers;

/// What states of every version may have, and an import has little of.
#[derive(Default, Schema)]
pub(crate) struct Old {
    pub(crate) length: Option<i64>,
    pub(crate) special: Option<bool>,
    pub(crate) upper: Option<bool>,
    pub(crate) lower: Option<bool>,
    pub(crate) number: Option<bool>,
    pub(crate) min_numeric: Option<i64>,
    pub(crate) min_upper: Option<i64>,
    pub(crate) min_lower: Option<i64>,
    pub(crate) min_special: Option<i64>,
    pub(crate) override_special: Option<String>,
    pub(crate) keepers: Option<Keepers>,
    pub(crate) result: Option<Sensitive<String>>,
    pub(crate) bcrypt_hash: Option<Sensitive<String>>,
}

impl Old {
    /// An object of which only the text is known.
    pub(crate) fn of(text: String) -> Self {
        Self {
            result: Some(text.into()),
            ..Self::default()
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> Result<Sensitive<String>> {
        let detail = "The stored state has no `result`: it was changed by hand.";
        self.result
            .clone()
            .ok_or_else(|| Error::new("Unable to Upgrade Resource State", detail))
    }
}
