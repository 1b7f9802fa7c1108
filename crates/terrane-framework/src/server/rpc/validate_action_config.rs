//! ValidateActionConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_action(
        &self,
        request: ValidateActionConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let action = self.action(&request.type_name)?;
        Ok(self.check(
            action.block(),
            &request.config,
            &request.type_name,
            Known::WRITE_ONLY,
            |config, cx| action.validate(config, cx),
        ))
    }
}
