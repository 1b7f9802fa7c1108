//! ValidateEphemeralResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_ephemeral(
        &self,
        request: ValidateEphemeralResourceConfigRequest,
    ) -> Diagnostics {
        let ValidateEphemeralResourceConfigRequest {
            type_name, config, ..
        } = request;
        match self.ephemeral(&type_name) {
            Ok(it) => self.check(
                it.block(),
                &config,
                &type_name,
                Known::NONE,
                |config, cx| it.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        }
    }
}
