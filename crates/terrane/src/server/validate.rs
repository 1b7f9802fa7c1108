//! ValidateProviderConfig, ValidateResourceConfig, ValidateDataResourceConfig.

use terrane_protocol::*;
use terrane_value::Object;

use super::configure::fill_from_environment;
use super::{Server, author, values};
use crate::context::{Context, Private, Validate};
use crate::error::Result as AuthorResult;
use crate::planning;
use crate::schema::Block;
use crate::validate::{Known, validate};

impl Server {
    pub(super) fn validate_provider(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> ValidateProviderConfigResponse {
        let diagnostics = self.check_seen(
            Ok((self.definition.config)()),
            &request.config,
            "the provider",
            Known::NONE,
            from_environment,
            self.definition.validate,
        );
        ValidateProviderConfigResponse {
            prepared_config: request.config,
            diagnostics,
        }
    }

    pub(super) fn validate_resource(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> ValidateResourceConfigResponse {
        let resource = self.resource(&request.type_name);
        let diagnostics = match resource {
            Ok(resource) => self.check(
                Ok(resource.block()),
                &request.config,
                &request.type_name,
                Known::of(&request.client_capabilities),
                |config, cx| resource.validate(config, Validate::new(cx)),
            ),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateResourceConfigResponse { diagnostics }
    }

    pub(super) fn validate_data_source(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> ValidateDataResourceConfigResponse {
        let source = self.data_source(&request.type_name);
        let diagnostics = match source {
            Ok(source) => self.check(
                Ok(source.block()),
                &request.config,
                &request.type_name,
                Known::NONE,
                |config, cx| source.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateDataResourceConfigResponse { diagnostics }
    }

    /// Validates the configuration of a kind without a state, which has no write-only attributes (rule P2).
    pub(super) fn check_stateless(
        &self,
        block: &Block,
        config: &DynamicValue,
        type_name: &str,
        author: impl FnOnce(&Object, Context) -> AuthorResult<()>,
    ) -> Diagnostics {
        self.check(Ok(block), config, type_name, Known::NONE, author)
    }

    /// Runs the author's validation, then that of the schema (rule V1). An error does not skip the others.
    pub(super) fn check(
        &self,
        block: Result<&Block, Diagnostic>,
        config: &DynamicValue,
        what: &str,
        known: Known,
        author: impl FnOnce(&Object, Context) -> AuthorResult<()>,
    ) -> Diagnostics {
        self.check_seen(block, config, what, known, |_, _| None, author)
    }

    /// Validates settings, whose effective values may differ from the configured ones.
    fn check_seen(
        &self,
        block: Result<&Block, Diagnostic>,
        config: &DynamicValue,
        what: &str,
        known: Known,
        seen: fn(&Block, &Object) -> Option<Object>,
        author: impl FnOnce(&Object, Context) -> AuthorResult<()>,
    ) -> Diagnostics {
        let decoded = block
            .and_then(|block| Ok((block, values::decode_some(config, block, "configuration")?)));
        let (block, config) = match decoded {
            Ok(decoded) => decoded,
            Err(diagnostic) => return diagnostic.into(),
        };
        let doing = format!("Cannot validate {what}");
        let mut findings = Vec::new();
        let stopped = author::call(&doing, || {
            let seen = seen(block, &config);
            validate(block, &config, seen.as_ref(), known, &mut findings);
            findings.extend(planning::merged(block, &config));
        });
        findings.extend(stopped.err());
        let spoken = findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        let cx = self.call.context(Private::default());
        let result = author::catch(&doing, || author(&config, cx.clone())).flatten();
        // Values with a wrong type have been reported at their paths.
        let error = result.err().filter(|error| !spoken || !error.is_unfit());
        let mut diagnostics = author::report(&cx, error, &doing);
        diagnostics.extend(findings);
        diagnostics
    }
}

/// Returns the settings with values from the environment, if relations may depend on them.
fn from_environment(block: &Block, config: &Object) -> Option<Object> {
    if block.relations().is_empty() {
        return None;
    }
    let mut seen = config.clone();
    // Missing and invalid settings are reported when the provider is configured.
    let _ = fill_from_environment(block, &mut seen, |variable| std::env::var(variable).ok());
    (seen != *config).then_some(seen)
}
