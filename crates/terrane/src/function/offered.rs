//! The relation between functions and the provider.

use std::sync::Arc;

use terrane_value::Value;

use super::Function;
use crate::dynamic::{BoxFuture, Configured, DynFunction, Signature};
use crate::error::Result;
use crate::messages;
use crate::provider::Provider;
use crate::typed::{Typed, downcast};

/// The type that a function needs from the provider `P`: `()` for nothing, or the configured provider.
#[diagnostic::on_unimplemented(
    message = "`{P}` cannot offer a function of `{Self}`",
    label = "a function of another provider",
    note = "a function works with the provider that registers it, or without a provider"
)]
pub trait Needs<P>: Send + Sync + 'static {
    /// Whether the provider must be configured first.
    const CONFIGURED: bool;

    /// Returns the value that the function needs.
    ///
    /// # Errors
    ///
    /// Fails if the provider is not configured.
    fn of(provider: Option<Configured>) -> Result<Arc<Self>>;
}

impl<P: Provider> Needs<P> for () {
    const CONFIGURED: bool = false;

    fn of(_: Option<Configured>) -> Result<Arc<Self>> {
        Ok(Arc::new(()))
    }
}

impl<P: Provider> Needs<P> for P {
    const CONFIGURED: bool = true;

    fn of(provider: Option<Configured>) -> Result<Arc<Self>> {
        let provider = provider.ok_or_else(messages::provider_not_configured)?;
        downcast(&provider)
    }
}

impl<F: Function<Provider: Needs<P>>, P: Provider> DynFunction for Typed<(F, P)> {
    fn name(&self) -> &str {
        F::NAME
    }

    fn signature(&self) -> Signature {
        F::signature()
    }

    fn since(&self) -> Option<&str> {
        F::SINCE
    }

    fn needs_provider(&self) -> bool {
        F::Provider::CONFIGURED
    }

    fn call(
        &self,
        arguments: Vec<Value>,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<Value>> {
        Box::pin(async move {
            let provider = F::Provider::of(provider)?;
            F::call(arguments, &provider).await
        })
    }
}
