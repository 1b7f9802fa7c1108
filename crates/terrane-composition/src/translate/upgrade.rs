//! A provider of protocol 5 as protocol 6.

use std::fmt;
use std::sync::Arc;

use terrane_protocol::{DynamicValue, Provider, Request, Response, ResponseFuture};

/// Serves a provider of protocol 5 as protocol 6.
///
/// Protocol 6 can express everything of protocol 5, so messages pass unchanged, except for the prepared configuration of the provider. Only protocol 5
/// has it, and hosts ignore it. A provider in another process does not get the fields that only protocol 6 has.
///
/// ```
/// use std::sync::Arc;
/// use terrane_composition::Upgrade;
/// use terrane_protocol::{Provider, Server, Version};
///
/// # fn serve(old: Arc<dyn Provider>) {
/// Server::new(Arc::new(Upgrade::new(old))).versions([Version::V6]).serve()
/// # }
/// ```
pub struct Upgrade {
    provider: Arc<dyn Provider>,
}

impl Upgrade {
    /// Wraps a provider of protocol 5.
    pub fn new(provider: Arc<dyn Provider>) -> Self {
        Self { provider }
    }
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upgrade").finish_non_exhaustive()
    }
}

impl Provider for Upgrade {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            let mut answer = self.provider.call(request).await?;
            if let Response::ValidateProviderConfig(answer) = &mut answer {
                answer.prepared_config = DynamicValue::default();
            }
            Ok(answer)
        })
    }
}
