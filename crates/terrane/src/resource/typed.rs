//! Typed resources as an adaptor over the dynamic layer: decode, call, encode.

use std::sync::Arc;

use terrane_framework::secret;
use terrane_framework::{MissingValues, has_key_alone};
use terrane_value::Object;

use super::{Found, Managed, Moves, Prior};
use crate::context::{
    CreateContext, DeleteContext, ImportContext, ReadContext, UpdateContext, ValidateContext,
};
use crate::dynamic::{BoxFuture, Configured, DynPlanContext, DynResource};
use crate::error::{Error, Result};
use crate::history::History;
use crate::messages::{self, ObjectRole};
use crate::model::Model;
use crate::plan::PlanContext;
use crate::schema::Block;
use crate::typed::{Typed, decode, decode_draft, downcast, encode, encode_draft};

impl<R: Managed<K>, K: 'static> DynResource for Typed<(R, K)> {
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

    fn validate(&self, config: &Object, mut cx: ValidateContext) -> Result<()> {
        let draft = decode_draft::<R>(config)?;
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
        change: DynPlanContext,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        call(|| {
            let provider = provider.as_ref().map(downcast::<R::Provider>).transpose()?;
            let mut change = PlanContext::new(change);
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
        mut cx: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        call(|| {
            let write_only = R::block().has_write_only().then(|| plan.clone());
            let (plan, provider) = (
                decode::<R>(plan, ObjectRole::Plan)?,
                downcast::<R::Provider>(&provider)?,
            );
            Ok(async move {
                let created = R::create(plan, &provider, &mut cx).await;
                let created = encode_returned(created, |block, key| cx.record_key(block, key))?;
                // `settle` needs the whole object.
                if created.has_failure() {
                    return Ok(created);
                }
                let created = record(R::block(), created, write_only, &mut cx);
                let created = decode::<R>(&*created, ObjectRole::CreatedObject)?;
                let settled = R::settle(created, &provider, &mut cx).await;
                encode_returned(settled, |block, key| cx.record_key(block, key))
            })
        })
    }

    fn read(
        &self,
        state: Arc<Object>,
        provider: Configured,
        mut cx: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        call(|| {
            let provider = downcast::<R::Provider>(&provider)?;
            let (prior, missing, misfit) = if cx.is_import_by_key() {
                let prior = Prior::<R>::of_key(Prior::<R>::decoded_key(&state)?);
                (prior, MissingValues::default(), None)
            } else {
                let missing = MissingValues::of(R::block(), &state);
                // A state with the key alone has nothing to lose.
                let is_lost = !cx.is_import() && !has_key_alone(R::block(), &state);
                let (prior, misfit) = Prior::<R>::decoded(state, &missing)?;
                (prior, missing, misfit.filter(|_| is_lost))
            };
            Ok(async move {
                let found = R::read(prior, &provider, &mut cx).await?;
                let object = match (found, misfit) {
                    (Found::Object(object), _) => object,
                    (Found::Unchanged, _) => return Ok(Found::Unchanged),
                    (Found::Gone, None) => return Ok(Found::Gone),
                    (Found::Gone, Some(error)) => {
                        return Err(messages::not_found_without_state(&error));
                    }
                };
                let mut object = encode(object)?;
                missing.restore_null(&mut object);
                Ok(Found::Object(object))
            })
        })
    }

    fn import(
        &self,
        id: String,
        provider: Configured,
        mut cx: ImportContext,
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
        prior: Arc<Object>,
        provider: Configured,
        mut cx: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        call(|| {
            let plan = decode::<R>(plan, ObjectRole::Plan)?;
            let missing = MissingValues::of(R::block(), &prior);
            let (prior, misfit) = Prior::<R>::decoded(prior, &missing)?;
            if misfit.is_some() {
                prior.draft()?;
            }
            let provider = downcast::<R::Provider>(&provider)?;
            Ok(async move {
                let updated = R::update(plan, prior, &provider, &mut cx).await;
                encode_returned(updated, |block, key| cx.record_key(block, key))
            })
        })
    }

    fn delete(
        &self,
        state: Arc<Object>,
        provider: Configured,
        mut cx: DeleteContext,
    ) -> BoxFuture<Result<()>> {
        call(|| {
            let missing = MissingValues::of(R::block(), &state);
            let (prior, _) = Prior::<R>::decoded(state, &missing)?;
            let provider = downcast::<R::Provider>(&provider)?;
            Ok(async move { R::delete(prior, &provider, &mut cx).await })
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

/// Records the created object. Adds the write-only values of the plan, which `create` does not return.
fn record(
    block: &Block,
    created: Object,
    plan: Option<Object>,
    cx: &mut CreateContext,
) -> Arc<Object> {
    secret::note(block, &created);
    let mut created = Arc::new(created);
    cx.record_created(Arc::clone(&created));
    if let Some(plan) = plan {
        block.recall_write_only(Arc::make_mut(&mut created), &plan);
    }
    created
}

/// Encodes the object that author code has created or updated. Its key is recorded first, because encoding runs author code, which may not return.
fn encode_returned<M: Model>(
    returned: Result<M>,
    mut record_key: impl FnMut(&Block, Object),
) -> Result<Object> {
    returned?.encode_key_first(&mut |key| record_key(M::block(), key))
}
