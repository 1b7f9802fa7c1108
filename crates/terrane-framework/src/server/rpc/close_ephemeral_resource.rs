//! CloseEphemeralResource.

use terrane_protocol::*;

use crate::context::Close;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn close(
        &self,
        request: CloseEphemeralResourceRequest,
    ) -> Result<CloseEphemeralResourceResponse, Diagnostic> {
        let doing = format!("Cannot close {}", request.type_name);
        let (diagnostics, _) = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.close(provider, Close::new(cx)),
            )
            .await?;
        Ok(CloseEphemeralResourceResponse { diagnostics })
    }
}
