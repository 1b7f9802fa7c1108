//! OpenEphemeralResource.

use terrane_protocol::*;
use terrane_value::{Data, Object, Value};

use crate::context::{OpenContext, Private};
use crate::secret;
use crate::server::call::{author, equal, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn open(
        &self,
        request: ConfigRequest,
    ) -> Result<OpenEphemeralResourceResponse, Diagnostic> {
        let ephemeral = self.definition.ephemerals.find(&request.type_name)?;
        let block = ephemeral.block();
        let doing = format!("Cannot open {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = match self.provider_or_deferral(&request.client_capabilities, &doing)? {
            Ok(provider) => provider,
            Err(deferred) => {
                let deferred = Some(deferred);
                return Ok(OpenEphemeralResourceResponse {
                    result: values::encode_unknown(block),
                    deferred,
                    ..OpenEphemeralResourceResponse::default()
                });
            }
        };
        let prepared = values::prepared(block, &config, &doing)?;
        let known = prepared.clone();
        self.call.limit(block, &prepared, "open");
        let cx = self
            .call
            .context(Private::default())
            .for_host(&request.client_capabilities);
        let opened = self.call.run(&doing, || {
            ephemeral.open(prepared, provider, OpenContext::new(cx.clone()))
        });
        match opened.await {
            Err(error) => {
                let (diagnostics, deferred) = author::failed(&cx, error, &doing);
                Ok(OpenEphemeralResourceResponse {
                    result: match deferred {
                        Some(_) => values::encode_unknown(block),
                        None => DynamicValue::default(),
                    },
                    diagnostics,
                    deferred,
                    ..OpenEphemeralResourceResponse::default()
                })
            }
            Ok(mut opened) => {
                secret::note_opened(&known, &opened);
                let mut diagnostics = author::report(&cx, None, &doing);
                if let Err(error) = equal::keep(block, &known, &mut opened, &doing) {
                    diagnostics.extend(error.into_diagnostics(&doing));
                }
                diagnostics.extend(ephemeral.check_opened(&request.type_name, &config, &opened));
                warn_of_unknowns(&request.type_name, &opened);
                let result =
                    values::encode(opened, block, &request.type_name).unwrap_or_else(|errors| {
                        diagnostics.extend(errors);
                        DynamicValue::default()
                    });
                let (private, renew_at) =
                    cx.journal(|journal| (journal.private.to_wire(), journal.renew_at));
                Ok(OpenEphemeralResourceResponse {
                    result,
                    private: Some(private.into()),
                    renew_at,
                    diagnostics,
                    deferred: None,
                })
            }
        }
    }
}

/// Logs values that are still unknown. Hosts accept them (rule E4), but an expression with such a value cannot be applied.
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
