//! ValidateEphemeralResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_ephemeral(
        &self,
        request: ValidateEphemeralResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let ephemeral = self.ephemeral(&request.type_name)?;
        Ok(self.check(
            ephemeral.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| ephemeral.validate(config, cx),
        ))
    }
}
