//! ValidateEphemeralResourceConfig, OpenEphemeralResource, RenewEphemeralResource, CloseEphemeralResource.

use terrane_protocol::*;
use terrane_value::{Data, Object, Value};

use super::apply::read_private;
use super::registered::RegisteredType;
use super::rpcs::Unfinished;
use super::{Server, author, equal, values};
use crate::context::{Context, Private};
use crate::ephemeral::DynEphemeral;
use crate::error::Result as AuthorResult;
use crate::resource::{BoxFuture, Configured};
use crate::secret;

impl Server {
    fn ephemeral(&self, type_name: &str) -> Result<&RegisteredType<dyn DynEphemeral>, Diagnostic> {
        self.definition
            .ephemerals
            .find(type_name)
            .map(AsRef::as_ref)
    }

    pub(super) fn validate_ephemeral(
        &self,
        request: ValidateEphemeralResourceConfigRequest,
    ) -> ValidateEphemeralResourceConfigResponse {
        let ValidateEphemeralResourceConfigRequest { type_name, config } = request;
        let diagnostics = match self.ephemeral(&type_name) {
            Ok(it) => self.check_stateless(it.block(), &config, &type_name, |config, cx| {
                it.validate(config, cx)
            }),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateEphemeralResourceConfigResponse { diagnostics }
    }

    pub(super) async fn open(
        &self,
        request: OpenEphemeralResourceRequest,
    ) -> OpenEphemeralResourceResponse {
        self.opened(request)
            .await
            .unwrap_or_else(|diagnostic| OpenEphemeralResourceResponse {
                diagnostics: diagnostic.into(),
                ..OpenEphemeralResourceResponse::default()
            })
    }

    async fn opened(
        &self,
        request: OpenEphemeralResourceRequest,
    ) -> Result<OpenEphemeralResourceResponse, Diagnostic> {
        let ephemeral = self.ephemeral(&request.type_name)?;
        let block = ephemeral.block();
        let doing = format!("Cannot open {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = match self.provider() {
            Ok(provider) => provider,
            Err(not_ready) => {
                return match not_ready.deferred(&request.client_capabilities) {
                    deferred @ Some(_) => Ok(OpenEphemeralResourceResponse {
                        result: values::encode_unknown(block),
                        deferred,
                        ..OpenEphemeralResourceResponse::default()
                    }),
                    None => Err(not_ready.diagnostic(&doing)),
                };
            }
        };
        let asked = values::asked(block, &config, &doing)?;
        let known = asked.clone();
        self.call.limit(block, &asked, "open");
        let cx = self.call.context(Private::default());
        let cx = cx.for_host(&request.client_capabilities);
        let opened = self
            .call
            .run(&doing, || ephemeral.open(asked, provider, cx.clone()));
        match opened.await {
            Err(error) => {
                let deferred = cx.deferral(true);
                let error = Some(error).filter(|_| deferred.is_none());
                Ok(OpenEphemeralResourceResponse {
                    result: match deferred {
                        Some(_) => values::encode_unknown(block),
                        None => DynamicValue::default(),
                    },
                    diagnostics: author::report(&cx, error, &doing),
                    deferred,
                    ..OpenEphemeralResourceResponse::default()
                })
            }
            Ok(mut opened) => {
                secret::note_opened(&known, &opened);
                let mut diagnostics = author::report(&cx, None, &doing);
                if let Err(error) = equal::keep(block, &config, &mut opened, &doing) {
                    diagnostics.extend(error.into_diagnostics(&doing));
                }
                diagnostics.extend(ephemeral.check_opened(&request.type_name, &config, &opened));
                warn_of_unknowns(&request.type_name, &opened);
                let (private, renew_at) =
                    cx.journal(|journal| (journal.private.to_wire(), journal.renew_at));
                Ok(OpenEphemeralResourceResponse {
                    result: values::encode(opened, block)?,
                    private: Some(private.into()),
                    renew_at,
                    diagnostics,
                    deferred: None,
                })
            }
        }
    }

    pub(super) async fn renew(
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
                |it, provider, cx| it.renew(provider, cx),
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

    /// Creates the answer of a renewal that has not returned: the private state stays unchanged.
    pub(super) fn renew_unfinished(
        request: &RenewEphemeralResourceRequest,
    ) -> Unfinished<RenewEphemeralResourceResponse> {
        let before = request.private.clone();
        Box::new(move |_, diagnostics| not_renewed(before, diagnostics))
    }

    pub(super) async fn close(
        &self,
        request: CloseEphemeralResourceRequest,
    ) -> CloseEphemeralResourceResponse {
        let doing = format!("Cannot close {}", request.type_name);
        let outcome = self
            .held(
                &request.type_name,
                request.private,
                &doing,
                |it, provider, cx| it.close(provider, cx),
            )
            .await;
        let diagnostics = outcome.map_or_else(Into::into, |(diagnostics, _)| diagnostics);
        CloseEphemeralResourceResponse { diagnostics }
    }

    /// Calls author code for an open resource, of which only the private state is available.
    async fn held(
        &self,
        type_name: &str,
        private: Option<Opaque>,
        doing: &str,
        call: impl FnOnce(&dyn DynEphemeral, Configured, Context) -> BoxFuture<AuthorResult<()>>,
    ) -> Result<(Diagnostics, Context), Diagnostic> {
        let ephemeral = self.ephemeral(type_name)?;
        let provider = self
            .provider()
            .map_err(|not_ready| not_ready.diagnostic(doing))?;
        let (private, foreign) = read_private(&private.unwrap_or_default());
        let mut cx = self.call.context(private);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let called = self
            .call
            .run(doing, || call(&**ephemeral, provider, cx.clone()));
        let result = called.await;
        Ok((author::report(&cx, result.err(), doing), cx))
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

/// Logs values that are still unknown. Hosts accept them (rule E4), but whatever uses such a value cannot be applied.
fn warn_of_unknowns(type_name: &str, opened: &Object) {
    if opened.is_wholly_known() {
        return;
    }
    Value::Known(Data::Object(opened.clone())).walk(|path, value| {
        if value.is_unknown() {
            tracing::warn!(tf_attribute_path = %path, "After open, `{path}` of {type_name} is still not known");
        }
        true
    });
}
