//! CloseEphemeralResource.

use terrane_protocol::*;

use crate::context::CloseContext;
use crate::server::session::Server;

impl Server {
    pub(crate) async fn close(
        &self,
        request: OpenedEphemeralResource,
    ) -> Result<DiagnosticsResponse, Diagnostic> {
        let doing = format!("Cannot close {}", request.type_name);
        let (diagnostics, _) = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.close(provider, CloseContext::new(cx)),
            )
            .await?;
        Ok(DiagnosticsResponse { diagnostics })
    }
}
