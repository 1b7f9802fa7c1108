//! UpgradeResourceState: upgrades a stored state to the current schema (rules U1 to U8).

use std::fmt::Write as _;

use terrane_protocol::*;
use terrane_value::Object;

use crate::history::Unread;
use crate::messages::state as messages;
use crate::server::call::place::AtValue as _;
use crate::server::call::{author, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;
use crate::{history, planning, secret};

impl Server {
    pub(crate) fn upgrade(
        &self,
        request: UpgradeRequest,
    ) -> Result<UpgradeResourceStateResponse, Diagnostics> {
        let type_name = &request.type_name;
        let resource = self.definition.resources.find(type_name)?;
        if request.raw_state.is_absent() {
            return Ok(UpgradeResourceStateResponse::default());
        }
        let Some(stored) = &request.raw_state.json else {
            return Err(messages::unreadable_flatmap(type_name).into());
        };
        let block = resource.block();
        let state = if request.version == resource.version() {
            history::decode(stored, block).map_err(|error| {
                messages::unreadable(type_name, request.version, &error)
                    .at_value(&error.path(), block)
            })?
        } else {
            older(resource, type_name, request.version, stored)?
        };
        let upgraded_state = match state {
            Some(mut state) => {
                if block.describes(&state) {
                    planning::fill_absent_blocks(block, &mut state);
                }
                values::encode(state, block, type_name)?
            }
            None => values::encode_null(block),
        };
        Ok(UpgradeResourceStateResponse {
            upgraded_state,
            ..UpgradeResourceStateResponse::default()
        })
    }
}

/// Upgrades an older version to the current schema.
fn older(
    resource: &RegisteredType,
    type_name: &str,
    version: i64,
    stored: &[u8],
) -> Result<Option<Object>, Diagnostics> {
    if version > resource.version() {
        let what = format!("state of {type_name}");
        return Err(messages::newer(&what, version, resource.version()).into());
    }
    let history = resource.history();
    let doing = format!("Cannot upgrade {type_name}");
    // Hides values that are secret in the current schema. The history hides those that were secret in older versions.
    secret::note_stored(resource.block(), stored);
    match author::call(&doing, || history.read(version, stored))? {
        Some(Ok(object)) => Ok(Some(values::known_result(
            object,
            resource.block(),
            type_name,
            None,
        ))),
        Some(Err(Unread::Misfit(error))) => {
            Err(messages::unreadable(type_name, version, error).into())
        }
        Some(Err(Unread::Refused(error))) => {
            Err(Diagnostics::from_iter(error.into_diagnostics(&doing)))
        }
        None => {
            let mut known = resource.version().to_string();
            for version in history.versions() {
                let _ = write!(known, ", {version}");
            }
            Err(messages::older(type_name, version, &known).into())
        }
    }
}
