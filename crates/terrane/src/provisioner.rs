//! Provisioners, the other kind of plugin that protocol 5 has.

use std::collections::BTreeMap;
use std::future::Future;

use crate::context::{Provision, Validate};
use crate::error::Result;
use crate::model::{Draft, Model};

/// A provisioner: a model of what is to be done on a machine that a resource has made.
///
/// Hosts look for it as `terraform-provisioner-NAME`. They have long stopped installing provisioners; this is for those who
/// maintain one.
///
/// # Examples
///
/// ```
/// use terrane::context::Provision;
/// use terrane::prelude::*;
/// use terrane::provisioner::Provisioner;
///
/// /// Greets the machine.
/// #[derive(Schema)]
/// struct Greet {
///     /// What is said.
///     words: String,
/// }
///
/// impl Provisioner for Greet {
///     async fn provision(config: Self, cx: &mut Provision) -> Result<()> {
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
    /// Checks what a single attribute's validators cannot, with whatever is known of the configuration so far.
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration; several findings go to `cx`.
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Does the work.
    ///
    /// # Errors
    ///
    /// When it could not be done: hosts mark the resource as tainted.
    fn provision(config: Self, cx: &mut Provision) -> impl Future<Output = Result<()>> + Send;
}

/// How to reach a machine: the settings of the `connection` block, all of them texts.
pub type Connection = BTreeMap<String, String>;
