//! Messages whose types differ between the protocol versions, and schemas, which are encoded without a protobuf type.

use bytes::Bytes;

use crate::pb;
use crate::schema::Schemas;
use crate::wire::Malformed;
use crate::wire::codec::{self, sendable};
use crate::wire::message::{Message, Outgoing, diagnostics};
use crate::*;

macro_rules! differing {
    ($($ty:ident = $five:path | $six:path;)*) => { $(
        impl Message for $ty {
            fn sendable(self, version: Version) -> Result<Outgoing, RpcError> {
                match version {
                    Version::V5 => sendable::<Self, $five>(self),
                    Version::V6 => sendable::<Self, $six>(self),
                }
            }

            fn read(message: Bytes, version: Version) -> Result<Self, Malformed> {
                match version {
                    Version::V5 => codec::read::<Self, $five>(message),
                    Version::V6 => codec::read::<Self, $six>(message),
                }
            }

            diagnostics! { diagnostics }
        }
    )* };
}

differing! {
    GetMetadataResponse = pb::v5::get_metadata::Response | pb::v6::get_metadata::Response;
    ValidateProviderConfigResponse =
        pb::v5::prepare_provider_config::Response | pb::v6::validate_provider_config::Response;
}

impl Message for Schemas {
    fn sendable(self, version: Version) -> Result<Outgoing, RpcError> {
        Outgoing::encoded(match version {
            Version::V5 => v5::encode_schemas(&self),
            Version::V6 => v6::encode_schemas(&self),
        })
    }

    fn read(message: Bytes, version: Version) -> Result<Self, Malformed> {
        let whole: GetProviderSchemaResponse = match version {
            Version::V5 => codec::read::<_, pb::v5::get_provider_schema::Response>(message)?,
            Version::V6 => codec::read::<_, pb::v6::get_provider_schema::Response>(message)?,
        };
        Ok(whole.into())
    }
}

/// Only protocol 5 has provisioners. Their schemas are encoded in the same way as those of providers.
impl Message for GetProvisionerSchemaResponse {
    fn sendable(self, _: Version) -> Result<Outgoing, RpcError> {
        Outgoing::encoded(v5::encode_provisioner(&self))
    }

    fn read(message: Bytes, _: Version) -> Result<Self, Malformed> {
        codec::read::<Self, pb::v5::get_provisioner_schema::Response>(message)
    }

    diagnostics! { diagnostics }
}
