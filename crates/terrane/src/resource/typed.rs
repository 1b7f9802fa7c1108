//! Typed resources as an adaptor over the dynamic layer: decode, call, encode.

use std::marker::PhantomData;
use std::sync::Arc;

use terrane_framework::identity::known_of;
use terrane_framework::secret;
use terrane_framework::{MissingValues, has_key_alone};
use terrane_value::Object;

use super::{Managed, Moves, Prior};
use crate::context::{Context, Create, Delete, Import, ReadResource, Update, Validate};
use crate::dynamic::{BoxFuture, Configured, DynChange, DynResource};
use crate::error::{Error, Result};
use crate::history::History;
use crate::messages::{self, ObjectRole, bad_value};
use crate::model::{Model, SettleContext};
use crate::plan::Change;
use crate::schema::Block;
use crate::typed::{decode, downcast, encode, encode_draft};

/// Adapts a typed resource to the dynamic trait. `K` is the kind of [`Managed`].
pub(crate) struct TypedResource<R, K>(PhantomData<fn() -> (R, K)>);

impl<R, K> TypedResource<R, K> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: Managed<K>, K: 'static> DynResource for TypedResource<R, K> {
    fn name(&self) -> &str {
        R::NAME
    }

    fn type_name(&self) -> Option<&str> {
        R::TYPE_NAME
    }

    fn block(&self) -> Block {
        R::block().clone()
    }

    fn version(&self) -> i64 {
        R::VERSION
    }

    fn history(&self) -> History<Object> {
        R::history().map(|model| encode(model).map_err(|_| messages::older_model_not_an_object()))
    }

    fn identity_version(&self) -> i64 {
        R::IDENTITY_VERSION
    }

    fn identity_history(&self) -> History<Object> {
        R::identity_history().map(|key| Ok(R::keyed(key)))
    }

    fn moves(&self) -> Moves<Object> {
        let mut moves = Moves::default();
        R::moves(&mut moves);
        moves.map(encode)
    }

    fn validate(&self, config: &Object, mut cx: Validate) -> Result<()> {
        let draft = R::draft_object(config)
            .map_err(|error| bad_value(ObjectRole::Configuration, &error))?;
        R::validate(&draft, &mut cx)
    }

    fn plans_while_deferred(&self) -> bool {
        R::PLANS_WHILE_DEFERRED
    }

    fn import_ids(&self) -> Vec<String> {
        R::IMPORT_IDS.iter().map(ToString::to_string).collect()
    }

    fn plan(
        &self,
        change: DynChange,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynChange>> {
        call(|| {
            let provider = provider.as_ref().map(downcast::<R::Provider>).transpose()?;
            let mut change = Change::new(change);
            Ok(async move {
                let planned = R::plan(&mut change, provider.as_deref()).await;
                let change = change.into_raw();
                match planned {
                    Err(error) if !change.is_deferred() => Err(error),
                    _ => Ok(change),
                }
            })
        })
    }

    fn create(
        &self,
        plan: &Object,
        provider: Configured,
        mut cx: Create,
    ) -> BoxFuture<Result<Object>> {
        call(|| {
            let settle = R::Settle::of(&mut cx).map(|_| Settle::of(R::block(), plan));
            let (plan, provider) = (
                decode::<R>(plan, ObjectRole::Plan)?,
                downcast::<R::Provider>(&provider)?,
            );
            Ok(async move {
                let created = R::create(plan, &provider, &mut cx).await;
                let context = Context::clone(&cx);
                let created = encode_returned(created, &context)?;
                // The next steps need the whole object.
                let settle = settle.filter(|_| !created.has_failure());
                let Some((settle, cx)) = settle.zip(R::Settle::of(&mut cx)) else {
                    return Ok(created);
                };
                let created = settle.after(created, &context);
                let created = decode::<R>(&*created, ObjectRole::CreatedObject)?;
                encode_returned(R::settle(created, &provider, cx).await, &context)
            })
        })
    }

    fn read(
        &self,
        state: &Object,
        provider: Configured,
        mut cx: ReadResource,
    ) -> BoxFuture<Result<Option<Object>>> {
        call(|| {
            let (key, provider) = (key::<R>(state)?, downcast::<R::Provider>(&provider)?);
            let known = !cx.is_import_by_key();
            let missing = match known {
                true => MissingValues::of(R::block(), state),
                false => MissingValues::default(),
            };
            let decoded = known.then(|| R::decode_object(&missing.with_unknown(state)));
            let (prior, undecodable) = match decoded {
                Some(Ok(prior)) => (Some(prior), None),
                // A state with the key alone has nothing to lose.
                Some(Err(error)) if !cx.is_import() && !has_key_alone(R::block(), state) => {
                    (None, Some(error))
                }
                Some(Err(_)) | None => (None, None),
            };
            Ok(async move {
                let found = R::read(key, prior, &provider, &mut cx).await?;
                // A read that keeps the state says nothing about the object, also if it returns no object.
                if let (None, Some(error), false) = (&found, &undecodable, cx.keeps_state()) {
                    return Err(messages::not_found_without_state(error));
                }
                let mut found = found.map(encode).transpose()?;
                if let Some(found) = &mut found {
                    missing.restore_null(found);
                }
                Ok(found)
            })
        })
    }

    fn import(
        &self,
        id: String,
        provider: Configured,
        mut cx: Import,
    ) -> BoxFuture<Result<Option<Object>>> {
        call(|| {
            let provider = downcast::<R::Provider>(&provider)?;
            Ok(async move {
                let state = R::import(id, &provider, &mut cx).await?;
                state.map(encode_draft::<R>).transpose()
            })
        })
    }

    fn update(
        &self,
        plan: &Object,
        prior: &Object,
        provider: Configured,
        mut cx: Update,
    ) -> BoxFuture<Result<Object>> {
        call(|| {
            let (plan, key, provider) = (
                decode::<R>(plan, ObjectRole::Plan)?,
                key::<R>(prior)?,
                downcast::<R::Provider>(&provider)?,
            );
            let draft =
                R::draft_object(prior).map_err(|error| bad_value(ObjectRole::State, &error))?;
            let prior = Prior::new(key, draft, R::decode_object(prior).ok());
            Ok(async move {
                let updated = R::update(plan, prior, &provider, &mut cx).await;
                encode_returned(updated, &cx)
            })
        })
    }

    fn delete(
        &self,
        state: &Object,
        provider: Configured,
        mut cx: Delete,
    ) -> BoxFuture<Result<()>> {
        call(|| {
            let (key, provider) = (key::<R>(state)?, downcast::<R::Provider>(&provider)?);
            let prior = R::decode_object(state).ok();
            Ok(async move { R::delete(key, prior, &provider, &mut cx).await })
        })
    }
}

/// Creates the future of author code. `begin` runs the fallible preparation outside of the future, because each state of a future is compiled again
/// for every type.
fn call<T: Send + 'static, F>(begin: impl FnOnce() -> Result<F>) -> BoxFuture<Result<T>>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    match begin() {
        Ok(future) => Box::pin(future),
        Err(error) => failed(error),
    }
}

#[inline(never)]
fn failed<T: Send + 'static>(error: Error) -> BoxFuture<Result<T>> {
    Box::pin(std::future::ready(Err(error)))
}

/// The input of the settle step.
struct Settle {
    block: &'static Block,
    /// The plan, if it has write-only values, which `create` does not return.
    write_only: Option<Object>,
}

impl Settle {
    fn of(block: &'static Block, plan: &Object) -> Self {
        Self {
            block,
            write_only: block.has_write_only().then(|| plan.clone()),
        }
    }

    /// Records the created object, and adds its write-only values.
    fn after(&self, created: Object, cx: &Context) -> Arc<Object> {
        secret::note(self.block, &created);
        let mut created = Arc::new(created);
        cx.record_created(Arc::clone(&created));
        if let Some(write_only) = &self.write_only {
            self.block
                .recall_write_only(Arc::make_mut(&mut created), write_only);
        }
        created
    }
}

fn key<R: Model>(state: &Object) -> Result<R::Key> {
    R::key(state).map_err(|error| {
        if !error.is_null() {
            return bad_value(ObjectRole::State, &error);
        }
        let path = error.path();
        let known = known_of(R::block(), state);
        messages::missing_key(path, &known)
    })
}

/// Encodes the object that author code has created or updated. Its key is recorded first, because encoding runs author code, which may not return.
fn encode_returned<M: Model>(returned: Result<M>, cx: &Context) -> Result<Object> {
    returned?.encode_key_first(&mut |key| cx.record_key(M::block(), key))
}
