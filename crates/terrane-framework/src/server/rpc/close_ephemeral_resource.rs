//! CloseEphemeralResource.

use terrane_protocol::*;

use crate::context::Close;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn close(
        &self,
        request: CloseEphemeralResourceRequest,
    ) -> CloseEphemeralResourceResponse {
        let doing = format!("Cannot close {}", request.type_name);
        let outcome = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.close(provider, Close::new(cx)),
            )
            .await;
        let diagnostics = outcome.map_or_else(Into::into, |(diagnostics, _)| diagnostics);
        CloseEphemeralResourceResponse { diagnostics }
    }
}
