//! The dynamic form of provisioners.

use terrane_value::Object;

use super::future::BoxFuture;
use crate::context::{Provision, Validate};
use crate::error::Result;
use crate::schema::Block;

/// The dynamic form of a provisioner, which works on values.
pub trait DynProvisioner: Send + Sync + 'static {
    /// The name of the type.
    fn name(&self) -> &str;

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Runs the provisioner.
    fn provision(&self, config: Object, cx: Provision) -> BoxFuture<Result<()>>;
}
