//! ValidateStateStoreConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_state_store(
        &self,
        request: ValidateStateStoreConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let store = self.state_store(&request.type_name)?;
        Ok(self.check(
            store.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| store.validate(config, cx),
        ))
    }
}
