//! ValidateListResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_list(
        &self,
        request: ValidateListResourceConfigRequest,
    ) -> Diagnostics {
        let ValidateListResourceConfigRequest {
            type_name, config, ..
        } = request;
        match self.list_resource_of(&type_name) {
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
