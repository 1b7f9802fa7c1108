//! ValidateStateStoreConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_state_store(
        &self,
        request: ValidateStateStoreConfigRequest,
    ) -> Diagnostics {
        let ValidateStateStoreConfigRequest {
            type_name, config, ..
        } = request;
        match self.state_store(&type_name) {
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
