//! GenerateResourceConfig: the configuration of an existing object (rule I9).

use terrane_protocol::rules::legacy_config;
use terrane_protocol::*;

use crate::server::call::values;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) fn generate(
        &self,
        request: GenerateResourceConfigRequest,
    ) -> Result<GenerateResourceConfigResponse, Diagnostics> {
        let block = self.resource(&request.type_name)?.block();
        let mut object = values::decode_some(&request.state, block, "state")?;
        legacy_config(block, &mut object);
        Ok(GenerateResourceConfigResponse {
            config: values::encode(object, block, &request.type_name)?,
            ..GenerateResourceConfigResponse::default()
        })
    }
}
