//! The validations of configurations: ValidateProviderConfig, ValidateResourceConfig and their siblings.

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
        let diagnostics = self.call.check_seen(
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

    pub(in crate::server) fn validate_resource(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let resource = self.definition.resources.find(&request.type_name)?;
        Ok(self.call.check(
            resource.block(),
            &request.config,
            &request.type_name,
            Known::of(&request.client_capabilities),
            |config, cx| resource.validate(config, cx),
        ))
    }

    pub(in crate::server) fn validate_data_source(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let source = self.definition.data_sources.find(&request.type_name)?;
        Ok(self.call.check(
            source.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| source.validate(config, cx),
        ))
    }

    pub(in crate::server) fn validate_ephemeral(
        &self,
        request: ValidateEphemeralResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let ephemeral = self.definition.ephemerals.find(&request.type_name)?;
        Ok(self.call.check(
            ephemeral.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| ephemeral.validate(config, cx),
        ))
    }

    pub(in crate::server) fn validate_list(
        &self,
        request: ValidateListResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let list = self.definition.lists.find(&request.type_name)?;
        Ok(self.call.check(
            list.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| list.validate(config, cx),
        ))
    }

    pub(in crate::server) fn validate_action(
        &self,
        request: ValidateActionConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let action = self.definition.actions.find(&request.type_name)?;
        Ok(self.call.check(
            action.block(),
            &request.config,
            &request.type_name,
            Known::WRITE_ONLY,
            |config, cx| action.validate(config, cx),
        ))
    }

    pub(in crate::server) fn validate_state_store(
        &self,
        request: ValidateStateStoreConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let store = self.definition.state_stores.find(&request.type_name)?;
        Ok(self.call.check(
            store.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| store.validate(config, cx),
        ))
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
