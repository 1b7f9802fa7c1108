//! Provisioners, the second kind of plugin of protocol 5.

use terrane_value::Object;

use crate::async_fn::Async;
use crate::context::{ProvisionContext, ValidateContext};
use crate::dynamic::{BoxFuture, DynProvisioner};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::model::{Draft, Model};
use crate::schema::Block;
use crate::typed::{Typed, decode, decode_draft};

/// A provisioner: an operation on a machine that a resource has created.
///
/// Hosts search for it as `terraform-provisioner-NAME`. They do not install provisioners any more. This trait is for those who
/// maintain one.
///
/// # Examples
///
/// ```
/// use terrane::context::ProvisionContext;
/// use terrane::prelude::*;
/// use terrane::provisioner::Provisioner;
///
/// /// Greets the machine.
/// #[derive(Model)]
/// struct Greet {
///     /// What is said.
///     words: String,
/// }
///
/// impl Provisioner for Greet {
///     async fn provision(config: Self, cx: &mut ProvisionContext) -> Result<()> {
///         let host = cx.connection().get("host").cloned().unwrap_or_default();
///         cx.output(format!("{}, {host}!", config.words)).await;
///         Ok(())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provisioner",
    label = "not a provisioner",
    note = "implement `terrane::provisioner::Provisioner` for it"
)]
pub trait Provisioner: Model {
    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Runs the provisioner.
    ///
    /// # Errors
    ///
    /// Fails if the work did not succeed. Hosts mark the resource as tainted then.
    fn provision(config: Self, cx: &mut ProvisionContext)
    -> impl Async<Output = Result<()>> + Send;
}

impl<P: Provisioner> DynProvisioner for Typed<P> {
    fn name(&self) -> &str {
        P::NAME
    }

    fn block(&self) -> &Block {
        P::block()
    }

    fn validate(&self, config: &Object, mut cx: ValidateContext) -> Result<()> {
        let draft = decode_draft::<P>(config)?;
        P::validate(&draft, &mut cx)
    }

    fn provision(&self, config: Object, mut cx: ProvisionContext) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            P::provision(decode::<P>(config, ObjectRole::Configuration)?, &mut cx).await
        })
    }
}
