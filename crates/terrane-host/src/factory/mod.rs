//! Where the providers of a run come from.
//!
//! A plan and an apply each start every provider that they need anew, as hosts do, so a provider keeps nothing between two commands.

mod builtin;
mod find;
mod null;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use terrane_protocol::{BoxFuture, Provider};

use crate::address;

pub use find::Found;

/// Starts a new, unconfigured instance of a provider, or fails with the reason.
pub type Start =
    dyn Fn() -> BoxFuture<'static, Result<Arc<dyn Provider>, String>> + Send + Sync + 'static;

/// The providers that a run can start, by their addresses.
///
/// The provider `terraform.io/builtin/terraform` with the resource `terraform_data` is always there.
///
/// ```
/// use terrane_host::address::Provider;
/// use terrane_host::factory::Factories;
///
/// let factories = Factories::new();
/// assert!(factories.contains(&Provider::built_in()));
/// assert!(!factories.contains(&Provider::implied("random")));
/// ```
#[derive(Clone)]
pub struct Factories(BTreeMap<address::Provider, Arc<Start>>);

impl Factories {
    /// Creates a collection that has only the built-in provider.
    pub fn new() -> Self {
        Self(BTreeMap::new()).with_instance(address::Provider::built_in(), || {
            Arc::new(builtin::Terraform)
        })
    }

    /// Adds a provider in this process: a function makes each instance.
    #[must_use]
    pub fn with_instance(
        self,
        address: address::Provider,
        make: impl Fn() -> Arc<dyn Provider> + Send + Sync + 'static,
    ) -> Self {
        self.with_start(address, move || {
            let made = make();
            Box::pin(async move { Ok(made) })
        })
    }

    /// Adds a provider whose start takes time or can fail, such as a program. A launched process must end when the last reference to the
    /// returned provider is dropped.
    #[must_use]
    pub fn with_start(
        mut self,
        address: address::Provider,
        start: impl Fn() -> BoxFuture<'static, Result<Arc<dyn Provider>, String>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.0.insert(address, Arc::new(start));
        self
    }

    /// Returns whether there is a provider of an address.
    pub fn contains(&self, address: &address::Provider) -> bool {
        self.0.contains_key(address)
    }

    /// Starts an instance.
    pub(crate) async fn start(
        &self,
        address: &address::Provider,
    ) -> Result<Arc<dyn Provider>, String> {
        let Some(start) = self.0.get(address) else {
            return Err(format!(
                "This run has no provider {address}. Add it to the factories of the engine."
            ));
        };
        start().await
    }
}

impl Default for Factories {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Factories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
