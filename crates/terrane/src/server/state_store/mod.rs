//! The RPCs of state stores.

mod chunks;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use futures_util::stream;
use terrane_protocol::*;

use self::chunks::Whole;
use super::{Server, author, values};
use crate::context::{Context, Private};
use crate::error::Result as AuthorResult;
use crate::resource::BoxFuture as AuthorFuture;
use crate::state_store::{DynStateStore, DynStore, Lock};

/// The maximum chunk size, and the default if a host proposes none (rule SS1).
const CHUNK_SIZES: (u64, u64) = (128 << 20, 8 << 20);

/// The state stores that the host has configured.
pub(super) type Stores = RwLock<BTreeMap<String, InUse>>;

/// A configured state store.
#[derive(Clone)]
pub(super) struct InUse {
    store: Arc<dyn DynStore>,
    chunk_size: u64,
}

impl Server {
    fn state_store(&self, type_name: &str) -> Result<&dyn DynStateStore, Diagnostic> {
        let stores = &self.definition.state_stores;
        stores.find(type_name).map(AsRef::as_ref)
    }

    fn in_use(&self, type_name: &str, doing: &str) -> Result<InUse, Diagnostic> {
        self.state_store(type_name)?;
        let stores = self.stores.read().unwrap_or_else(PoisonError::into_inner);
        stores.get(type_name).cloned().ok_or_else(|| {
            Diagnostic::error(
                doing,
                "The host has not configured the state store. This is a bug in the host: it calls ConfigureStateStore first.",
            )
        })
    }

    pub(super) fn validate_state_store(
        &self,
        request: ValidateStateStoreConfigRequest,
    ) -> ValidateStateStoreConfigResponse {
        let ValidateStateStoreConfigRequest { type_name, config } = request;
        let diagnostics = match self.state_store(&type_name) {
            Ok(it) => self.check_stateless(it.block(), &config, &type_name, |config, cx| {
                it.validate(config, cx)
            }),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateStateStoreConfigResponse { diagnostics }
    }

    pub(super) async fn configure_state_store(
        &self,
        request: ConfigureStateStoreRequest,
    ) -> ConfigureStateStoreResponse {
        let (largest, usual) = CHUNK_SIZES;
        let chunk_size = match request.capabilities.chunk_size {
            0 => usual,
            proposed => proposed.min(largest),
        };
        match self.store_configured(request, chunk_size).await {
            Ok(diagnostics) => ConfigureStateStoreResponse {
                diagnostics,
                capabilities: StateStoreCapabilities { chunk_size },
            },
            Err(diagnostic) => ConfigureStateStoreResponse {
                diagnostics: diagnostic.into(),
                ..ConfigureStateStoreResponse::default()
            },
        }
    }

    async fn store_configured(
        &self,
        request: ConfigureStateStoreRequest,
        chunk_size: u64,
    ) -> Result<Diagnostics, Diagnostic> {
        let type_name = request.type_name;
        let found = self.state_store(&type_name)?;
        let block = found.block();
        let doing = format!("Cannot configure {type_name}");
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self
            .provider()
            .map_err(|not_ready| not_ready.diagnostic(&doing))?;
        let asked = values::asked(block, &config, &doing)?;
        let cx = self.call.context(Private::default());
        let configured = self
            .call
            .run(&doing, || found.configure(asked, provider, cx.clone()));
        let error = match configured.await {
            Ok(store) => {
                let mut stores = self.stores.write().unwrap_or_else(PoisonError::into_inner);
                stores.insert(type_name, InUse { store, chunk_size });
                None
            }
            Err(error) => Some(error),
        };
        Ok(author::report(&cx, error, &doing))
    }

    /// Calls a configured store.
    async fn store_call<T: Send + 'static>(
        &self,
        type_name: &str,
        doing: &str,
        call: impl FnOnce(Arc<dyn DynStore>, Context) -> AuthorFuture<AuthorResult<T>>,
    ) -> (Option<T>, Diagnostics) {
        let InUse { store, .. } = match self.in_use(type_name, doing) {
            Ok(in_use) => in_use,
            Err(diagnostic) => return (None, diagnostic.into()),
        };
        let cx = self.call.context(Private::default());
        let called = self.call.run(doing, || call(store, cx.clone()));
        let (done, error) = match called.await {
            Ok(done) => (Some(done), None),
            Err(error) => (None, Some(error)),
        };
        (done, author::report(&cx, error, doing))
    }

    /// Sends a state in chunks. An error is one chunk without bytes (rule SS3).
    pub(super) async fn read_state(
        &self,
        request: ReadStateBytesRequest,
    ) -> BoxStream<ReadStateBytesChunk> {
        let ReadStateBytesRequest {
            type_name,
            state_id,
        } = request;
        let doing = format!("Cannot read the state \"{state_id}\" of {type_name}");
        let (read, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.read(state_id, cx))
            .await;
        let chunk_size = self.in_use(&type_name, &doing).map(|it| it.chunk_size);
        let state = read.flatten().unwrap_or_default();
        let chunks = chunks::cut(state, chunk_size.unwrap_or(CHUNK_SIZES.1), diagnostics);
        Box::pin(stream::iter(chunks.map(Ok)))
    }

    /// Receives a state in chunks and writes it when it is complete (rule SS4).
    pub(super) async fn write_state(
        &self,
        chunks: BoxStream<WriteStateBytesChunk>,
    ) -> Result<WriteStateBytesResponse, RpcError> {
        let received = chunks::join(chunks, |type_name| {
            self.in_use(type_name, "Cannot write a state")
                .map(|in_use| in_use.chunk_size)
        });
        let diagnostics = match received.await? {
            Ok(Whole {
                type_name,
                state_id,
                bytes,
            }) => {
                let doing = format!("Cannot write the state \"{state_id}\" of {type_name}");
                let call = self.store_call(&type_name, &doing, |store, cx| {
                    store.write(state_id, bytes, cx)
                });
                call.await.1
            }
            Err(diagnostic) => diagnostic.into(),
        };
        Ok(WriteStateBytesResponse { diagnostics })
    }

    pub(super) async fn lock_state(&self, request: LockStateRequest) -> LockStateResponse {
        let LockStateRequest {
            type_name,
            state_id,
            operation,
        } = request;
        let doing = format!("Cannot lock the state \"{state_id}\" of {type_name}");
        let lock = Lock::new(operation);
        let (locked, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| {
                store.lock(state_id, lock, cx)
            })
            .await;
        LockStateResponse {
            lock_id: locked.flatten().unwrap_or_default(),
            diagnostics,
        }
    }

    pub(super) async fn unlock_state(&self, request: UnlockStateRequest) -> UnlockStateResponse {
        let UnlockStateRequest {
            type_name,
            state_id,
            lock_id,
        } = request;
        let doing = format!("Cannot unlock the state \"{state_id}\" of {type_name}");
        let (_, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| {
                store.unlock(state_id, lock_id, cx)
            })
            .await;
        UnlockStateResponse { diagnostics }
    }

    pub(super) async fn states(&self, request: GetStatesRequest) -> GetStatesResponse {
        let doing = format!("Cannot list the states of {}", request.type_name);
        let (listed, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| store.list(cx))
            .await;
        GetStatesResponse {
            state_ids: listed.unwrap_or_default(),
            diagnostics,
        }
    }

    pub(super) async fn delete_state(&self, request: DeleteStateRequest) -> DeleteStateResponse {
        let DeleteStateRequest {
            type_name,
            state_id,
        } = request;
        let doing = format!("Cannot delete the state \"{state_id}\" of {type_name}");
        let (_, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.delete(state_id, cx))
            .await;
        DeleteStateResponse { diagnostics }
    }
}
