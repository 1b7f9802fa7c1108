//! The `provider_meta` block of the module that a call belongs to.

use terrane_protocol::DynamicValue;

use super::Context;
use crate::error::Result;
use crate::history::ObjectModel;
use crate::{messages, secret};

impl Context {
    /// Stores the module's `provider_meta`, which is decoded on demand.
    pub(crate) fn with_meta(mut self, meta: DynamicValue) -> Self {
        self.meta = meta;
        self
    }

    pub(super) fn meta<M: ObjectModel>(&self) -> Result<Option<M>> {
        let unreadable = |error: &dyn std::fmt::Display| {
            messages::configuration::unreadable_meta(std::any::type_name::<M>(), error)
        };
        let value = self
            .meta
            .decode(&M::block().ty())
            .map_err(|error| unreadable(&error))?;
        let Some(object) = value.as_object() else {
            return Ok(None);
        };
        secret::each(M::block(), object, |text| self.hide(text));
        let decoded = M::decode_object(object);
        decoded.map(Some).map_err(|error| unreadable(&error))
    }
}
