//! ValidateProviderConfig, ValidateResourceConfig, ValidateDataResourceConfig.

use terrane_protocol::*;
use terrane_value::Object;

use super::{Server, task, values};
use crate::context::{Context, Private};
use crate::error::Result as AuthorResult;
use crate::panic;
use crate::schema::Block;
use crate::validate::{WriteOnly, validate};

impl Server {
    pub(super) async fn validate_provider(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> ValidateProviderConfigResponse {
        let diagnostics = self.check(
            Ok((self.definition.config)()),
            &request.config,
            "the provider",
            WriteOnly::Refused,
            self.definition.validate,
        );
        ValidateProviderConfigResponse {
            prepared_config: request.config,
            diagnostics,
        }
    }

    pub(super) async fn validate_resource(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> ValidateResourceConfigResponse {
        let resource = self.resource(&request.type_name);
        let diagnostics = match resource {
            Ok(resource) => self.check(
                Ok(resource.block()),
                &request.config,
                &request.type_name,
                WriteOnly::of(&request.client_capabilities),
                |config, cx| resource.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateResourceConfigResponse { diagnostics }
    }

    pub(super) async fn validate_data_source(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> ValidateDataResourceConfigResponse {
        let source = self.data_source(&request.type_name);
        let diagnostics = match source {
            Ok(source) => self.check(
                Ok(source.block()),
                &request.config,
                &request.type_name,
                WriteOnly::Refused,
                |config, cx| source.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateDataResourceConfigResponse { diagnostics }
    }

    /// Checks the configuration of what no state is kept of, and so has nothing that is only written (rule P2).
    pub(super) fn check_stateless(
        &self,
        block: &Block,
        config: &DynamicValue,
        type_name: &str,
        author: impl FnOnce(Object, Context) -> AuthorResult<()>,
    ) -> Diagnostics {
        self.check(Ok(block), config, type_name, WriteOnly::Refused, author)
    }

    /// The author's own check first, then the schema's (rule V1); nothing stops what comes after it.
    pub(super) fn check(
        &self,
        block: Result<&Block, Diagnostic>,
        config: &DynamicValue,
        what: &str,
        write_only: WriteOnly,
        author: impl FnOnce(Object, Context) -> AuthorResult<()>,
    ) -> Diagnostics {
        let decoded = block
            .and_then(|block| Ok((block, values::decode_some(config, block, "configuration")?)));
        let (block, config) = match decoded {
            Ok(decoded) => decoded,
            Err(diagnostic) => return diagnostic.into(),
        };
        let mut findings = Vec::new();
        validate(block, &config, write_only, &mut findings);
        let (_, cx) = self.context(Private::default());
        let doing = format!("Cannot validate {what}");
        let result = panic::catch(|| author(config, cx.clone()))
            .unwrap_or_else(|report| Err(task::panicked(&doing, &report.to_string())));
        let mut diagnostics = task::report(&cx, result.err(), &doing);
        diagnostics.extend(findings);
        diagnostics
    }
}
