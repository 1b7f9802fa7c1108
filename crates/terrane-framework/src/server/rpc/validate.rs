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
}

/// Implements the validation of a configuration for each kind of item, with the values that are known in it.
macro_rules! validations {
    ($($name:ident($request:ident) of $kind:ident, $known:ident;)*) => {
        impl Server {
            $(
                pub(in crate::server) fn $name(
                    &self,
                    request: $request,
                ) -> Result<Diagnostics, Diagnostic> {
                    let item = self.definition.$kind.find(&request.type_name)?;
                    let validate = |config: &Object, cx| item.validate(config, cx);
                    let (name, config) = (&request.type_name, &request.config);
                    Ok(self.call.check(item.block(), config, name, Known::$known, validate))
                }
            )*
        }
    };
}

validations! {
    validate_data_source(ValidateDataResourceConfigRequest) of data_sources, NONE;
    validate_ephemeral(ValidateEphemeralResourceConfigRequest) of ephemerals, NONE;
    validate_list(ValidateListResourceConfigRequest) of lists, NONE;
    validate_action(ValidateActionConfigRequest) of actions, WRITE_ONLY;
    validate_state_store(ValidateStateStoreConfigRequest) of state_stores, NONE;
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
