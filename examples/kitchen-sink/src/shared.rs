//! The sink and the cellar in one process: the sink serves the resources, and the cellar lists towels.

use std::sync::Arc;

use terrane_protocol::schema::{SchemaPart, Schemas, TypeKind};
use terrane_protocol::*;

/// Sends each call to the provider that answers it.
struct Shared {
    sink: Arc<dyn Provider>,
    cellar: Arc<dyn Provider>,
}

macro_rules! route {
    ($($method:ident($request:ty => $answer:ty) to $to:ident;)*) => {$(
        fn $method(&self, request: $request) -> BoxFuture<'_, Result<$answer, RpcError>> {
            self.$to.$method(request)
        }
    )*};
}

impl Provider for Shared {
    /// The schemas of the sink, with the lists of the cellar.
    fn get_provider_schema(
        &self,
        request: GetProviderSchemaRequest,
    ) -> BoxFuture<'_, Result<Schemas, RpcError>> {
        Box::pin(async move {
            let sink = self.sink.get_provider_schema(request.clone()).await?;
            let cellar = self.cellar.get_provider_schema(request).await?;
            Ok(Schemas::new(move |emit| {
                sink.each(emit);
                cellar.each(&mut |part| {
                    if matches!(part, SchemaPart::Type(TypeKind::List, ..)) {
                        emit(part);
                    }
                });
            }))
        })
    }

    /// Configures both.
    fn configure_provider(
        &self,
        request: ConfigureProviderRequest,
    ) -> BoxFuture<'_, Result<ConfigureProviderResponse, RpcError>> {
        Box::pin(async move {
            let mut answer = self.sink.configure_provider(request.clone()).await?;
            let cellar = self.cellar.configure_provider(request).await?;
            answer.diagnostics.extend(cellar.diagnostics);
            Ok(answer)
        })
    }

    route! {
        validate_provider_config(ValidateProviderConfigRequest => ValidateProviderConfigResponse) to sink;
        stop_provider(StopProviderRequest => StopProviderResponse) to sink;
        validate_resource_config(ValidateResourceConfigRequest => ValidateResourceConfigResponse) to sink;
        upgrade_resource_state(UpgradeResourceStateRequest => UpgradeResourceStateResponse) to sink;
        get_resource_identity_schemas(GetResourceIdentitySchemasRequest => GetResourceIdentitySchemasResponse) to sink;
        upgrade_resource_identity(UpgradeResourceIdentityRequest => UpgradeResourceIdentityResponse) to sink;
        read_resource(ReadResourceRequest => ReadResourceResponse) to sink;
        plan_resource_change(PlanResourceChangeRequest => PlanResourceChangeResponse) to sink;
        apply_resource_change(ApplyResourceChangeRequest => ApplyResourceChangeResponse) to sink;
        import_resource_state(ImportResourceStateRequest => ImportResourceStateResponse) to sink;
        generate_resource_config(GenerateResourceConfigRequest => GenerateResourceConfigResponse) to sink;
        validate_list_resource_config(ValidateListResourceConfigRequest => ValidateListResourceConfigResponse) to cellar;
        list_resource(ListResourceRequest => BoxStream<ListResourceEvent>) to cellar;
    }
}

fn main() -> std::process::ExitCode {
    sink::serve_with_cellar(|sink, cellar| Arc::new(Shared { sink, cellar }))
}
