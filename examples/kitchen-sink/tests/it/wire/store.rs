//! Drawers: states of hosts, kept by the provider.

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use serde_json::json;
use terrane_protocol::{
    ClientCapabilities, ConfigureStateStoreRequest, DynamicValue, GetStatesRequest,
    LockStateRequest, LockStateResponse, Opaque, StateId, StateRange, UnlockStateRequest,
    ValidateConfigRequest, WriteStateBytesChunk,
};

use super::{Kitchen, encode, errors, everywhere};

const CHUNK: usize = 1 << 10;

fn drawer() -> String {
    "sink_drawer".to_owned()
}

fn state() -> String {
    "default".to_owned()
}

/// The configuration of a drawer.
fn labelled(kitchen: &Kitchen, label: &str) -> DynamicValue {
    let ty = kitchen.schema.state_store_schemas["sink_drawer"].block.ty();
    encode(&ty, &json!({ "label": label }))
}

/// Configures the provider and a drawer.
pub(super) async fn configure(kitchen: &Kitchen) {
    kitchen
        .configure(json!({}), ClientCapabilities::default())
        .await;
    let request = ConfigureStateStoreRequest {
        type_name: drawer(),
        config: labelled(kitchen, "left"),
        chunk_size: CHUNK as u64,
    };
    let configured = kitchen
        .provider
        .configure_state_store(request)
        .await
        .expect("an answer");
    assert_eq!(errors(&configured.diagnostics), "");
    assert_eq!(configured.chunk_size, CHUNK as u64);
}

pub(super) async fn write(kitchen: &Kitchen, bytes: &Bytes) {
    let total_length = bytes.len() as u64;
    let meta = StateId {
        type_name: drawer(),
        state_id: state(),
    };
    let chunks = bytes.chunks(CHUNK).enumerate().map(|(at, part)| {
        let start = (at * CHUNK) as u64;
        Ok(WriteStateBytesChunk {
            meta: (at == 0).then(|| meta.clone()),
            bytes: Opaque(Bytes::copy_from_slice(part)),
            total_length,
            range: Some(StateRange {
                start,
                end: start + part.len() as u64 - 1,
            }),
        })
    });
    let chunks = Box::pin(stream::iter(chunks.collect::<Vec<_>>()));
    let written = kitchen.provider.write_state_bytes(chunks).await;
    assert_eq!(errors(&written.expect("an answer").diagnostics), "");
}

pub(super) async fn read(kitchen: &Kitchen) -> Vec<u8> {
    let request = StateId {
        type_name: drawer(),
        state_id: state(),
    };
    let chunks: Vec<_> = kitchen
        .provider
        .read_state_bytes(request)
        .await
        .expect("an answer")
        .collect()
        .await;
    let parts = chunks.into_iter().map(|chunk| {
        let chunk = chunk.expect("a chunk");
        assert_eq!(errors(&chunk.diagnostics), "");
        assert!(chunk.bytes.len() <= CHUNK);
        chunk.bytes.0
    });
    parts.flatten().collect()
}

async fn lock(kitchen: &Kitchen) -> LockStateResponse {
    let request = LockStateRequest {
        type_name: drawer(),
        state_id: state(),
        operation: "apply".to_owned(),
    };
    kitchen
        .provider
        .lock_state(request)
        .await
        .expect("an answer")
}

async fn unlock(kitchen: &Kitchen, lock_id: String) -> String {
    let request = UnlockStateRequest {
        type_name: drawer(),
        state_id: state(),
        lock_id,
    };
    let unlocked = kitchen.provider.unlock_state(request).await;
    errors(&unlocked.expect("an answer").diagnostics)
}

pub(super) async fn states(kitchen: &Kitchen) -> Vec<String> {
    let request = GetStatesRequest {
        type_name: drawer(),
    };
    let states = kitchen.provider.get_states(request).await;
    states.expect("an answer").state_ids
}

/// SS1 to SS5.
#[tokio::test]
async fn ss1_ss5_a_drawer_keeps_states() {
    everywhere(async |kitchen| {
        if kitchen.major == Some(5) {
            assert!(
                kitchen.schema.state_store_schemas.is_empty(),
                "protocol 5 has no state stores"
            );
            return;
        }
        configure(&kitchen).await;
        let request = ValidateConfigRequest {
            type_name: drawer(),
            config: labelled(&kitchen, "a/b"),
        };
        let refused = kitchen.provider.validate_state_store_config(request).await;
        let refused = errors(&refused.expect("an answer").diagnostics);
        assert!(refused.contains("No drawer has a slash"), "{refused}");
        assert!(states(&kitchen).await.is_empty() && read(&kitchen).await.is_empty());
        let held = lock(&kitchen).await;
        assert_eq!(errors(&held.diagnostics), "");
        let other = errors(&lock(&kitchen).await.diagnostics);
        assert!(
            other.contains(&held.lock_id) && other.contains("apply"),
            "{other}"
        );
        for size in [1, CHUNK, 3 * CHUNK + 7] {
            let bytes = Bytes::from(vec![b'x'; size]);
            write(&kitchen, &bytes).await;
            assert_eq!(read(&kitchen).await, bytes);
        }
        assert!(
            unlock(&kitchen, "another".to_owned())
                .await
                .contains(&held.lock_id)
        );
        assert_eq!(unlock(&kitchen, held.lock_id).await, "");
        assert_ne!(lock(&kitchen).await.lock_id, "", "it is free again");
        assert_eq!(states(&kitchen).await, ["default"]);
        let request = StateId {
            type_name: drawer(),
            state_id: state(),
        };
        let deleted = kitchen.provider.delete_state(request).await;
        assert_eq!(errors(&deleted.expect("an answer").diagnostics), "");
        assert!(states(&kitchen).await.is_empty());
    })
    .await;
}

/// SS0: hosts get the version of a drawer's schema, as far as their protocol has stores.
#[tokio::test]
async fn ss0_a_drawer_has_a_version() {
    everywhere(async |kitchen| {
        let version = kitchen
            .schema
            .state_store_schemas
            .get(&drawer())
            .map(|it| it.version);
        let expected = (kitchen.major != Some(5)).then_some(1);
        assert_eq!(version, expected);
    })
    .await;
}
