//! The messages that differ between the protocol versions.

use prost::Message;

use super::frame;
use super::kind::Kind;
use crate::Version;
use crate::wire::Malformed;
use crate::wire::names::{Names, last};

/// The translation of a call between the protocol versions.
pub(super) enum Translation {
    /// Every message passes unchanged.
    None,
    /// The fields of the answer get other field numbers.
    Answer(Kind),
    /// The answer gets the configuration of the request.
    PreparedConfig,
}

impl Translation {
    /// Returns the translation of an RPC for a host of the version `served`.
    pub(super) fn of(rpc: &Names, served: Version) -> Self {
        match (rpc.six.map(last), served) {
            (Some("GetProviderSchema"), _) => Self::Answer(Kind::Schemas),
            (Some("GetMetadata"), _) => Self::Answer(Kind::Metadata),
            // Hosts of protocol 5 expect the configuration back. Protocol 6 has no such field.
            (Some("ValidateProviderConfig"), Version::V5) => Self::PreparedConfig,
            _ => Self::None,
        }
    }
}

/// The field with the configuration, in a request to validate it and in the answer of protocol 5.
#[derive(Message)]
struct Configured {
    #[prost(bytes = "vec", repeated, tag = "1")]
    config: Vec<Vec<u8>>,
}

/// Returns the encoded field with the configuration, from the body of a request.
pub(super) fn config(body: &[u8]) -> Result<Vec<u8>, Malformed> {
    let request = Configured::decode(frame::message(body)?);
    let request = request.map_err(|error| Malformed::new(error.to_string()))?;
    Ok(request.encode_to_vec())
}
