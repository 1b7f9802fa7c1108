//! The type-erased trait of provisioners.

use terrane_value::Object;

use super::future::BoxFuture;
use crate::context::{Provision, Validate};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased provisioner: its methods take and return values instead of Rust types.
pub trait DynProvisioner: Send + Sync + 'static {
    /// The name of the type.
    fn name(&self) -> &str;

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Runs the provisioner.
    fn provision(&self, config: Object, cx: Provision) -> BoxFuture<Result<()>>;
}
