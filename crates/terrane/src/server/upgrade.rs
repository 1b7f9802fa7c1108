//! UpgradeResourceState: stored state as the schema of today has it (rules U1 to U4).

use terrane_protocol::*;
use terrane_value::{Data, Value, json};

use super::values::AtValue as _;
use super::{Server, values};
use crate::planning;

impl Server {
    pub(super) async fn upgrade(
        &self,
        request: UpgradeResourceStateRequest,
    ) -> UpgradeResourceStateResponse {
        match self.upgraded(request) {
            Ok(upgraded_state) => UpgradeResourceStateResponse {
                upgraded_state,
                ..UpgradeResourceStateResponse::default()
            },
            Err(diagnostic) => UpgradeResourceStateResponse {
                diagnostics: diagnostic.into(),
                ..UpgradeResourceStateResponse::default()
            },
        }
    }

    fn upgraded(&self, request: UpgradeResourceStateRequest) -> Result<DynamicValue, Diagnostic> {
        let block = self.resource(&request.type_name)?.block();
        let type_name = &request.type_name;
        if request.raw_state.is_absent() {
            return Ok(DynamicValue::default());
        }
        let Some(stored) = &request.raw_state.json else {
            return Err(Diagnostic::error(
                "Unable to Read Previously Saved State",
                format!(
                    "The state of {type_name} was written by Terraform 0.11 or older. Apply it with Terraform 0.12 first."
                ),
            ));
        };
        if request.version != 0 {
            return Err(Diagnostic::error(
                "Unable to Upgrade Resource State",
                format!(
                    "The state of {type_name} has version {}, and this version of the provider knows version 0 only. Use the version of the \
                     provider that wrote it.",
                    request.version
                ),
            ));
        }
        let options = json::Options {
            ignore_unknown_attributes: true,
            ..json::Options::default()
        };
        let state = json::decode_with(stored, &block.ty(), &options).map_err(|error| {
            Diagnostic::error(
                "Unable to Read Previously Saved State",
                format!(
                    "The stored state of {type_name} does not fit the provider's schema: {error}. It was changed by hand, or \
                     written by another version of the provider."
                ),
            )
            .at_value(error.path(), block)
        })?;
        match state {
            Value::Known(Data::Object(mut state)) => {
                planning::fill_missing(block, &mut state);
                values::encode(state, block)
            }
            Value::Null | Value::Unknown(_) | Value::Known(_) => Ok(values::encode_null(block)),
        }
    }
}
