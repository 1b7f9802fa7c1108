//! UpgradeResourceIdentity: upgrades a stored identity to the current schema.

use terrane_protocol::*;
use terrane_value::Object;

use crate::history::Unread;
use crate::messages;
use crate::server::call::author;
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    pub(crate) fn upgrade_identity(
        &self,
        request: UpgradeRequest,
    ) -> Result<UpgradeResourceIdentityResponse, Diagnostic> {
        let resource = self.definition.resources.find(&request.type_name)?;
        let (upgraded, diagnostics) = match upgraded_identity(resource, &request) {
            Ok(upgraded) => (upgraded, Diagnostics::default()),
            Err(diagnostics) => (None, diagnostics),
        };
        // OpenTofu treats an answer without an identity as an error of the provider.
        let null = || Some(resource.identity()?.encode_null());
        Ok(UpgradeResourceIdentityResponse {
            upgraded_identity: upgraded.or_else(null),
            diagnostics,
        })
    }
}

/// Returns the upgraded identity. `None` if it cannot be derived from the stored one: then the next plan or read derives it from the state.
///
/// After a move, OpenTofu sends the identity of the source type, with that type's version. The mark of the move makes the next calls ignore the result.
fn upgraded_identity(
    resource: &RegisteredType,
    request: &UpgradeRequest,
) -> Result<Option<DynamicValue>, Diagnostics> {
    let (type_name, version) = (&request.type_name, request.version);
    let Some(identity) = resource.identity() else {
        return Ok(None);
    };
    if version > resource.identity_version() {
        let what = format!("identity of {type_name}");
        return Err(messages::state::newer(&what, version, resource.identity_version()).into());
    }
    let Some(stored) = &request.raw_state.json else {
        return Ok(None);
    };
    let upgraded = if version == resource.identity_version() {
        identity
            .decode_stored(stored)
            .map_err(|error| messages::identity::unreadable(type_name, error))?
    } else {
        let doing = format!("Cannot upgrade the identity of {type_name}");
        let history = resource.identity_history();
        match author::call(&doing, || history.read(version, stored))? {
            Some(Ok(object)) => identity.of_state(&object).filter(Object::is_wholly_known),
            Some(Err(Unread::Refused(error))) => {
                return Err(Diagnostics::from_iter(error.into_diagnostics(&doing)));
            }
            Some(Err(Unread::Misfit(error))) => {
                tracing::debug!("the stored identity of {type_name} is not used: {error}");
                None
            }
            None => None,
        }
    };
    Ok(upgraded.and_then(|upgraded| identity.encode(upgraded).ok()))
}
