//! The `provider_meta` block of the module that a call belongs to.

use terrane_protocol::DynamicValue;

use super::{Context, CreateContext, DeleteContext, ReadContext, ReadDataContext, UpdateContext};
use crate::error::Result;
use crate::history::ObjectModel;
use crate::{messages, secret};

impl Context {
    /// Stores the module's `provider_meta`, which is decoded on demand.
    pub(crate) fn with_meta(mut self, meta: DynamicValue) -> Self {
        self.meta = meta;
        self
    }

    fn meta<M: ObjectModel>(&self) -> Result<Option<M>> {
        let unreadable = |error: &dyn std::fmt::Display| {
            messages::configuration::unreadable_meta(std::any::type_name::<M>(), error)
        };
        let value = self
            .meta
            .decode(&M::block().ty())
            .map_err(|error| unreadable(&error))?;
        if let Some(object) = value.as_object() {
            secret::each(M::block(), object, |text| self.hide(text));
        }
        match value.as_object() {
            None => Ok(None),
            Some(object) => M::decode_object(object)
                .map(Some)
                .map_err(|error| unreadable(&error)),
        }
    }
}

macro_rules! with_meta {
    ($($name:ident),*) => {$(
        impl $name {
            /// Returns the `provider_meta` block of the object's module. `None` if the module has none.
            ///
            /// `M` is the model that the provider registered with `Registry::meta`.
            ///
            /// # Errors
            ///
            /// Fails if the block does not match the model.
            pub fn meta<M: ObjectModel>(&self) -> Result<Option<M>> {
                self.cx.meta()
            }
        }
    )*};
}

with_meta!(
    CreateContext,
    ReadContext,
    UpdateContext,
    DeleteContext,
    ReadDataContext
);
