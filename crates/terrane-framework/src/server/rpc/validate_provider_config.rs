//! ValidateProviderConfig.

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

/// Returns the settings with values from the environment, if there are any.
fn from_environment(block: &Block, config: &Object) -> Option<Object> {
    let mut seen = config.clone();
    // Missing and invalid settings are reported when the provider is configured.
    let _ = fill_from_environment(block, &mut seen, |variable| std::env::var(variable).ok());
    (seen != *config).then_some(seen)
}
