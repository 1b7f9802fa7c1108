//! Decoding of answers as models.

use terrane_framework::history::ObjectModel;
use terrane_value::Value;

use super::ephemeral::Opened;
use super::error::CallError;
use super::instance::{Instance, object};
use super::list::Listed;
use super::planned::PlannedChange;

fn model<M: ObjectModel>(value: &Value) -> Result<M, CallError> {
    let call = "decoding as a model";
    let object = object(value).ok_or_else(|| CallError::misuse(call, "there is no object"))?;
    M::decode_object(object).map_err(|error| CallError::misuse(call, error))
}

impl Instance {
    /// Decodes the attributes as a model.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist, or if it does not match the model.
    pub fn get<M: ObjectModel>(&self) -> Result<M, CallError> {
        model(self.value())
    }
}

impl PlannedChange {
    /// Decodes the planned attributes as a model. Computed attributes may be unknown in it.
    ///
    /// # Errors
    ///
    /// Fails for a deletion, or if a value is unknown that the model cannot hold as unknown.
    pub fn get<M: ObjectModel>(&self) -> Result<M, CallError> {
        model(self.value())
    }
}

impl Opened {
    /// Decodes the attributes as a model.
    ///
    /// # Errors
    ///
    /// Fails if they do not match the model.
    pub fn get<M: ObjectModel>(&self) -> Result<M, CallError> {
        model(self.value())
    }
}

impl Listed {
    /// Decodes the attributes of the object as a model.
    ///
    /// # Errors
    ///
    /// Fails if the query did not ask for them, or if they do not match the model.
    pub fn get<M: ObjectModel>(&self) -> Result<M, CallError> {
        model(self.resource())
    }
}
