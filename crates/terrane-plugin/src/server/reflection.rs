//! The definitions of the services, for tools such as grpcurl.

use tonic::service::Routes;
use tonic_reflection::server::Builder;

use crate::proto;

/// Serves the plugin server's own definitions and the author's, in both versions of the reflection service.
pub(super) fn routes(descriptors: &[&'static [u8]]) -> Routes {
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
        (Ok(v1), Ok(v1alpha)) => Routes::new(v1).add_service(v1alpha),
        (Err(error), _) | (_, Err(error)) => {
            tracing::warn!(%error, "no reflection: a file descriptor set cannot be read");
            Routes::default()
        }
    }
}
