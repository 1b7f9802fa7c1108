//! Moves: objects of other types, also of other providers, that become objects of a resource.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use bytes::Bytes;
use terrane_value::Object;

use crate::context::{Context, Private, PrivateMut};
use crate::decode_error::DecodeError;
use crate::error::{Error, Result};
use crate::history::{self, History, ObjectModel};
use crate::messages;
use crate::schema::Block;

/// The source types of moves to a resource.
///
/// # Examples
///
/// ```
/// use terrane::Moves;
/// use terrane::prelude::*;
///
/// /// A `null_resource` of the `null` provider.
/// #[derive(Model)]
/// struct Nothing {
///     /// Its id.
///     id: String,
/// }
///
/// /// A thing.
/// #[derive(Model)]
/// struct Thing {
///     /// Its id.
///     id: Computed<String>,
/// }
///
/// impl From<Nothing> for Thing {
///     fn from(old: Nothing) -> Self {
///         Self { id: old.id.into() }
///     }
/// }
///
/// fn moves(moves: &mut Moves<Thing>) {
///     moves.from::<Nothing>("hashicorp/null", "null_resource");
/// }
/// ```
pub struct Moves<T> {
    movers: Vec<Mover<T>>,
}

type Run<T> = Arc<dyn Fn(&MoveSource, Context) -> Attempt<T> + Send + Sync>;

/// A route: the conversion from one source type.
struct Mover<T> {
    provider: &'static str,
    type_name: &'static str,
    run: Run<T>,
}

/// The outcome of one route.
pub(crate) enum Attempt<T> {
    /// The source matched: the moved object, or the error of its conversion.
    Moved(Result<T>),
    /// The object does not match the source of this route.
    Other(String),
}

impl<T: 'static> Moves<T> {
    /// Adds a source type, whose objects are decoded as an `Old`. `provider` is `namespace/type`, because the host of a registry differs between
    /// Terraform and OpenTofu.
    ///
    /// The schema version of the source must be that of `Old` (0 without `#[tf(version = ..)]`), or one of its history.
    pub fn from<Old: ObjectModel>(
        &mut self,
        provider: &'static str,
        type_name: &'static str,
    ) -> &mut Self
    where
        T: From<Old>,
    {
        self.from_with(provider, type_name, |old: Old, _| Ok(old.into()))
    }

    /// Adds a source type like [`from`](Self::from), with a function that can inspect the source, set private state, and fail.
    ///
    /// Routes are tried in the order in which they were added. If one cannot decode an object, the next one is tried. An error of
    /// `convert` ends the move.
    pub fn from_with<Old: ObjectModel>(
        &mut self,
        provider: &'static str,
        type_name: &'static str,
        convert: impl Fn(Old, &mut MoveContext) -> Result<T> + Send + Sync + 'static,
    ) -> &mut Self {
        self.route(provider, type_name, move |source, cx| {
            attempt(&history::through::<Old>(), &convert, source, cx)
        })
    }

    /// Adds a source type like [`from_with`](Self::from_with), with schemas that are made at run time: the current version of the source and its
    /// older versions.
    pub fn from_versions<Old: 'static>(
        &mut self,
        provider: &'static str,
        type_name: &'static str,
        history: History<Old>,
        convert: impl Fn(Old, &mut MoveContext) -> Result<T> + Send + Sync + 'static,
    ) -> &mut Self {
        self.route(provider, type_name, move |source, cx| {
            attempt(&history, &convert, source, cx)
        })
    }

    fn route(
        &mut self,
        provider: &'static str,
        type_name: &'static str,
        run: impl Fn(&MoveSource, Context) -> Attempt<T> + Send + Sync + 'static,
    ) -> &mut Self {
        self.movers.push(Mover {
            provider,
            type_name,
            run: Arc::new(run),
        });
        self
    }

    /// Returns whether there are no source types.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.movers.is_empty()
    }

    /// The source types and their providers.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.movers.iter().map(|it| (it.type_name, it.provider))
    }

    /// Tries each route from the source's type in turn.
    pub(crate) fn attempts(
        &self,
        source: &MoveSource,
        cx: &Context,
    ) -> impl Iterator<Item = Attempt<T>> {
        let same = self.movers.iter().filter(|mover| {
            mover.type_name == source.type_name
                && without_host(mover.provider) == without_host(&source.provider)
        });
        same.map(|mover| (mover.run)(source, cx.clone()))
    }

    /// Adds a conversion to the result of each route.
    pub fn map<U>(self, next: impl Fn(T) -> Result<U> + Send + Sync + Copy + 'static) -> Moves<U> {
        let movers = self.movers.into_iter().map(|mover| Mover {
            provider: mover.provider,
            type_name: mover.type_name,
            run: Arc::new(
                move |source: &MoveSource, cx: Context| match (mover.run)(source, cx) {
                    Attempt::Moved(moved) => Attempt::Moved(moved.and_then(next)),
                    Attempt::Other(why) => Attempt::Other(why),
                },
            ) as Run<U>,
        });
        Moves {
            movers: movers.collect(),
        }
    }
}

/// Converts an object of one of the versions of its source type.
fn attempt<Old: 'static, T>(
    history: &History<Old>,
    convert: &dyn Fn(Old, &mut MoveContext) -> Result<T>,
    source: &MoveSource,
    cx: Context,
) -> Attempt<T> {
    match history.read(source.version, &source.state) {
        Some(Ok(old)) => {
            let source = source.clone();
            Attempt::Moved(convert(old, &mut MoveContext { source, cx }))
        }
        Some(Err(error)) => Attempt::Other(error.to_string()),
        None => Attempt::Other(messages::state::unsupported_version(
            source.version,
            format_args!("{history:?}"),
        )),
    }
}

/// Returns the `namespace/type` part of a provider's address.
fn without_host(address: &str) -> &str {
    let mut slashes = address.rmatch_indices('/').map(|(at, _)| at);
    slashes.nth(1).map_or(address, |at| &address[at + 1..])
}

impl<T> Default for Moves<T> {
    fn default() -> Self {
        Self { movers: Vec::new() }
    }
}

impl<T> fmt::Debug for Moves<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources = self.movers.iter().map(|it| (it.provider, it.type_name));
        f.debug_list().entries(sources).finish()
    }
}

/// The object to move, as the source provider stored it.
#[derive(Clone)]
pub struct MoveSource {
    pub(crate) provider: String,
    pub(crate) type_name: String,
    pub(crate) version: i64,
    pub(crate) state: Bytes,
    pub(crate) private: Bytes,
    pub(crate) identity: Bytes,
    pub(crate) identity_version: i64,
}

impl MoveSource {
    /// The address of the provider, such as `registry.terraform.io/hashicorp/null`.
    #[must_use]
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The source type.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The schema version of the source type.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The state, in JSON.
    #[must_use]
    pub fn state(&self) -> &[u8] {
        &self.state
    }

    /// Decodes the identity as an `Old`, a model whose attributes are the parts of the identity. `None` if the host sends none.
    ///
    /// OpenTofu up to 1.12 and Terraform before 1.12 send none.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// /// The identity of a bucket.
    /// #[derive(Model)]
    /// struct BucketIdentity {
    ///     /// Its name.
    ///     bucket: String,
    ///     /// The account that has it.
    ///     account_id: Option<String>,
    /// }
    ///
    /// fn account(source: &MoveSource) -> Result<Option<String>> {
    ///     Ok(source.identity::<BucketIdentity>()?.and_then(|identity| identity.account_id))
    /// }
    /// # use terrane::MoveSource;
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the stored identity does not match `Old`. Its bytes are in [`identity_bytes`](Self::identity_bytes).
    pub fn identity<Old: ObjectModel>(&self) -> Result<Option<Old>> {
        let object = self.identity_object(Old::block())?;
        let old = object.map(|object| Old::decode_object(&object));
        old.transpose().map_err(|error| self.unfit(error))
    }

    /// Decodes the identity by a schema that is made at run time, like [`identity`](Self::identity).
    ///
    /// # Errors
    ///
    /// Fails if the stored identity does not match the schema.
    pub fn identity_object(&self, block: &Block) -> Result<Option<Object>> {
        if self.identity.is_empty() {
            return Ok(None);
        }
        history::decode(&self.identity, block).map_err(|error| self.unfit(error))
    }

    fn unfit(&self, error: DecodeError) -> Error {
        messages::identity::unreadable_source(&self.type_name, self.identity_version, error)
    }

    /// The identity, in JSON. Empty if the host sends none.
    #[must_use]
    pub fn identity_bytes(&self) -> &[u8] {
        &self.identity
    }

    /// The version of the identity's schema. Terraform always sends 0 over protocol 6.
    #[must_use]
    pub fn identity_version(&self) -> i64 {
        self.identity_version
    }

    /// The private state.
    ///
    /// # Errors
    ///
    /// Fails if another toolkit wrote it. Its bytes are in [`private_bytes`](Self::private_bytes).
    pub fn private(&self) -> Result<Private> {
        Private::from_wire(&self.private).map_err(messages::private::unreadable)
    }

    /// The private state in the format of the provider's toolkit.
    #[must_use]
    pub fn private_bytes(&self) -> &[u8] {
        &self.private
    }
}

impl fmt::Debug for MoveSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveSource")
            .field("provider", &self.provider)
            .field("type_name", &self.type_name)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// The context of a move.
#[derive(Debug)]
pub struct MoveContext {
    source: MoveSource,
    cx: Context,
}

impl MoveContext {
    /// The source of the object.
    #[must_use]
    pub fn source(&self) -> &MoveSource {
        &self.source
    }

    /// Changes the private state of the moved object, which is empty at first.
    #[must_use]
    pub fn private_mut(&mut self) -> PrivateMut<'_> {
        self.cx.private_mut()
    }
}

impl Deref for MoveContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.cx
    }
}

impl DerefMut for MoveContext {
    fn deref_mut(&mut self) -> &mut Context {
        &mut self.cx
    }
}
