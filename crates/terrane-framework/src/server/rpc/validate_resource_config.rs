//! ValidateResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_resource(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> Diagnostics {
        let ValidateResourceConfigRequest {
            type_name,
            config,
            client_capabilities,
        } = request;
        match self.resource(&type_name) {
            Ok(it) => self.check(
                it.block(),
                &config,
                &type_name,
                Known::of(&client_capabilities),
                |config, cx| it.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        }
    }
}
