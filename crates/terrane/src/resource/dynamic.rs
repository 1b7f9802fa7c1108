//! The lower layer: resources over values of a schema that is made at run time.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

use terrane_value::Object;

use crate::context::{Create, Delete, Import, Read, Update, Validate};
use crate::error::Result;
use crate::history::History;
use crate::plan::DynChange;
use crate::schema::Block;

use super::Moves;

/// A future of author code.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The provider's own value once it is configured.
pub type Configured = Arc<dyn Any + Send + Sync>;

/// A resource over values: what a typed [`Resource`](super::Resource) becomes, and what bridges and generated providers implement.
///
/// Objects have the attributes of [`block`](Self::block), by name.
pub trait DynResource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// Makes the schema. It is kept for as long as it is needed: once hosts have it, that of most resources is not.
    fn block(&self) -> Block;

    /// The version of the schema: a change that older states do not fit makes a new one.
    fn version(&self) -> i64 {
        0
    }

    /// The versions before this one whose states can still be read.
    fn history(&self) -> History<Object> {
        History::default()
    }

    /// As [`Model::IDENTITY_VERSION`](crate::Model::IDENTITY_VERSION).
    fn identity_version(&self) -> i64 {
        0
    }

    /// As [`Model::identity_history`](crate::Model::identity_history), with objects of which nothing but the identity is set.
    fn identity_history(&self) -> History<Object> {
        History::default()
    }

    /// The types, also of other providers, whose objects can become objects of this one.
    fn moves(&self) -> Moves<Object> {
        Moves::default()
    }

    /// Checks a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Whether plans are made as usual while the provider puts its work off.
    fn plans_while_deferred(&self) -> bool {
        false
    }

    /// Changes the plan of an object. It is called for every plan, also of a deletion.
    ///
    /// The default leaves the plan as it is.
    fn plan(
        &self,
        change: DynChange,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynChange>> {
        let _ = provider;
        Box::pin(async { Ok(change) })
    }

    /// Creates the object of a plan. What is its [`checkpoint`](Create::checkpoint) when this ends without a result is not lost.
    fn create(&self, plan: &Object, provider: Configured, cx: Create) -> BoxFuture<Result<Object>>;

    /// Reads the object; `None` means that it is gone.
    fn read(
        &self,
        state: &Object,
        provider: Configured,
        cx: Read,
    ) -> BoxFuture<Result<Option<Object>>>;

    /// Makes the state of an object that exists already of the id that the user gives it.
    ///
    /// The default returns `None`: then the id is the one field of the identity, if there is one.
    fn import(
        &self,
        id: String,
        provider: Configured,
        cx: Import,
    ) -> BoxFuture<Result<Option<Object>>> {
        let _ = (id, provider, cx);
        Box::pin(async { Ok(None) })
    }

    /// Changes the object of a state to the plan.
    fn update(
        &self,
        plan: &Object,
        prior: &Object,
        provider: Configured,
        cx: Update,
    ) -> BoxFuture<Result<Object>>;

    /// Deletes the object of a state.
    fn delete(&self, state: &Object, provider: Configured, cx: Delete) -> BoxFuture<Result<()>>;
}
