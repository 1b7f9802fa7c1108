//! ValidateDataResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_data_source(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let source = self.data_source(&request.type_name)?;
        Ok(self.check(
            source.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| source.validate(config, cx),
        ))
    }
}
