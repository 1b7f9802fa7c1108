//! State stores (rules SS1 to SS5).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use terrane::context::Context;
use terrane::dynamic::Lock;
use terrane::{StateStore, prelude::*};
use terrane_protocol::{
    ConfigureStateStoreRequest, ConfigureStateStoreResponse, GetStatesRequest, LockStateRequest,
    ReadStateBytesChunk, StateId, StateRange, UnlockStateRequest, ValidateConfigRequest,
    WriteStateBytesChunk,
};

use crate::setup::{configured, messages_of, value};

#[derive(Default)]
struct Attic;

#[provider("registry.terraform.io/example/attic")]
impl Provider for Attic {
    fn register(registry: &mut Registry<Self>) {
        registry.state_store::<Chest>().state_store::<Shelf>();
    }
}

/// A chest with a lock.
#[derive(Model)]
#[tf(version = 2)]
struct Chest {
    /// The location.
    #[tf(validate(len(1..)))]
    place: String,
}

#[derive(Default)]
struct Stored {
    states: BTreeMap<String, Bytes>,
    locks: BTreeMap<String, Lock>,
}

impl StateStore for Chest {
    type Provider = Attic;
    type Store = Mutex<Stored>;

    async fn configure(config: Self, _: &Attic, cx: &mut Context) -> Result<Self::Store> {
        if config.place == "roof" {
            return Err(Error::new("Too high", "Fetch a ladder."));
        }
        cx.warn("Dusty", "");
        Ok(Mutex::default())
    }

    async fn read(inside: &Self::Store, state: &str, _: &mut Context) -> Result<Option<Bytes>> {
        if state == "moths" {
            panic!("the moths have eaten it");
        }
        Ok(inside.lock().unwrap().states.get(state).cloned())
    }

    async fn write(inside: &Self::Store, state: &str, bytes: Bytes, _: &mut Context) -> Result<()> {
        inside
            .lock()
            .unwrap()
            .states
            .insert(state.to_owned(), bytes);
        Ok(())
    }

    async fn lock(
        inside: &Self::Store,
        state: &str,
        lock: Lock,
        _: &mut Context,
    ) -> Result<Option<String>> {
        let locks = &mut inside.lock().unwrap().locks;
        if let Some(other) = locks.get(state) {
            return Err(other.conflict(state));
        }
        let id = lock.id.clone();
        locks.insert(state.to_owned(), lock);
        Ok(Some(id))
    }

    async fn unlock(
        inside: &Self::Store,
        state: &str,
        lock_id: &str,
        _: &mut Context,
    ) -> Result<()> {
        let locks = &mut inside.lock().unwrap().locks;
        match locks.get(state) {
            Some(lock) if lock.id == lock_id => drop(locks.remove(state)),
            _ => return Err(Error::new("Not your lock", "")),
        }
        Ok(())
    }

    async fn list(inside: &Self::Store, _: &mut Context) -> Result<Vec<String>> {
        Ok(inside.lock().unwrap().states.keys().cloned().collect())
    }

    async fn delete(inside: &Self::Store, state: &str, _: &mut Context) -> Result<()> {
        let removed = inside.lock().unwrap().states.remove(state);
        removed
            .map(drop)
            .ok_or_else(|| Error::new("No such state", ""))
    }
}

/// An open shelf.
#[derive(Model)]
struct Shelf {}

impl StateStore for Shelf {
    type Provider = Attic;
    type Store = ();

    async fn configure(_: Self, _: &Attic, _: &mut Context) -> Result<()> {
        Ok(())
    }

    async fn read((): &(), _: &str, _: &mut Context) -> Result<Option<Bytes>> {
        Ok(None)
    }

    async fn write((): &(), _: &str, _: Bytes, _: &mut Context) -> Result<()> {
        Ok(())
    }

    async fn list((): &(), _: &mut Context) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn delete((): &(), _: &str, _: &mut Context) -> Result<()> {
        Ok(())
    }
}

type Host = Arc<dyn terrane_protocol::Provider>;

const CHEST: &str = "attic_chest";

async fn use_chest(provider: &Host, place: &str, chunk_size: u64) -> ConfigureStateStoreResponse {
    let request = ConfigureStateStoreRequest {
        type_name: CHEST.to_owned(),
        config: value::<Chest>(&format!(r#"{{"place":"{place}"}}"#)),
        chunk_size,
    };
    provider.configure_state_store(request).await.unwrap()
}

async fn chest() -> Host {
    let provider = configured::<Attic>().await;
    use_chest(&provider, "corner", 4).await;
    provider
}

async fn write(provider: &Host, state: &str, bytes: &'static [u8]) -> Vec<String> {
    let meta = StateId {
        type_name: CHEST.to_owned(),
        state_id: state.to_owned(),
    };
    let total_length = bytes.len() as u64;
    let chunks = bytes.chunks(4).enumerate().map(|(at, part)| {
        let start = at as u64 * 4;
        Ok(WriteStateBytesChunk {
            meta: (at == 0).then(|| meta.clone()),
            bytes: part.to_vec().into(),
            total_length,
            range: Some(StateRange {
                start,
                end: start + part.len() as u64 - 1,
            }),
        })
    });
    let chunks = Box::pin(stream::iter(chunks.collect::<Vec<_>>()));
    messages_of(
        &provider
            .write_state_bytes(chunks)
            .await
            .unwrap()
            .diagnostics,
    )
}

async fn read(provider: &Host, state: &str) -> Vec<ReadStateBytesChunk> {
    let request = StateId {
        type_name: CHEST.to_owned(),
        state_id: state.to_owned(),
    };
    let chunks = provider.read_state_bytes(request).await.unwrap();
    chunks.map(Result::unwrap).collect().await
}

async fn lock(provider: &Host, type_name: &str, state: &str) -> (String, Vec<String>) {
    let request = LockStateRequest {
        type_name: type_name.to_owned(),
        state_id: state.to_owned(),
        operation: "apply".to_owned(),
    };
    let answer = provider.lock_state(request).await.unwrap();
    (answer.lock_id, messages_of(&answer.diagnostics))
}

#[tokio::test]
async fn schemas_and_names_are_described() {
    let provider = terrane::server::<Attic>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let names: Vec<_> = schema.state_store_schemas.keys().collect();
    assert_eq!(names, [CHEST, "attic_shelf"]);
    let metadata = provider.get_metadata(Default::default()).await.unwrap();
    assert_eq!(metadata.state_stores, [CHEST, "attic_shelf"]);
}

#[tokio::test]
async fn ss0_a_store_has_the_version_of_its_model() {
    let provider = terrane::server::<Attic>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let versions = schema.state_store_schemas.values().map(|it| it.version);
    assert_eq!(versions.collect::<Vec<_>>(), [2, 0]);
}

#[tokio::test]
async fn v1_a_configuration_is_checked() {
    let request = ValidateConfigRequest {
        type_name: CHEST.to_owned(),
        config: value::<Chest>(r#"{"place":""}"#),
    };
    let provider = terrane::server::<Attic>();
    let answer = provider.validate_state_store_config(request).await.unwrap();
    assert!(messages_of(&answer.diagnostics)[0].contains("place"));
}

#[tokio::test]
async fn ss1_the_chunk_size_is_that_of_the_host_within_the_supported_range() {
    let provider = configured::<Attic>().await;
    for (proposed, agreed) in [
        (4, 4),
        (8 << 20, 8 << 20),
        (0, 8 << 20),
        (1 << 30, 128 << 20),
    ] {
        let answer = use_chest(&provider, "corner", proposed).await;
        assert_eq!(answer.chunk_size, agreed);
        assert_eq!(messages_of(&answer.diagnostics), ["warning: Dusty"]);
    }
    let answer = use_chest(&provider, "roof", 4).await;
    assert_eq!(
        messages_of(&answer.diagnostics),
        ["error: Too high: Fetch a ladder."]
    );
}

#[tokio::test]
async fn ss2_a_store_that_is_not_configured_is_refused() {
    let provider = configured::<Attic>().await;
    let found = write(&provider, "default", b"abc").await;
    assert!(
        found[0].contains("has not configured the state store"),
        "{found:?}"
    );
    let found = read(&provider, "default").await;
    assert_eq!(found.len(), 1);
    assert!(messages_of(&found[0].diagnostics)[0].contains("has not configured the state store"));
    let (id, found) = lock(&provider, "attic_safe", "default").await;
    assert_eq!(id, "");
    assert!(found[0].contains("State Store Type Not Found"), "{found:?}");
}

#[tokio::test]
async fn ss3_ss4_a_state_that_was_written_is_read_in_chunks() {
    let provider = chest().await;
    assert_eq!(
        write(&provider, "default", b"0123456789").await,
        Vec::<String>::new()
    );
    let chunks = read(&provider, "default").await;
    let sizes: Vec<_> = chunks.iter().map(|chunk| chunk.bytes.len()).collect();
    assert_eq!(sizes, [4, 4, 2]);
    let whole: Vec<u8> = chunks
        .iter()
        .flat_map(|chunk| chunk.bytes.to_vec())
        .collect();
    assert_eq!(whole, b"0123456789");
    assert!(chunks.iter().all(|chunk| chunk.total_length == 10));
    assert_eq!(chunks[2].range, Some(StateRange { start: 8, end: 9 }));
    assert_eq!(read(&provider, "other").await.len(), 0);
}

#[tokio::test]
async fn ss3_a_panic_is_a_chunk_with_nothing_but_a_diagnostic() {
    let chunks = read(&chest().await, "moths").await;
    assert_eq!(chunks.len(), 1);
    assert!(chunks[0].bytes.is_empty());
    let messages = messages_of(&chunks[0].diagnostics);
    assert!(
        messages[0].contains("the moths have eaten it"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn ss4_a_broken_state_leaves_the_old_one() {
    let provider = chest().await;
    write(&provider, "default", b"old").await;
    let chunk = WriteStateBytesChunk {
        meta: Some(StateId {
            type_name: CHEST.to_owned(),
            state_id: "default".to_owned(),
        }),
        bytes: b"ne".to_vec().into(),
        total_length: 3,
        range: Some(StateRange { start: 0, end: 1 }),
    };
    let chunks = Box::pin(stream::iter([Ok(chunk)]));
    let answer = provider.write_state_bytes(chunks).await.unwrap();
    assert!(messages_of(&answer.diagnostics)[0].contains("Cannot write the state"));
    assert_eq!(&read(&provider, "default").await[0].bytes[..], b"old");
}

#[tokio::test]
async fn ss5_a_second_lock_is_refused_with_the_holder_and_time_until_the_unlock() {
    let provider = chest().await;
    let (id, found) = lock(&provider, CHEST, "default").await;
    assert!(!id.is_empty() && found.is_empty(), "{found:?}");
    let (none, found) = lock(&provider, CHEST, "default").await;
    assert_eq!(none, "");
    assert!(
        found[0].starts_with("error: Workspace Already Locked"),
        "{found:?}"
    );
    for part in [id.as_str(), "Operation: apply", "Who:", "Created:"] {
        assert!(found[0].contains(part), "{part}: {found:?}");
    }
    let unlock = async |lock_id: &str| {
        let request = UnlockStateRequest {
            type_name: CHEST.to_owned(),
            state_id: "default".to_owned(),
            lock_id: lock_id.to_owned(),
        };
        messages_of(&provider.unlock_state(request).await.unwrap().diagnostics)
    };
    assert_eq!(unlock("x").await, ["error: Not your lock"]);
    assert_eq!(unlock(&id).await, Vec::<String>::new());
    let (again, _) = lock(&provider, CHEST, "default").await;
    assert!(!again.is_empty() && again != id);
}

#[tokio::test]
async fn ss5_a_store_without_locks_has_no_lock_id() {
    let provider = configured::<Attic>().await;
    let request = ConfigureStateStoreRequest {
        type_name: "attic_shelf".to_owned(),
        config: value::<Shelf>("{}"),
        ..ConfigureStateStoreRequest::default()
    };
    provider.configure_state_store(request).await.unwrap();
    assert_eq!(
        lock(&provider, "attic_shelf", "default").await,
        (String::new(), vec![])
    );
}

#[tokio::test]
async fn ss5_states_are_listed_and_deleted() {
    let provider = chest().await;
    write(&provider, "a", b"1").await;
    write(&provider, "b", b"2").await;
    let type_name = CHEST.to_owned();
    let states = async || {
        let request = GetStatesRequest {
            type_name: CHEST.to_owned(),
        };
        provider.get_states(request).await.unwrap().state_ids
    };
    assert_eq!(states().await, ["a", "b"]);
    let delete = StateId {
        type_name,
        state_id: "a".to_owned(),
    };
    let answer = provider.delete_state(delete.clone()).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(states().await, ["b"]);
    let answer = provider.delete_state(delete).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), ["error: No such state"]);
}
