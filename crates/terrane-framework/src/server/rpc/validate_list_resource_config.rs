//! ValidateListResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_list(
        &self,
        request: ValidateListResourceConfigRequest,
    ) -> Result<Diagnostics, Diagnostic> {
        let list = self.list_resource_of(&request.type_name)?;
        Ok(self.check(
            list.block(),
            &request.config,
            &request.type_name,
            Known::NONE,
            |config, cx| list.validate(config, cx),
        ))
    }
}
