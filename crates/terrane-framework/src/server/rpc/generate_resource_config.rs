//! GenerateResourceConfig: the configuration of an existing object (rules I9, I10).

use terrane_protocol::rules::legacy_config;
use terrane_protocol::*;

use crate::messages::import::incomplete_config;
use crate::server::call::{author, values};
use crate::server::session::Server;
use crate::validation::satisfy;

impl Server {
    pub(crate) fn generate(
        &self,
        request: GenerateResourceConfigRequest,
    ) -> Result<GenerateResourceConfigResponse, Diagnostics> {
        let block = self.definition.resources.find(&request.type_name)?.block();
        let type_name = &request.type_name;
        let state = values::decode_some(&request.state, block, "state")?;
        let mut config = state.clone();
        legacy_config(&block.to_protocol(0).block, &mut config);
        let doing = format!("Cannot generate a configuration of {type_name}");
        let (config, violated) = author::call(&doing, || satisfy(block, &state, config))?;
        Ok(GenerateResourceConfigResponse {
            config: values::encode(config, block, type_name)?,
            diagnostics: violated
                .iter()
                .map(|it| incomplete_config(type_name, &it.detail, it.is_written_alone))
                .collect(),
        })
    }
}
