//! The validations of configurations: ValidateProviderConfig, ValidateResourceConfig and their siblings.

use std::env;

use terrane_protocol::*;
use terrane_value::Object;

use crate::schema::Block;
use crate::server::call::environment::fill_from_environment;
use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(crate) fn validate_provider(
        &self,
        request: ValidateProviderConfigRequest,
    ) -> ValidateProviderConfigResponse {
        let diagnostics = self.call.check_effective(
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

/// Implements the validation of a configuration for each kind of item, with the values that are known in it.
macro_rules! validations {
    ($($name:ident($request:ident) of $kind:ident, $known:expr;)*) => {
        impl Server {
            $(
                pub(crate) fn $name(
                    &self,
                    request: $request,
                ) -> Result<Diagnostics, Diagnostic> {
                    let item = self.definition.$kind.find(&request.type_name)?;
                    let known: fn(&$request) -> Known = $known;
                    let validate = |config: &Object, cx| item.validate(config, cx);
                    let (name, config) = (&request.type_name, &request.config);
                    Ok(self.call.check(item.block(), config, name, known(&request), validate))
                }
            )*
        }
    };
}

validations! {
    validate_resource(ConfigRequest) of resources, |it| Known::of(&it.client_capabilities);
    validate_data_source(ValidateConfigRequest) of data_sources, |_| Known::NONE;
    validate_ephemeral(ValidateConfigRequest) of ephemerals, |_| Known::NONE;
    validate_list(ValidateListResourceConfigRequest) of lists, |_| Known::NONE;
    validate_action(ValidateConfigRequest) of actions, |_| Known::WRITE_ONLY;
    validate_state_store(ValidateConfigRequest) of state_stores, |_| Known::NONE;
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
