//! Calls of a configured state store.

use std::sync::{Arc, PoisonError};

use terrane_protocol::{Diagnostic, Diagnostics};

use super::Server;
use crate::context::{Context, Private};
use crate::dynamic::{BoxFuture, DynStore};
use crate::error::Result as AuthorResult;
use crate::messages;
use crate::server::call::author;
use crate::server::call::stores::InUse;

impl Server {
    pub(in crate::server) fn in_use(
        &self,
        type_name: &str,
        doing: &str,
    ) -> Result<InUse, Diagnostic> {
        self.definition.state_stores.find(type_name)?;
        let stores = self.stores.read().unwrap_or_else(PoisonError::into_inner);
        stores.get(type_name).cloned().ok_or_else(|| {
            messages::host::not_configured(doing, "state store", "ConfigureStateStore")
        })
    }

    /// Calls a configured store.
    pub(in crate::server) async fn store_call<T: Send + 'static>(
        &self,
        type_name: &str,
        doing: &str,
        call: impl FnOnce(Arc<dyn DynStore>, Context) -> BoxFuture<AuthorResult<T>>,
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
}
