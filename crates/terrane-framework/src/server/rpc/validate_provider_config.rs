//! ValidateProviderConfig.

use std::env;

use terrane_protocol::*;
use terrane_value::Object;

use crate::schema::Block;
use crate::server::call::environment::fill_from_environment;
use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_provider(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> ValidateProviderConfigResponse {
        let diagnostics = self.check_seen(
            &self.definition.config,
            &request.config,
            "the provider",
            Known::NONE,
            from_environment,
            |config, cx| self.definition.provider.validate(config, cx),
        );
        ValidateProviderConfigResponse {
            prepared_config: request.config,
            diagnostics,
        }
    }
}

/// Returns the settings with values from the environment, if there are any. Reports variables that cannot be used.
fn from_environment(
    block: &Block,
    config: &Object,
    findings: &mut Vec<Diagnostic>,
) -> Option<Object> {
    let mut seen = config.clone();
    let unusable = fill_from_environment(block, &mut seen, |name| env::var_os(name));
    findings.extend(unusable.invalid);
    // A missing setting is reported when the provider is configured: a validation needs no credentials.
    (seen != *config).then_some(seen)
}
