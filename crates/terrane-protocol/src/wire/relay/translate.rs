//! The messages that differ between the protocol versions.

use super::fields::each;
use super::{frame, schema};
use crate::Version;
use crate::wire::Malformed;
use crate::wire::names::{Names, last};

/// Edits an answer, which has the given version.
type Edit = fn(&mut [u8], Version) -> Result<(), Malformed>;

/// The translation of a call between the protocol versions.
pub(super) enum Translation {
    /// Every message passes unchanged.
    None,
    /// The answer is edited.
    Answer(Edit),
    /// The answer gets the configuration of the request.
    PreparedConfig,
}

impl Translation {
    /// Returns the translation of an RPC for a host of the version `served`.
    pub(super) fn of(rpc: &Names, served: Version) -> Self {
        match (rpc.six.map(last), served) {
            (Some("GetProviderSchema"), _) => Self::Answer(schema::translate),
            (Some("GetMetadata"), _) => Self::Answer(metadata),
            // Hosts of protocol 5 expect the configuration back. Protocol 6 has no such field.
            (Some("ValidateProviderConfig"), Version::V5) => Self::PreparedConfig,
            _ => Self::None,
        }
    }
}

/// Exchanges actions with state stores, which only protocol 6 has. Protocol 5 has actions as field 8, protocol 6 as field 9.
fn metadata(answer: &mut [u8], _: Version) -> Result<(), Malformed> {
    each(answer, &mut |mut field| {
        match field.number {
            8 => field.renumber(9),
            9 => field.renumber(8),
            _ => {}
        }
        Ok(())
    })
}

/// Returns the field with the configuration, from the body of a request to validate it. The field is the same in the answer of protocol 5.
pub(super) fn config(body: &[u8]) -> Result<Vec<u8>, Malformed> {
    let (mut body, mut config) = (body.to_vec(), Vec::new());
    each(frame::message(&mut body)?, &mut |field| {
        if field.number == 1 {
            prost::encoding::bytes::encode(1, &field.content.to_vec(), &mut config);
        }
        Ok(())
    })?;
    Ok(config)
}
