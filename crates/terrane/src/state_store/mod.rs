//! State stores.

mod typed;

use bytes::Bytes;

use crate::async_fn::Async;
use crate::context::{Context, ValidateContext};
use crate::dynamic::Lock;
use crate::error::Result;
use crate::model::{Draft, Model, Storable, Unfilled};
use crate::provider::Provider;

/// A state store: storage of whole states, one for each workspace. Protocol 6 only.
///
/// The framework splits states into chunks and joins them, so a store handles whole states.
///
/// # Examples
///
/// ```
/// use std::path::{Path, PathBuf};
///
/// use bytes::Bytes;
/// use terrane::context::Context;
/// use terrane::{StateStore, prelude::*};
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(r: &mut Registry<Self>) { r.state_store::<Burrow>(); }
/// # }
///
/// /// Keeps states in a folder.
/// #[derive(Model)]
/// struct Burrow {
///     /// The folder.
///     path: String,
/// }
///
/// impl StateStore for Burrow {
///     type Provider = Zoo;
///     type Store = PathBuf;
///
///     async fn configure(config: Self, _: &Zoo, _: &mut Context) -> Result<PathBuf> {
///         std::fs::create_dir_all(&config.path)?;
///         Ok(config.path.into())
///     }
///
///     async fn read(folder: &PathBuf, state: &str, _: &mut Context) -> Result<Option<Bytes>> {
///         let path = folder.join(state);
///         Ok(if path.exists() { Some(std::fs::read(path)?.into()) } else { None })
///     }
///
///     async fn write(folder: &PathBuf, state: &str, bytes: Bytes, _: &mut Context) -> Result<()> {
///         Ok(std::fs::write(folder.join(state), bytes)?)
///     }
///
///     async fn list(folder: &PathBuf, _: &mut Context) -> Result<Vec<String>> {
///         let names = std::fs::read_dir(folder)?.map(|file| Ok(file?.file_name().into_string()));
///         Ok(names.collect::<Result<Vec<_>, std::io::Error>>()?.into_iter().flatten().collect())
///     }
///
///     async fn delete(folder: &PathBuf, state: &str, _: &mut Context) -> Result<()> {
///         Ok(std::fs::remove_file(folder.join(state))?)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state store",
    label = "not a state store",
    note = "implement `terrane::StateStore` for it"
)]
pub trait StateStore: Model<WriteOnly: Storable, Computed: Unfilled> {
    /// The provider that serves it.
    type Provider: Provider;

    /// The value that all calls share after `configure`.
    type Store: Send + Sync + 'static;

    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Configures the store. All later calls share the result.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be used.
    fn configure(
        config: Self,
        provider: &Self::Provider,
        cx: &mut Context,
    ) -> impl Async<Output = Result<Self::Store>> + Send;

    /// Reads a state. `None` if no state has this name.
    ///
    /// # Errors
    ///
    /// Fails if the state cannot be read.
    fn read(
        store: &Self::Store,
        state: &str,
        cx: &mut Context,
    ) -> impl Async<Output = Result<Option<Bytes>>> + Send;

    /// Writes a state. The old state must exist until the new one is complete.
    ///
    /// # Errors
    ///
    /// Fails if it could not be written.
    fn write(
        store: &Self::Store,
        state: &str,
        bytes: Bytes,
        cx: &mut Context,
    ) -> impl Async<Output = Result<()>> + Send;

    /// Locks a state and returns the id of the lock: that of `lock`, which can be stored verbatim, or the service's own.
    ///
    /// The default returns `None`: the store has no locks.
    ///
    /// # Errors
    ///
    /// Fails if the state is locked, with [`Lock::conflict`] of the stored lock.
    fn lock(
        store: &Self::Store,
        state: &str,
        lock: Lock,
        cx: &mut Context,
    ) -> impl Async<Output = Result<Option<String>>> + Send {
        let _ = (store, state, lock, cx);
        async { Ok(None) }
    }

    /// Unlocks a state.
    ///
    /// # Errors
    ///
    /// Fails if the lock does not exist or has another id.
    fn unlock(
        store: &Self::Store,
        state: &str,
        lock_id: &str,
        cx: &mut Context,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (store, state, lock_id, cx);
        async { Ok(()) }
    }

    /// Lists the names of the states.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be listed.
    fn list(
        store: &Self::Store,
        cx: &mut Context,
    ) -> impl Async<Output = Result<Vec<String>>> + Send;

    /// Deletes a state.
    ///
    /// # Errors
    ///
    /// Fails if it could not be deleted.
    fn delete(
        store: &Self::Store,
        state: &str,
        cx: &mut Context,
    ) -> impl Async<Output = Result<()>> + Send;
}
