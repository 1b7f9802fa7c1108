//! ReadDataSource.

use terrane_protocol::*;

use crate::context::{Private, ReadDataContext};
use crate::server::call::{author, equal, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn read_data(
        &self,
        request: ReadDataSourceRequest,
    ) -> Result<ReadDataSourceResponse, Diagnostic> {
        let source = self.definition.data_sources.find(&request.type_name)?;
        let block = source.block();
        let doing = format!("Cannot read {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = match self.provider_or_deferral(&request.client_capabilities, &doing)? {
            Ok(provider) => provider,
            Err(deferred) => {
                let deferred = Some(deferred);
                return Ok(ReadDataSourceResponse {
                    state: values::encode_unknown(block),
                    deferred,
                    ..ReadDataSourceResponse::default()
                });
            }
        };
        let prepared = values::prepared(block, &config, &doing)?;
        let before = block.has_equality().then(|| prepared.clone());
        self.call.limit(block, &prepared, "read");
        let cx = self
            .call
            .context(Private::default())
            .for_host(&request.client_capabilities)
            .with_meta(request.provider_meta);
        let read = self.call.run(&doing, || {
            source.read(prepared, provider, ReadDataContext::new(cx.clone()))
        });
        let (state, diagnostics, deferred) = match read.await {
            Err(error) => {
                let (diagnostics, deferred) = author::failed(&cx, error, &doing);
                let state = match deferred {
                    Some(_) => values::encode_unknown(block),
                    None => DynamicValue::default(),
                };
                (state, diagnostics, deferred)
            }
            Ok(mut object) => {
                let mut diagnostics = author::report(&cx, None, &doing);
                let before = before.as_ref().unwrap_or(&config);
                if let Err(error) = equal::keep(block, before, &mut object, &doing) {
                    diagnostics.extend(error.into_diagnostics(&doing));
                }
                let (name, report) = (&request.type_name, &mut diagnostics);
                let object = values::known_answer(object, block, name, "`read`", report);
                let state = values::encode(object, block, name).unwrap_or_else(|errors| {
                    diagnostics.extend(errors);
                    DynamicValue::default()
                });
                (state, diagnostics, None)
            }
        };
        Ok(ReadDataSourceResponse {
            state,
            diagnostics,
            deferred,
        })
    }
}
