//! Calls of a configured state store.

use std::sync::Arc;

use terrane_protocol::{Diagnostic, Diagnostics};

use super::Server;
use crate::context::{Context, Private};
use crate::dynamic::{BoxFuture, DynStore};
use crate::error::Result as AuthorResult;
use crate::locks::lock;
use crate::messages;
use crate::server::call::author;
use crate::server::call::stores::InUse;

impl Server {
    pub(crate) fn in_use(&self, type_name: &str, doing: &str) -> Result<InUse, Diagnostic> {
        self.definition.state_stores.find(type_name)?;
        let stores = lock(&self.stores);
        stores.get(type_name).cloned().ok_or_else(|| {
            messages::host::not_configured(doing, "state store", "ConfigureStateStore")
        })
    }

    /// Calls a configured store.
    pub(crate) async fn store_call<T: Send + 'static>(
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
