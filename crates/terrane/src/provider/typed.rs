//! Typed providers as an adaptor over the dynamic layer.

use std::sync::Arc;
use std::time::Duration;

use terrane_framework::server;
use terrane_value::Object;

use super::{Provider, Registry};
use crate::context::{ConfigureContext, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynProvider};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::model::ObjectModel;
use crate::schema::Block;
use crate::typed::{Typed, decode, decode_draft};

impl<P: Provider> DynProvider for Typed<P> {
    fn address(&self) -> &str {
        P::ADDRESS
    }

    fn type_prefix(&self) -> Option<&str> {
        P::TYPE_PREFIX
    }

    fn version(&self) -> &str {
        P::VERSION
    }

    fn interrupt_grace(&self) -> Duration {
        P::INTERRUPT_GRACE
    }

    fn block(&self) -> Block {
        P::Config::block().clone()
    }

    fn validate(&self, config: &Object, mut cx: ValidateContext) -> Result<()> {
        let draft = decode_draft::<P::Config>(config)?;
        P::validate(&draft, &mut cx)
    }

    fn configure(&self, config: Object, mut cx: ConfigureContext) -> BoxFuture<Result<Configured>> {
        Box::pin(async move {
            let config = decode::<P::Config>(config, ObjectRole::ProviderConfiguration)?;
            let provider = P::configure(config, &mut cx).await?;
            Ok(Arc::new(provider) as Configured)
        })
    }
}

/// Registers the items of a typed provider.
pub(crate) fn register_items<P: Provider>(registry: server::Registry) -> server::Registry {
    let mut registry = Registry::<P>::new(registry);
    P::register(&mut registry);
    registry.into_dynamic()
}
