//! RenewEphemeralResource.

use terrane_protocol::*;

use crate::context::RenewContext;
use crate::server::session::Server;

impl Server {
    /// Renews a resource. If this fails, the private state stays unchanged.
    pub(crate) async fn renew(
        &self,
        request: OpenedEphemeralResource,
    ) -> Result<RenewEphemeralResourceResponse, Diagnostic> {
        let doing = format!("Cannot renew {}", request.type_name);
        let (diagnostics, cx) = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.renew(provider, RenewContext::new(cx)),
            )
            .await?;
        Ok(cx.journal(|journal| RenewEphemeralResourceResponse {
            renew_at: journal.renew_at,
            private: Some(journal.private.to_wire().into()),
            diagnostics,
        }))
    }
}
