//! UpgradeResourceState: upgrades a stored state to the current schema (rules U1 to U8).

use std::fmt::Write as _;

use terrane_protocol::*;
use terrane_value::Object;

use crate::decode_error::DecodeError;
use crate::history::Unread;
use crate::server::call::values::AtValue as _;
use crate::server::call::{author, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;
use crate::{history, planning, secret};

impl Server {
    pub(in crate::server) fn upgrade(
        &self,
        request: UpgradeResourceStateRequest,
    ) -> Result<UpgradeResourceStateResponse, Diagnostics> {
        let type_name = &request.type_name;
        let resource = self.resource(type_name)?;
        if request.raw_state.is_absent() {
            return Ok(UpgradeResourceStateResponse::default());
        }
        let Some(stored) = &request.raw_state.json else {
            return Err(Diagnostic::error(
                "Unable to Read Previously Saved State",
                format!(
                    "The state of {type_name} was written by Terraform 0.11 or older. Apply it with Terraform 0.12 first."
                ),
            )
            .into());
        };
        let block = resource.block();
        let state = if request.version == resource.version() {
            history::decode(stored, block).map_err(|error| {
                unreadable(type_name, request.version, &error).at_value(&error.path(), block)
            })?
        } else {
            older(resource, type_name, request.version, stored)?
        };
        let upgraded_state = match state {
            Some(mut state) => {
                if block.describes(&state) {
                    planning::fill_absent_blocks(block, &mut state);
                }
                values::encode(state, block)?
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
        return Err(newer(&what, version, resource.version()).into());
    }
    let history = resource.history();
    let doing = format!("Cannot upgrade {type_name}");
    // Hides values that are secret in the current schema. The history hides those that were secret in older versions.
    secret::note_stored(resource.block(), stored);
    match author::call(&doing, || history.read(version, stored))? {
        Some(Ok(object)) => Ok(Some(values::settle_unknowns(object, type_name, None))),
        Some(Err(Unread::Misfit(error))) => Err(unreadable(type_name, version, &error).into()),
        Some(Err(Unread::Refused(error))) => {
            Err(Diagnostics::from_iter(error.into_diagnostics(&doing)))
        }
        None => {
            let mut known = resource.version().to_string();
            for version in history.versions() {
                let _ = write!(known, ", {version}");
            }
            Err(Diagnostic::error(
                "Unable to Upgrade Resource State",
                format!(
                    "The state of {type_name} has version {version} of the schema, and this version of the provider can read {known} only. Apply it \
                     first with a version of the provider between the one that wrote it and this one."
                ),
            )
            .into())
        }
    }
}

/// Creates the error for a state of a newer provider.
pub(in crate::server) fn newer(what: &str, version: i64, known: i64) -> Diagnostic {
    Diagnostic::error(
        "Unable to Upgrade Resource State",
        format!(
            "The {what} has version {version} of the schema, and this version of the provider knows versions up to {known}. Use the version \
             of the provider that wrote it, or a later one."
        ),
    )
}

fn unreadable(type_name: &str, version: i64, error: &DecodeError) -> Diagnostic {
    Diagnostic::error(
        "Unable to Read Previously Saved State",
        format!(
            "The stored state of {type_name} does not fit version {version} of the provider's schema: {error}. It was changed by hand, or \
             written by another version of the provider."
        ),
    )
}
