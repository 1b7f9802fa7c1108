//! ConfigureStateStore.

use std::num::NonZeroU64;

use terrane_protocol::*;

use crate::context::Private;
use crate::locks::lock;
use crate::server::call::stores::{DEFAULT_CHUNK_SIZE, InUse, MAX_CHUNK_SIZE};
use crate::server::call::{author, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn configure_state_store(
        &self,
        request: ConfigureStateStoreRequest,
    ) -> Result<ConfigureStateStoreResponse, Diagnostic> {
        let proposed = NonZeroU64::new(request.chunk_size);
        let chunk_size = proposed.unwrap_or(DEFAULT_CHUNK_SIZE).min(MAX_CHUNK_SIZE);
        let type_name = request.type_name;
        let found = self.definition.state_stores.find(&type_name)?;
        let block = found.block();
        let doing = format!("Cannot configure {type_name}");
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self.ready_provider(&doing)?;
        let prepared = values::prepared(block, &config, &doing)?;
        let cx = self.call.context(Private::default());
        let configured = self
            .call
            .run(&doing, || found.configure(prepared, provider, cx.clone()));
        let error = match configured.await {
            Ok(store) => {
                let mut stores = lock(&self.stores);
                stores.insert(type_name, InUse { store, chunk_size });
                None
            }
            Err(error) => Some(error),
        };
        Ok(ConfigureStateStoreResponse {
            diagnostics: author::report(&cx, error, &doing),
            chunk_size: chunk_size.get(),
        })
    }
}
