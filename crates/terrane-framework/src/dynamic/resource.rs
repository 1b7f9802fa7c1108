//! The dynamic form of resources.

use terrane_value::Object;

use super::change::DynChange;
use super::future::{BoxFuture, Configured};
use crate::context::{Create, Delete, Import, ReadResource, Update, Validate};
use crate::error::Result;
use crate::history::History;
use crate::moves::Moves;
use crate::schema::Block;

/// The dynamic form of a resource, which works on values.
///
/// Objects have the attributes of [`block`](Self::block), by name.
pub trait DynResource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// Creates the schema. The server caches it only for resources that a host uses.
    fn block(&self) -> Block;

    /// The version of the schema. It rises when older states need an upgrade.
    fn version(&self) -> i64 {
        0
    }

    /// Returns the older versions whose states can still be read.
    fn history(&self) -> History<Object> {
        History::default()
    }

    /// The version of the identity schema. It rises when the parts of the identity change.
    fn identity_version(&self) -> i64 {
        0
    }

    /// Returns the older versions of the identity that can still be read, with objects of which nothing but the identity is set.
    fn identity_history(&self) -> History<Object> {
        History::default()
    }

    /// The types, also of other providers, whose objects can become objects of this one.
    fn moves(&self) -> Moves<Object> {
        Moves::default()
    }

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Whether plan hooks run while the provider defers its work.
    fn plans_while_deferred(&self) -> bool {
        false
    }

    /// Changes the plan of an object. It is called for every plan, also of a deletion.
    ///
    /// The default keeps the plan.
    fn plan(
        &self,
        change: DynChange,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynChange>> {
        let _ = provider;
        Box::pin(async { Ok(change) })
    }

    /// Creates the object of a plan. An object that the call has recorded with [`checkpoint`](Create::checkpoint) is stored, even if the call fails.
    fn create(&self, plan: &Object, provider: Configured, cx: Create) -> BoxFuture<Result<Object>>;

    /// Reads the object. `None` means that it does not exist any more.
    fn read(
        &self,
        state: &Object,
        provider: Configured,
        cx: ReadResource,
    ) -> BoxFuture<Result<Option<Object>>>;

    /// Imports an existing object by its id.
    ///
    /// The default returns `None`: then the id is the value of the only field of the identity, if there is exactly one.
    fn import(
        &self,
        id: String,
        provider: Configured,
        cx: Import,
    ) -> BoxFuture<Result<Option<Object>>> {
        let _ = (id, provider, cx);
        Box::pin(async { Ok(None) })
    }

    /// Updates an object to a plan.
    fn update(
        &self,
        plan: &Object,
        prior: &Object,
        provider: Configured,
        cx: Update,
    ) -> BoxFuture<Result<Object>>;

    /// Deletes an object.
    fn delete(&self, state: &Object, provider: Configured, cx: Delete) -> BoxFuture<Result<()>>;
}
