//! Contexts: the parameters of a call besides its arguments, such as warnings, private state and cancellation.

mod hide;
mod list;
mod meta;
pub(crate) mod private;
mod private_mut;
mod provision;
mod record;
mod wanted;

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use terrane_protocol::{ClientCapabilities, DeferredReason, Diagnostic, DynamicValue};
use terrane_value::{Object, Path};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use self::list::ListedReads;
pub use self::private::Private;
pub use self::private_mut::PrivateMut;
pub use self::provision::Connection;
pub(crate) use self::record::{CallRecord, Created, Journal};
pub(crate) use self::wanted::Wanted;
use crate::error::Result;
use crate::history::ObjectModel;
use crate::identity::{has_key, lost_key};
use crate::messages::calls::not_yet;
use crate::schema::Block;

/// The functions that all contexts share.
#[derive(Clone)]
pub struct Context {
    record: Arc<CallRecord>,
    meta: DynamicValue,
    deferral_allowed: bool,
}

impl Context {
    pub(crate) fn new(record: Arc<CallRecord>) -> Self {
        Self {
            record,
            meta: DynamicValue::default(),
            deferral_allowed: false,
        }
    }

    /// Sets whether the host allows the call to be deferred.
    pub(crate) fn for_host(mut self, capabilities: &ClientCapabilities) -> Self {
        self.deferral_allowed = capabilities.deferral_allowed;
        self
    }

    /// The deadline of the call, if the object's timeouts set one. At this time [`cancelled`](Self::cancelled) completes.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.record
            .deadline()
            .map(|deadline| deadline.at().into_std())
    }

    /// If the call has failed because author code deferred it, and the host supports deferral, returns the reason.
    pub(crate) fn deferral(&self, failed: bool) -> Option<DeferredReason> {
        let reason = self.journal(|journal| journal.deferred)?;
        (failed && self.deferral_allowed).then(|| deferral(reason))
    }

    pub(crate) fn journal<T>(&self, with: impl FnOnce(&mut Journal) -> T) -> T {
        self.record.journal(with)
    }

    /// Records the current object.
    pub(crate) fn record_object(&self, object: Arc<Object>) {
        self.record.set_object(object);
    }

    /// Records the object that `create` has returned, before the call completes it. The rest of the call cannot return another object.
    pub(crate) fn record_created(&self, object: Arc<Object>) {
        self.record.set_created(object);
    }

    /// Records the key of the current object before its other values are encoded, because encoding runs author code, which may not return.
    ///
    /// Unknown values of `key` keep the values that were recorded before. An object that cannot be found by its key is not recorded.
    pub(crate) fn record_key(&self, block: &Block, key: Object) {
        if !has_key(block, &key) {
            return;
        }
        let recorded = self.journal(|journal| journal.object.clone());
        let object = match recorded.filter(|recorded| recorded.names() == key.names()) {
            None => key,
            Some(recorded) => {
                let mut object = Object::clone(&recorded);
                for (at, value) in key.into_values().into_iter().enumerate() {
                    if !value.is_unknown() {
                        *object.at_mut(at) = value;
                    }
                }
                object
            }
        };
        self.record_object(Arc::new(object));
    }

    /// Records an object, unless its key cannot be encoded: such an object does not replace one that was recorded before.
    ///
    /// # Errors
    ///
    /// Fails if the key of the object cannot be encoded.
    pub(crate) fn record_encoded(&self, block: &Block, object: Object) -> Result<()> {
        let lost = lost_key(block, &object);
        if lost.is_none() || self.journal(|journal| journal.object.is_none()) {
            self.record_object(Arc::new(object));
        }
        lost.map_or(Ok(()), Err)
    }

    /// Returns a copy of the private state.
    pub(crate) fn private(&self) -> Arc<Private> {
        Arc::new(self.journal(|journal| journal.private.clone()))
    }

    /// Changes the private state.
    pub(crate) fn private_mut(&mut self) -> PrivateMut<'_> {
        PrivateMut::new(&self.record)
    }

    /// Adds a warning.
    pub fn warn(&mut self, summary: impl Into<String>, detail: impl Into<String>) {
        self.diagnose(Diagnostic::warning(summary, detail));
    }

    /// Adds a warning about an attribute.
    pub fn warn_at(
        &mut self,
        path: impl Into<Path>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.diagnose(Diagnostic::warning(summary, detail).at(path));
    }

    /// Adds a diagnostic.
    pub fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.journal(|journal| journal.diagnostics.push(diagnostic));
    }

    /// A context without a call, for unit tests.
    fn unbound() -> Self {
        Self::new(Arc::new(CallRecord::new(CancellationToken::new())))
    }

    /// Waits until the call should return: the user has interrupted the host, the host has exited, or the timeout has expired.
    ///
    /// After an interruption, the host gets an answer soon, even if this code does not return. If the call has recorded its object, the answer
    /// contains it, and is sent after `Provider::INTERRUPT_GRACE`. Any other call is answered without a result after 10 s. The code continues while
    /// the process lives, and its result is dropped. So select on this function in addition to any long operation.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + '_ {
        self.record.token().cancelled()
    }

    /// Returns whether the call should return.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.record.token().is_cancelled()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Creates a deferral, and adds it to the log lines of the request.
pub(crate) fn deferral(reason: DeferredReason) -> DeferredReason {
    tracing::Span::current().record("tf_deferred_reason", tracing::field::debug(reason));
    reason
}

/// What some of the contexts can do. Each rule has the name of its method, or of its trait.
macro_rules! can {
    (Default $name:ident) => {
        impl Default for $name {
            /// A context for unit tests: never cancelled, with an empty private state.
            fn default() -> Self {
                Self::new(Context::unbound())
            }
        }
    };
    (private $name:ident) => {
        impl $name {
            /// Reads the private state of the object: `cx.private().get::<String>("etag")?`.
            #[must_use]
            pub fn private(&self) -> impl Deref<Target = Private> + fmt::Debug + use<> {
                self.cx.private()
            }
        }
    };
    (private_mut $name:ident) => {
        impl $name {
            /// Changes the private state of the object: `cx.private_mut().set("etag", "abc")`. The change is stored even if the call fails.
            #[must_use]
            pub fn private_mut(&mut self) -> PrivateMut<'_> {
                self.cx.private_mut()
            }
        }
    };
    (meta $name:ident) => {
        impl $name {
            /// Returns the `provider_meta` block of the object's module. `None` if the module has none.
            ///
            /// `M` is the model that the provider registered with `Registry::meta`.
            ///
            /// # Errors
            ///
            /// Fails if the block does not match the model.
            pub fn meta<M: ObjectModel>(&self) -> Result<Option<M>> {
                self.cx.meta()
            }
        }
    };
    (defer $name:ident) => {
        impl $name {
            /// Whether the host supports deferral. On other hosts, the user of a deferred call gets an error.
            #[must_use]
            pub fn deferral_allowed(&self) -> bool {
                self.cx.deferral_allowed
            }

            /// Defers the call. In `configure`, it defers everything that needs the provider; unknown settings do so without this method.
            ///
            /// Use it when a prerequisite is unknown or does not exist yet, and return its error: `return cx.defer(reason);`. A host that
            /// supports deferral repeats the call when more is known. On other hosts, the user gets an error with advice.
            ///
            /// # Errors
            ///
            /// Always fails, because a deferred call has no result.
            pub fn defer<T>(&mut self, reason: DeferredReason) -> Result<T> {
                self.journal(|journal| journal.deferred = Some(reason));
                Err(not_yet(reason))
            }
        }
    };
    (renew_at $name:ident) => {
        impl $name {
            /// Asks the host to renew the resource at this time. Without it, the resource is valid until it is closed.
            ///
            /// For a time in the past, the host renews at once.
            pub fn renew_at(&mut self, time: SystemTime) {
                self.cx.journal(|journal| journal.renew_at = Some(time));
            }
        }
    };
    (record $name:ident) => {
        impl $name {
            /// Records the current object between the steps of a long operation. If a later step fails, panics or does not return, the host stores
            /// this object.
            ///
            /// The result of the call is recorded automatically. Steps that follow the creation of the object belong into `Resource::settle`. Until
            /// `create` returns, a later record replaces an earlier one. In `settle` and `update`, an object with another key is refused when the call
            /// ends.
            ///
            /// # Examples
            ///
            /// ```
            /// use terrane::prelude::*;
            /// # struct Zoo;
            /// # impl Zoo {
            /// #     async fn add(&self, _: &str) -> Result<String> { Ok("1".to_owned()) }
            /// #     async fn feed(&self, _: &str) -> Result<()> { Ok(()) }
            /// # }
            ///
            /// /// An animal.
            /// #[derive(Clone, Model)]
            /// struct Pet {
            ///     /// The name.
            ///     name: String,
            ///     /// Its number.
            ///     #[tf(key)]
            ///     id: Computed<String>,
            /// }
            ///
            /// async fn create(plan: Pet, zoo: &Zoo, cx: &mut CreateContext) -> Result<Pet> {
            ///     let id = zoo.add(&plan.name).await?;
            ///     let pet = plan.with_computed(PetComputed { id: id.clone() });
            ///     cx.record(pet.clone())?;
            ///     zoo.feed(&id).await?;
            ///     Ok(pet)
            /// }
            /// ```
            ///
            /// # Errors
            ///
            /// Fails if the key of the object cannot be encoded, or if the model does not encode to an object, which is a bug in a custom `Attr`
            /// implementation. If another value cannot be encoded, the object is recorded without it, and the call has an error.
            pub fn record<M: ObjectModel>(&mut self, object: M) -> Result<()> {
                let block = M::block();
                let state = object.encode_key_first(&mut |key| self.cx.record_key(block, key))?;
                self.cx.record_encoded(block, state)
            }

            /// Records the key of the current object before its other values are encoded, because encoding runs author code, which may not return.
            ///
            /// Unknown values of `key` keep the values that were recorded before. An object that cannot be found by its key is not recorded.
            pub fn record_key(&mut self, block: &Block, key: Object) {
                self.cx.record_key(block, key);
            }

            /// Records the current object. Like [`record`](Self::record), but with values instead of a model, for a
            /// [`DynResource`](crate::dynamic::DynResource).
            pub fn checkpoint(&mut self, state: Object) {
                self.cx.record_object(Arc::new(state));
            }
        }
    };
}

macro_rules! contexts {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $ty:ty),* })? can $($ability:ident)*;)*) => {$(
        $(#[$doc])*
        pub struct $name {
            cx: Context,
            $($($field: $ty,)*)?
        }

        impl $name {
            pub(crate) fn new(cx: Context $($(, $field: $ty)*)?) -> Self {
                Self { cx $($(, $field)*)? }
            }
        }

        impl Deref for $name {
            type Target = Context;

            fn deref(&self) -> &Context {
                &self.cx
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Context {
                &mut self.cx
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.cx.fmt(f)
            }
        }

        $(can!($ability $name);)*
    )*};
}

contexts! {
    /// The context of validation.
    ValidateContext can Default;
    /// The context of configuring the provider.
    ConfigureContext { host_version: String } can defer;
    /// The context of creating an object.
    CreateContext can Default private private_mut meta record;
    /// The context of reading an object.
    ReadContext can Default private private_mut meta defer;
    /// The context of updating an object.
    UpdateContext can Default private private_mut meta record;
    /// The context of deleting an object.
    DeleteContext can Default private private_mut meta;
    /// The context of importing an object.
    ImportContext can Default private private_mut defer;
    /// The context of reading a data source.
    ReadDataContext can Default meta defer;
    /// The context of opening an ephemeral resource.
    OpenContext can Default private private_mut defer renew_at;
    /// The context of renewing an ephemeral resource.
    RenewContext can Default private private_mut renew_at;
    /// The context of closing an ephemeral resource.
    CloseContext can Default private;
    /// The context of listing objects.
    ListContext { wanted: Wanted } can;
    /// The context of planning an action.
    PlanActionContext can Default;
    /// The context of running a provisioner.
    ProvisionContext { connection: Connection, output: mpsc::Sender<String> } can;
    /// The context of running an action.
    InvokeContext { progress: mpsc::Sender<String> } can;
}

impl Default for ConfigureContext {
    /// A context for unit tests: never cancelled, of a host without a version.
    fn default() -> Self {
        Self::new(Context::unbound(), String::new())
    }
}

impl ConfigureContext {
    /// The version of the host, Terraform or OpenTofu, such as `1.14.0`.
    #[must_use]
    pub fn host_version(&self) -> &str {
        &self.host_version
    }
}

impl InvokeContext {
    /// Shows a progress message to the user.
    ///
    /// It waits while the host has not read the last few messages, and returns at once if the host has stopped listening.
    pub async fn progress(&mut self, message: impl Into<String>) {
        // Without a listener the message is dropped.
        let _ = self.progress.send(message.into()).await;
    }
}

impl CreateContext {
    /// Records the object that `create` has returned, before the call completes it. The rest of the call cannot return another object.
    pub fn record_created(&mut self, object: Arc<Object>) {
        self.cx.record_created(object);
    }
}

impl ValidateContext {
    /// Adds an error about an attribute.
    pub fn error(&mut self, path: impl Into<Path>, summary: impl Into<String>) {
        self.error_with(path, summary, String::new());
    }

    /// Adds an error about an attribute, with advice.
    pub fn error_with(
        &mut self,
        path: impl Into<Path>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.cx
            .diagnose(Diagnostic::error(summary, detail).at(path));
    }
}

impl ReadContext {
    /// Whether this is the first read after an import. If it finds no object, nothing is imported.
    #[must_use]
    pub fn is_import(&self) -> bool {
        self.cx.journal(|journal| journal.private.is_imported())
    }

    /// Whether this is the first read after an import by the key alone. Then a null in the state says nothing about the object.
    ///
    /// `read` of a typed resource gets no prior object then. A [`DynResource`](crate::dynamic::DynResource) gets a state with the key.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::Object;
    /// use terrane::context::ReadContext;
    ///
    /// /// Returns the state of an object, if it is known.
    /// fn prior<'a>(state: &'a Object, cx: &ReadContext) -> Option<&'a Object> {
    ///     (!cx.is_import_by_key()).then_some(state)
    /// }
    /// ```
    #[must_use]
    pub fn is_import_by_key(&self) -> bool {
        self.cx
            .journal(|journal| journal.private.is_imported_by_key())
    }
}
