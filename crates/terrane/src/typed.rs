//! The functions that the adaptors of typed items share: they convert models from and to objects, and return the provider's value.

use std::any::Any;
use std::borrow::Borrow;
use std::marker::PhantomData;
use std::sync::Arc;

use terrane_value::Object;

use crate::attr::DecodeError;
use crate::attr::generated::object_of;
use crate::dynamic::Configured;
use crate::error::{Error, Result};
use crate::model::Model;

/// Adapts a typed item of any other kind to its dynamic trait.
pub(crate) struct Typed<R>(PhantomData<fn() -> R>);

impl<R> Typed<R> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

/// Decodes a model. The error names the attribute that does not match.
pub(crate) fn decode<M: Model>(object: impl Borrow<Object>, what: &str) -> Result<M> {
    M::decode_object(object.borrow()).map_err(|error| bad_value(what, &error))
}

/// Encodes a model as an object.
pub(crate) fn encode<M: Model>(model: M) -> Result<Object> {
    model.encode_object()
}

/// Encodes a draft of a model as an object.
pub(crate) fn encode_draft<M: Model>(draft: M::Draft) -> Result<Object> {
    object_of(M::encode_draft(draft))
}

/// Creates the error for a value that does not match the model. It names the attribute and the cause.
pub(crate) fn bad_value(what: &str, error: &DecodeError) -> Error {
    let (summary, advice) = if error.is_null() && what == "plan" {
        (
            "Missing required value",
            "A configuration without a value is refused before, so the provider's own code for plans set it to null. This is a bug in the \
             provider: plan a value, or leave what was planned.",
        )
    } else if error.is_null() {
        (
            "Missing required value",
            "The provider needs a value here. Set it in the configuration; if it comes from another resource, check that it is not null there.",
        )
    } else if error.is_unknown() {
        (
            "Value is not known",
            "The host sent a value that is not known yet where it must be. This is a bug in the host, or in a module that hides the value.",
        )
    } else {
        (
            "Value does not fit the schema",
            "Change the value to what is expected.",
        )
    };
    let shown = error
        .place()
        .map_or_else(String::new, |place| format!(" at {place}"));
    let path = error.path();
    let error = Error::new(
        summary,
        format!("In the {what}{shown}: {}. {advice}", error.problem()),
    );
    let error = error.unfit();
    if path.steps().is_empty() {
        error
    } else {
        error.at(path)
    }
}

/// Returns the provider as the author's type.
pub(crate) fn downcast<P: Any + Send + Sync>(provider: &Configured) -> Result<Arc<P>> {
    Arc::clone(provider).downcast::<P>().map_err(|_| {
        Error::new(
            "Wrong provider value",
            format!(
                "A provider of type {} was expected. This is a bug in terrane; please report it.",
                std::any::type_name::<P>()
            ),
        )
    })
}
