//! ValidateResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_resource(
        &self,
        request: ValidateResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let resource = self.resource(&request.type_name)?;
        Ok(self.check(
            resource.block(),
            &request.config,
            &request.type_name,
            Known::of(&request.client_capabilities),
            |config, cx| resource.validate(config, cx),
        ))
    }
}
