//! Messages that differ between the protocol versions: answers with a message type for each version, and requests of which protocol 5 has only some
//! fields.

use bytes::Bytes;

use crate::pb;
use crate::schema::Schemas;
use crate::wire::Malformed;
use crate::wire::codec::{self, Outgoing, sendable};
use crate::wire::differing::{Differing, Narrow};
use crate::*;

macro_rules! differing {
    ($($ty:ident = $five:path | $six:path;)*) => { $(
        impl Differing for $ty {
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
        }
    )* };
}

differing! {
    GetMetadataResponse = pb::v5::get_metadata::Response | pb::v6::get_metadata::Response;
    ValidateProviderConfigResponse =
        pb::v5::prepare_provider_config::Response | pb::v6::validate_provider_config::Response;
}

impl Differing for Schemas {
    fn calls_provider(&self, version: Version) -> bool {
        !self.is_encoded(version)
    }

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
impl Differing for GetProvisionerSchemaResponse {
    fn sendable(self, _: Version) -> Result<Outgoing, RpcError> {
        Outgoing::encoded(v5::encode_provisioner(&self))
    }

    fn read(message: Bytes, _: Version) -> Result<Self, Malformed> {
        codec::read::<Self, pb::v5::get_provisioner_schema::Response>(message)
    }
}

impl Narrow for ClientCapabilities {
    fn narrow(self, version: Version) -> Self {
        let Self {
            deferral_allowed,
            write_only_attributes_allowed,
            store_planned_private,
            computed_blocks_allowed,
        } = self;
        let six = version == Version::V6;
        Self {
            deferral_allowed,
            write_only_attributes_allowed,
            store_planned_private: store_planned_private && six,
            computed_blocks_allowed: computed_blocks_allowed && six,
        }
    }
}

/// Implements [`Narrow`] for requests that differ only in the client capabilities.
macro_rules! narrow {
    ($($ty:ident)*) => { $(
        impl Narrow for $ty {
            fn narrow(mut self, version: Version) -> Self {
                self.client_capabilities = self.client_capabilities.narrow(version);
                self
            }
        }
    )* };
}

narrow! {
    ConfigureProviderRequest
    ImportResourceStateRequest
    InvokeActionRequest
    OpenEphemeralResourceRequest
    PlanActionRequest
    ReadDataSourceRequest
    ReadResourceRequest
    ValidateResourceConfigRequest
}

impl Narrow for PlanResourceChangeRequest {
    fn narrow(mut self, version: Version) -> Self {
        self.client_capabilities = self.client_capabilities.narrow(version);
        if version == Version::V5 {
            self.planned_private = Opaque::default();
        }
        self
    }
}
