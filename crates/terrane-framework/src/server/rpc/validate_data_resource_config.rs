//! ValidateDataResourceConfig.

use terrane_protocol::*;

use crate::server::session::Server;
use crate::validation::Known;

impl Server {
    pub(in crate::server) fn validate_data_source(
        &self,
        request: ValidateDataResourceConfigRequest,
    ) -> Diagnostics {
        let ValidateDataResourceConfigRequest {
            type_name, config, ..
        } = request;
        match self.data_source(&type_name) {
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
