//! Stored states of older versions of the resources with texts.

use terrane::prelude::*;

use crate::keepers::Keepers;

/// The attributes of states of every version. After an import, most of them are missing.
#[derive(Default, Model)]
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
    /// An object with the text alone.
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
