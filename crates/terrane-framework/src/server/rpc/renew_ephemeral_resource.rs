//! RenewEphemeralResource.

use terrane_protocol::*;

use crate::context::Renew;
use crate::server::session::{Server, Unfinished};

impl Server {
    pub(in crate::server) async fn renew(
        &self,
        request: RenewEphemeralResourceRequest,
    ) -> RenewEphemeralResourceResponse {
        let doing = format!("Cannot renew {}", request.type_name);
        let before = request.private.clone();
        let outcome = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.renew(provider, Renew::new(cx)),
            )
            .await;
        match outcome {
            Ok((diagnostics, cx)) => cx.journal(|journal| RenewEphemeralResourceResponse {
                renew_at: journal.renew_at,
                private: Some(journal.private.to_wire().into()),
                diagnostics,
            }),
            Err(diagnostic) => not_renewed(before, diagnostic.into()),
        }
    }

    /// Creates the answer for a renewal that has not returned: the private state stays unchanged.
    pub(in crate::server) fn renew_unfinished(
        request: &RenewEphemeralResourceRequest,
    ) -> Unfinished<RenewEphemeralResourceResponse> {
        let before = request.private.clone();
        Box::new(move |_, diagnostics| not_renewed(before, diagnostics))
    }
}

fn not_renewed(
    private: Option<Opaque>,
    diagnostics: Diagnostics,
) -> RenewEphemeralResourceResponse {
    RenewEphemeralResourceResponse {
        private,
        diagnostics,
        ..RenewEphemeralResourceResponse::default()
    }
}
