//! The functions that the adaptors of typed items share: they convert models from and to objects, and return the provider's value.

use std::any::Any;
use std::borrow::Borrow;
use std::marker::PhantomData;
use std::sync::Arc;

use terrane_value::Object;

use crate::dynamic::Configured;
use crate::error::Result;
use crate::generated::object_of;
use crate::messages::{self, ObjectRole, bad_value};
use crate::model::{Draft, Model};

/// Adapts a typed item of any other kind to its dynamic trait.
pub(crate) struct Typed<R>(PhantomData<fn() -> R>);

impl<R> Typed<R> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

/// Decodes a model. The error names the attribute that does not match.
pub(crate) fn decode<M: Model>(object: impl Borrow<Object>, role: ObjectRole) -> Result<M> {
    M::decode_object(object.borrow()).map_err(|error| bad_value(role, &error))
}

/// Decodes a configuration whose values may be unknown. The error names the attribute that does not match.
pub(crate) fn decode_draft<M: Model>(config: &Object) -> Result<Draft<M>> {
    M::draft_object(config).map_err(|error| bad_value(ObjectRole::Configuration, &error))
}

/// The functions of a dynamic trait that describe a typed item and validate its configuration. `$named` has the item's name.
macro_rules! described {
    ($item:ident, $named:ty) => {
        fn name(&self) -> &str {
            <$named as $crate::model::Model>::NAME
        }

        fn type_name(&self) -> Option<&str> {
            <$named as $crate::model::Model>::TYPE_NAME
        }

        fn block(&self) -> &Block {
            $item::block()
        }

        fn validate(&self, config: &Object, mut cx: ValidateContext) -> Result<()> {
            $item::validate(&$crate::typed::decode_draft::<$item>(config)?, &mut cx)
        }
    };
}

pub(crate) use described;

/// Encodes a model as an object.
pub(crate) fn encode<M: Model>(model: M) -> Result<Object> {
    model.encode_object()
}

/// Encodes a draft of a model as an object.
pub(crate) fn encode_draft<M: Model>(draft: M::Draft) -> Result<Object> {
    object_of(M::encode_draft(draft))
}

/// Returns the provider as the author's type.
pub(crate) fn downcast<P: Any + Send + Sync>(provider: &Configured) -> Result<Arc<P>> {
    Arc::clone(provider)
        .downcast::<P>()
        .map_err(|_| messages::wrong_provider(std::any::type_name::<P>()))
}
