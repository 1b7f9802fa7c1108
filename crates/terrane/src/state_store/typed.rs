//! Typed state stores as an adaptor over the dynamic layer.

use std::sync::Arc;

use bytes::Bytes;
use terrane_value::Object;

use super::StateStore;
use crate::context::{Context, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynStateStore, DynStore, Lock};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::schema::Block;
use crate::typed::{Typed, decode, described, downcast};

impl<S: StateStore> DynStateStore for Typed<S> {
    described!(S, S);

    fn version(&self) -> i64 {
        S::VERSION
    }

    fn configure(
        &self,
        config: Object,
        provider: Configured,
        mut cx: Context,
    ) -> BoxFuture<Result<Arc<dyn DynStore>>> {
        Box::pin(async move {
            let provider = downcast::<S::Provider>(&provider)?;
            let config = decode::<S>(config, ObjectRole::Configuration)?;
            let store = S::configure(config, &provider, &mut cx).await?;
            Ok(Arc::new(TypedStore::<S>(store)) as Arc<dyn DynStore>)
        })
    }
}

struct TypedStore<S: StateStore>(S::Store);

impl<S: StateStore> DynStore for TypedStore<S> {
    fn read(self: Arc<Self>, state: String, mut cx: Context) -> BoxFuture<Result<Option<Bytes>>> {
        Box::pin(async move { S::read(&self.0, &state, &mut cx).await })
    }

    fn write(
        self: Arc<Self>,
        state: String,
        bytes: Bytes,
        mut cx: Context,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::write(&self.0, &state, bytes, &mut cx).await })
    }

    fn lock(
        self: Arc<Self>,
        state: String,
        lock: Lock,
        mut cx: Context,
    ) -> BoxFuture<Result<Option<String>>> {
        Box::pin(async move { S::lock(&self.0, &state, lock, &mut cx).await })
    }

    fn unlock(
        self: Arc<Self>,
        state: String,
        lock_id: String,
        mut cx: Context,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::unlock(&self.0, &state, &lock_id, &mut cx).await })
    }

    fn list(self: Arc<Self>, mut cx: Context) -> BoxFuture<Result<Vec<String>>> {
        Box::pin(async move { S::list(&self.0, &mut cx).await })
    }

    fn delete(self: Arc<Self>, state: String, mut cx: Context) -> BoxFuture<Result<()>> {
        Box::pin(async move { S::delete(&self.0, &state, &mut cx).await })
    }
}
