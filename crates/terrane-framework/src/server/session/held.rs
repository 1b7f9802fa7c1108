//! Calls for an open ephemeral resource.

use terrane_protocol::{Diagnostic, Diagnostics, Opaque};

use super::Server;
use crate::context::Context;
use crate::dynamic::{BoxFuture, Configured, DynEphemeral};
use crate::error::Result as AuthorResult;
use crate::server::call::author;
use crate::server::call::private::read_private;

impl Server {
    /// Calls author code for an open resource. Only the private state of the resource is available.
    pub(crate) async fn held(
        &self,
        type_name: &str,
        private: Option<Opaque>,
        doing: &str,
        call: impl FnOnce(&dyn DynEphemeral, Configured, Context) -> BoxFuture<AuthorResult<()>>,
    ) -> Result<(Diagnostics, Context), Diagnostic> {
        let ephemeral = self.definition.ephemerals.find(type_name)?;
        let provider = self.ready_provider(doing)?;
        let (private, foreign) = read_private(&private.unwrap_or_default());
        let mut cx = self.call.context(private);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let called = self
            .call
            .run(doing, || call(&***ephemeral, provider, cx.clone()));
        let result = called.await;
        Ok((author::report(&cx, result.err(), doing), cx))
    }
}
