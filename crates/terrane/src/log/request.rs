//! The span of a request: what its lines are about, in the keys of Terraform's SDKs.

use std::hash::{BuildHasher, Hasher, RandomState};

use tracing::field::Empty;
use tracing::{Span, error_span};

/// Gives the span in which a call of the provider at `address` is answered.
///
/// It is there at every level, so that also an error's line says what it is about. The server records the type that the call
/// names, by the key that fits, and what it finds out later.
pub(crate) fn span(address: &str, rpc: &str) -> Span {
    error_span!(
        target: "terrane::request",
        "request",
        tf_provider_addr = address,
        tf_rpc = rpc,
        tf_req_id = %id(),
        tf_req_duration_ms = Empty,
        tf_resource_type = Empty,
        tf_data_source_type = Empty,
        tf_ephemeral_resource_type = Empty,
        tf_list_resource_type = Empty,
        tf_action_type = Empty,
        tf_state_store_type = Empty,
        tf_function_name = Empty,
        tf_deferred_reason = Empty,
    )
}

/// Makes an identifier that no other request has, in the form of a UUID.
pub(crate) fn id() -> String {
    // Every state has other keys, and the process's first ones are random.
    let half = || RandomState::new().build_hasher().finish();
    let (high, low) = (half(), half());
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_look_like_uuids_and_differ() {
        let ids: HashSet<String> = (0..1000).map(|_| id()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            assert!(
                id.bytes()
                    .all(|byte| byte == b'-' || byte.is_ascii_hexdigit()),
                "{id}"
            );
        }
    }
}
