//! The reflection service, from which tools such as grpcurl read the definitions of the services.

use tonic_reflection::server::Builder;

use crate::proto;
use crate::services::Services;

/// Serves the plugin server's own definitions and the author's, in both versions of the reflection service.
pub(super) fn services(descriptors: &[&'static [u8]]) -> Services {
    let builder = || {
        let own = [
            proto::FILE_DESCRIPTOR_SET,
            tonic_health::pb::FILE_DESCRIPTOR_SET,
        ];
        let all = own.iter().chain(descriptors);
        all.fold(Builder::configure(), |builder, set| {
            builder.register_encoded_file_descriptor_set(set)
        })
    };
    match (builder().build_v1(), builder().build_v1alpha()) {
        (Ok(v1), Ok(v1alpha)) => Services::new().with(v1).with(v1alpha),
        (Err(error), _) | (_, Err(error)) => {
            tracing::warn!(%error, "no reflection: a file descriptor set cannot be read");
            Services::new()
        }
    }
}
