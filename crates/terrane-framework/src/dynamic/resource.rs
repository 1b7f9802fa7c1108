//! The type-erased trait of resources.

use std::sync::Arc;

use terrane_value::Object;

use super::change::DynPlanContext;
use super::found::Found;
use super::future::{BoxFuture, Configured};
use crate::context::{
    CreateContext, DeleteContext, ImportContext, ReadContext, UpdateContext, ValidateContext,
};
use crate::error::Result;
use crate::history::History;
use crate::moves::Moves;
use crate::schema::Block;

/// A type-erased resource: its methods take and return values instead of Rust types.
///
/// Each object has the attributes of [`block`](Self::block), by name.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use terrane_framework::context::{CreateContext, DeleteContext, ReadContext, UpdateContext, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynResource, Found};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::{Object, Type};
///
/// /// A resource whose attributes are known at run time. A real one calls an API.
/// struct Record(Vec<String>);
///
/// impl DynResource for Record {
///     fn name(&self) -> &str {
///         "record"
///     }
///
///     fn block(&self) -> Block {
///         let fields = self.0.iter().map(|name| Member::new(name.as_str(), Shape::Type(Type::String)));
///         Block::new(fields)
///     }
///
///     fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
///         Ok(())
///     }
///
///     fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
///         let created = plan.clone();
///         Box::pin(async { Ok(created) })
///     }
///
///     fn read(&self, state: Arc<Object>, _: Configured, _: ReadContext) -> BoxFuture<Result<Found<Object>>> {
///         Box::pin(async move { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
///     }
///
///     fn update(&self, plan: &Object, _: Arc<Object>, _: Configured, _: UpdateContext) -> BoxFuture<Result<Object>> {
///         let updated = plan.clone();
///         Box::pin(async { Ok(updated) })
///     }
///
///     fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
///         Box::pin(async { Ok(()) })
///     }
/// }
///
/// assert_eq!(Record(vec!["name".to_owned()]).block().members().len(), 1);
/// ```
pub trait DynResource: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// Creates the schema. The server caches it only for resources that a host uses.
    fn block(&self) -> Block;

    /// The version of the schema. Increase it when older states need an upgrade.
    fn version(&self) -> i64 {
        0
    }

    /// Returns the older versions whose states can still be read.
    fn history(&self) -> History<Object> {
        History::default()
    }

    /// The version of the identity schema. Increase it when the parts of the identity change.
    fn identity_version(&self) -> i64 {
        0
    }

    /// Returns the older versions of the identity that can still be read. Their objects contain only the identity.
    fn identity_history(&self) -> History<Object> {
        History::default()
    }

    /// The types, also of other providers, whose objects can become objects of this type.
    fn moves(&self) -> Moves<Object> {
        Moves::default()
    }

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()>;

    /// Whether plan hooks run while the provider defers its work.
    fn plans_while_deferred(&self) -> bool {
        false
    }

    /// Changes the plan of an object. It is called for every plan, including that of a deletion.
    ///
    /// The default keeps the plan.
    fn plan(
        &self,
        change: DynPlanContext,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        let _ = provider;
        Box::pin(async { Ok(change) })
    }

    /// Creates an object from its plan. If the call fails, an object that it has recorded with [`checkpoint`](CreateContext::checkpoint) is stored
    /// nevertheless.
    fn create(
        &self,
        plan: &Object,
        provider: Configured,
        cx: CreateContext,
    ) -> BoxFuture<Result<Object>>;

    /// Reads an object.
    ///
    /// In the first read after an import, `state` has what was imported. If that is the key alone
    /// ([`is_import_by_key`](ReadContext::is_import_by_key)), a null in it says nothing about the object.
    fn read(
        &self,
        state: Arc<Object>,
        provider: Configured,
        cx: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>>;

    /// The forms of the ids that [`import`](Self::import) reads, for the documentation, such as `HOUSE/NUMBER`. Empty if it reads none, or if the id is
    /// the value of the identity's only field.
    fn import_ids(&self) -> Vec<String> {
        Vec::new()
    }

    /// Imports an existing object by its id.
    ///
    /// The default returns `None`: then the id is the value of the identity's only field, if the identity has exactly one.
    fn import(
        &self,
        id: String,
        provider: Configured,
        cx: ImportContext,
    ) -> BoxFuture<Result<Option<Object>>> {
        let _ = (id, provider, cx);
        Box::pin(async { Ok(None) })
    }

    /// Updates an object to its plan.
    fn update(
        &self,
        plan: &Object,
        prior: Arc<Object>,
        provider: Configured,
        cx: UpdateContext,
    ) -> BoxFuture<Result<Object>>;

    /// Deletes an object.
    fn delete(
        &self,
        state: Arc<Object>,
        provider: Configured,
        cx: DeleteContext,
    ) -> BoxFuture<Result<()>>;
}
