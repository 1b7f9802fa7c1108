//! The other member of the mux.

use std::sync::Arc;

use terrane_composition::{Interceptor, Next, intercept};
use terrane_protocol::*;

struct Base;

impl Provider for Base {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move { Err(request.rpc().unimplemented()) })
    }
}

/// A provider with the schema of the sink and no types.
struct Annex(GetProviderSchemaResponse);

impl Interceptor for Annex {
    fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            match request {
                Request::GetProviderSchema(_) => {
                    Ok(Response::GetProviderSchema(self.0.clone().into()))
                }
                request => next.call(request).await,
            }
        })
    }
}

pub(super) fn provider(sink: &GetProviderSchemaResponse) -> Arc<dyn Provider> {
    let annex = Annex(GetProviderSchemaResponse {
        provider: sink.provider.clone(),
        ..GetProviderSchemaResponse::default()
    });
    intercept(Arc::new(Base), annex)
}
