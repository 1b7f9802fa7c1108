//! ValidateActionConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_action(
        &self,
        request: ValidateActionConfigRequest,
    ) -> Diagnostics {
        let ValidateActionConfigRequest {
            type_name, config, ..
        } = request;
        match self.action(&type_name) {
            Ok(it) => self.check(
                it.block(),
                &config,
                &type_name,
                Known::WRITE_ONLY,
                |config, cx| it.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        }
    }
}
