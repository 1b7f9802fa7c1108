//! State stores, by what Terraform's own tests ask of each backend.

use std::collections::BTreeSet;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value as Json, json};
use terrane_protocol::{
    ConfigureStateStoreRequest, Diagnostics, GetStatesRequest, LockStateRequest,
    ReadStateBytesChunk, Rpc, RpcError, StateId, StateRange, UnlockStateRequest,
    WriteStateBytesChunk,
};
use terrane_value::Object;

use crate::asked::Asked;
use crate::host::HOST_VERSION;
use crate::rule::{self, Rule};
use crate::session::Session;
use crate::subject::Subject;

/// The names of the states that are written.
const NAMES: [&str; 2] = ["terrane-conform-a", "terrane-conform-b"];

/// The size of chunks that is proposed. Hosts propose a larger one, with which only huge states have several chunks.
const CHUNK: u64 = 64 << 10;

/// The largest size of chunks that hosts accept.
const LARGEST_CHUNK: u64 = 128 << 20;

/// The lengths of the text in a long and in a short state.
const LONG: usize = 160 << 10;
const SHORT: usize = 10;

/// The id of a lock that does not exist.
const NO_LOCK: &str = "c0ffee00-0000-4000-8000-000000000000";

/// Configures a state store; writes, reads, locks and deletes states. Returns what could not be deleted.
pub(crate) async fn check(
    session: &mut Session<'_>,
    subject: &Subject,
    config: &Object,
) -> Vec<String> {
    let mut store = Store {
        session,
        subject,
        chunk_size: CHUNK,
        written: BTreeSet::new(),
        lock: None,
    };
    let Some(listed) = store.start(config).await else {
        return Vec::new();
    };
    if let Some(name) = NAMES.iter().find(|it| listed.iter().any(|had| had == *it)) {
        let reason = format!(
            "no state is written, because the state {name:?} exists; delete it if no other run uses the store"
        );
        store
            .session
            .omit(format!("--apply {}", subject.name), reason);
        return Vec::new();
    }
    // A problem ends each part, and was reported. What was written is deleted in any case.
    let _ = store.states().await;
    if !store.session.is_over() {
        let _ = store.locks().await;
    }
    store.end().await
}

/// A state store that is configured.
struct Store<'a, 'o> {
    session: &'a mut Session<'o>,
    subject: &'a Subject,
    /// The size of chunks that both sides use.
    chunk_size: u64,
    /// The states that may exist.
    written: BTreeSet<&'static str>,
    /// The id of the lock of the first state.
    lock: Option<String>,
}

impl Store<'_, '_> {
    fn asked(&self, rpc: Rpc, contents: Json) -> Asked {
        Asked::new(rpc, &self.subject.place(), contents).long()
    }

    fn id(&self, name: &str) -> StateId {
        StateId {
            type_name: self.subject.name.clone(),
            state_id: name.to_owned(),
        }
    }

    /// Judges the diagnostics of a request that must succeed. Returns whether it did.
    fn succeeds(
        &mut self,
        rule: &'static Rule,
        asked: &Asked,
        diagnostics: &Diagnostics,
        what: &str,
    ) -> bool {
        self.session.judge(&[rule]);
        self.session.diagnostics(asked, diagnostics, None);
        let Some(error) = diagnostics.errors().next() else {
            return true;
        };
        let message = format!("{what}: {error}");
        self.session.report_answer(rule, asked, message);
        false
    }

    /// Configures the store, and returns the names of its states. Each problem of the configuration is the provider's decision.
    async fn start(&mut self, config: &Object) -> Option<Vec<String>> {
        let subject = self.subject;
        let asked = self.asked(Rpc::ConfigureStateStore, subject.shown(Some(config)));
        let request = ConfigureStateStoreRequest {
            type_name: subject.name.clone(),
            config: subject.encode(Some(config)),
            chunk_size: CHUNK,
        };
        let answer = self
            .session
            .ask(&asked, async |it| it.configure_state_store(request).await)
            .await?;
        let diagnostics = &answer.diagnostics;
        self.session
            .diagnostics(&asked, diagnostics, Some(subject.block()));
        if let Some(error) = diagnostics.errors().next() {
            let reason = format!("the state store was not configured: {error}");
            self.session
                .omit(format!("--apply {}", subject.name), reason);
            return None;
        }
        self.chunk_size = answer.chunk_size;
        if !(1..=LARGEST_CHUNK).contains(&answer.chunk_size) {
            let message = format!(
                "the state store chooses chunks of {} bytes, and hosts accept 1 to {LARGEST_CHUNK}",
                answer.chunk_size
            );
            self.session.report_answer(rule::STATES, &asked, message);
            return None;
        }
        self.list().await
    }

    /// Writes two states, reads them, and replaces one by a shorter state.
    async fn states(&mut self) -> Option<()> {
        let [first, second] = NAMES;
        self.expect(first, &Bytes::new(), "a state that was not written is read")
            .await?;
        let (long, other) = (content(1, LONG), content(2, LONG));
        self.write(first, &long).await?;
        self.write(second, &other).await?;
        let message = "a state is read with other bytes than it was written with";
        self.expect(first, &long, message).await?;
        self.expect(second, &other, message).await?;
        let listed = self.list().await?;
        let count = |name: &str| listed.iter().filter(|it| **it == *name).count();
        if let Some(name) = NAMES.iter().find(|it| count(it) != 1) {
            let asked = self.asked(Rpc::GetStates, Json::Null);
            let message = format!("a state that was written is listed {} times", count(name));
            self.session.report_answer(rule::STATES, &asked, message);
        }
        let short = content(3, SHORT);
        self.write(first, &short).await?;
        let message = "a state that was replaced by a shorter one is read with other bytes";
        self.expect(first, &short, message).await
    }

    /// Locks a state, locks it again, and unlocks it.
    async fn locks(&mut self) -> Option<()> {
        let name = NAMES[0];
        let (asked, locked, diagnostics) = self.lock(name).await?;
        self.succeeds(
            rule::STATE_LOCKS,
            &asked,
            &diagnostics,
            "a state that is not locked cannot be locked",
        )
        .then_some(())?;
        if locked.is_empty() {
            let place = self.subject.place();
            self.session
                .remark_at(&place, "the state store has no locks");
            return None;
        }
        self.lock = Some(locked.clone());
        let (asked, second, diagnostics) = self.lock(name).await?;
        if !diagnostics.has_errors() {
            let message = "a locked state is locked again";
            self.session
                .report_answer(rule::STATE_LOCKS, &asked, message);
            self.lock = Some(second);
            return None;
        }
        self.session.diagnostics(&asked, &diagnostics, None);
        let (asked, diagnostics) = self.unlock(name, NO_LOCK).await?;
        if !diagnostics.has_errors() {
            let message = "a locked state is unlocked with the id of another lock";
            self.session
                .report_answer(rule::STATE_LOCKS, &asked, message);
            return None;
        }
        self.session.diagnostics(&asked, &diagnostics, None);
        let (asked, diagnostics) = self.unlock(name, &locked).await?;
        let message = "a state cannot be unlocked with the id of its lock";
        self.succeeds(rule::STATE_LOCKS, &asked, &diagnostics, message)
            .then_some(())?;
        self.lock = None;
        let (asked, again, diagnostics) = self.lock(name).await?;
        let message = "a state that was unlocked cannot be locked";
        self.succeeds(rule::STATE_LOCKS, &asked, &diagnostics, message)
            .then_some(())?;
        if again == locked {
            let message = "two locks of a state have the same id";
            self.session
                .report_answer(rule::STATE_LOCKS, &asked, message);
        }
        self.lock = Some(again);
        Some(())
    }

    /// Unlocks and deletes what exists. Returns what remains.
    async fn end(&mut self) -> Vec<String> {
        let place = self.subject.place();
        let mut left = Vec::new();
        if let Some(lock) = self.lock.take() {
            let name = NAMES[0];
            let unlocked = self.unlock(name, &lock).await;
            let is_unlocked = unlocked.is_some_and(|(asked, diagnostics)| {
                let message = "a state cannot be unlocked with the id of its lock";
                self.succeeds(rule::STATE_LOCKS, &asked, &diagnostics, message)
            });
            if !is_unlocked {
                left.push(format!("{place} lock {lock:?} of the state {name:?}"));
            }
        }
        for name in std::mem::take(&mut self.written) {
            if !self.delete(name).await.unwrap_or_default() {
                left.push(format!("{place} state {name:?}"));
            }
        }
        left
    }

    /// Deletes a state. Returns whether it is gone.
    async fn delete(&mut self, name: &str) -> Option<bool> {
        let asked = self.asked(Rpc::DeleteState, json!({ "state_id": name }));
        let request = self.id(name);
        let answer = self
            .session
            .ask(&asked, async |it| it.delete_state(request).await)
            .await?;
        let message = "a state cannot be deleted";
        if !self.succeeds(rule::STATES, &asked, &answer.diagnostics, message) {
            return Some(false);
        }
        if self.list().await?.iter().any(|it| *it == *name) {
            let message = "a state is listed after it was deleted";
            self.session.report_answer(rule::STATES, &asked, message);
            return Some(false);
        }
        let message = "a state is read after it was deleted";
        Some(self.expect(name, &Bytes::new(), message).await.is_some())
    }

    async fn list(&mut self) -> Option<Vec<String>> {
        let asked = self.asked(Rpc::GetStates, Json::Null);
        let request = GetStatesRequest {
            type_name: self.subject.name.clone(),
        };
        let answer = self
            .session
            .ask(&asked, async |it| it.get_states(request).await)
            .await?;
        let message = "the states cannot be listed";
        self.succeeds(rule::STATES, &asked, &answer.diagnostics, message)
            .then_some(answer.state_ids)
    }

    async fn write(&mut self, name: &'static str, state: &Bytes) -> Option<()> {
        let contents = json!({ "state_id": name, "total_length": state.len() });
        let asked = self.asked(Rpc::WriteStateBytes, contents);
        let chunks = chunks(&self.id(name), state, self.chunk_size);
        self.written.insert(name);
        let answer = self
            .session
            .ask(&asked, async |it| {
                let chunks = stream::iter(chunks.into_iter().map(Ok));
                it.write_state_bytes(Box::pin(chunks)).await
            })
            .await?;
        let message = "a state cannot be written";
        self.succeeds(rule::STATES, &asked, &answer.diagnostics, message)
            .then_some(())
    }

    /// Reads a state, and reports the message if it has other bytes than expected. A state that does not exist has none.
    async fn expect(&mut self, name: &str, expected: &Bytes, message: &str) -> Option<()> {
        let asked = self.asked(Rpc::ReadStateBytes, json!({ "state_id": name }));
        let request = self.id(name);
        let chunks = self
            .session
            .ask(&asked, async |it| {
                let mut chunks = it.read_state_bytes(request).await?;
                let mut all = Vec::new();
                while let Some(chunk) = chunks.next().await {
                    all.push(chunk?);
                }
                Ok::<_, RpcError>(all)
            })
            .await?;
        for chunk in &chunks {
            let message = "a state cannot be read";
            self.succeeds(rule::STATES, &asked, &chunk.diagnostics, message)
                .then_some(())?;
        }
        let problem = match joined(&chunks, self.chunk_size) {
            Ok(bytes) if bytes == *expected => return Some(()),
            Ok(_) => message.to_owned(),
            Err(problem) => problem,
        };
        self.session.report_answer(rule::STATES, &asked, problem);
        None
    }

    /// Locks a state. Returns the request, the id of the lock, and the diagnostics.
    async fn lock(&mut self, name: &str) -> Option<(Asked, String, Diagnostics)> {
        let contents = json!({ "state_id": name, "operation": "apply" });
        let asked = self.asked(Rpc::LockState, contents);
        let request = LockStateRequest {
            type_name: self.subject.name.clone(),
            state_id: name.to_owned(),
            operation: "apply".to_owned(),
        };
        let answer = self
            .session
            .ask(&asked, async |it| it.lock_state(request).await)
            .await?;
        Some((asked, answer.lock_id, answer.diagnostics))
    }

    async fn unlock(&mut self, name: &str, lock_id: &str) -> Option<(Asked, Diagnostics)> {
        let contents = json!({ "state_id": name, "lock_id": lock_id });
        let asked = self.asked(Rpc::UnlockState, contents);
        let request = UnlockStateRequest {
            type_name: self.subject.name.clone(),
            state_id: name.to_owned(),
            lock_id: lock_id.to_owned(),
        };
        let answer = self
            .session
            .ask(&asked, async |it| it.unlock_state(request).await)
            .await?;
        Some((asked, answer.diagnostics))
    }
}

/// Returns a state as a host writes it, without resources, and with a text of a length.
fn content(serial: u64, length: usize) -> Bytes {
    let state = json!({
        "version": 4,
        "terraform_version": HOST_VERSION,
        "serial": serial,
        "lineage": "c0ffee00-0000-4000-8000-000000000001",
        "outputs": { "example": { "value": "x".repeat(length), "type": "string" } },
        "resources": [],
        "check_results": null,
    });
    state.to_string().into()
}

/// Splits a state into chunks.
fn chunks(id: &StateId, state: &Bytes, size: u64) -> Vec<WriteStateBytesChunk> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let mut start = 0;
    let parts = state.chunks(size).map(|part| {
        let length = part.len() as u64;
        let chunk = WriteStateBytesChunk {
            meta: (start == 0).then(|| id.clone()),
            bytes: state.slice_ref(part).into(),
            total_length: state.len() as u64,
            range: Some(StateRange {
                start,
                end: start + length - 1,
            }),
        };
        start += length;
        chunk
    });
    parts.collect()
}

/// Joins chunks as hosts do. The error is a sentence.
fn joined(chunks: &[ReadStateBytesChunk], size: u64) -> Result<Vec<u8>, String> {
    let total = chunks.first().map_or(0, |it| it.total_length);
    let mut bytes = Vec::new();
    for chunk in chunks.iter().filter(|it| !it.bytes.is_empty()) {
        let (start, length) = (bytes.len() as u64, chunk.bytes.len() as u64);
        let end = start + length;
        if chunk.total_length != total {
            return Err("the chunks of a state have different total lengths".to_owned());
        }
        let range = StateRange {
            start,
            end: end - 1,
        };
        if chunk.range != Some(range) {
            return Err("the range of a chunk is not that of its bytes".to_owned());
        }
        if length > size || end < total && length != size {
            return Err(format!(
                "a chunk of a state has {length} bytes, and both sides have agreed on {size}"
            ));
        }
        bytes.extend_from_slice(&chunk.bytes);
    }
    if bytes.len() as u64 != total {
        return Err(format!(
            "the chunks of a state have {} bytes, and the total length is {total}",
            bytes.len()
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_a_state_are_joined_and_wrong_ones_are_refused() {
        let state = content(1, 100);
        let read: Vec<ReadStateBytesChunk> = chunks(&StateId::default(), &state, 64)
            .into_iter()
            .map(|it| ReadStateBytesChunk {
                bytes: it.bytes,
                total_length: it.total_length,
                range: it.range,
                ..ReadStateBytesChunk::default()
            })
            .collect();
        assert!(read.len() > 2);
        assert_eq!(joined(&read, 64).unwrap(), state);
        assert_eq!(joined(&[], 64).unwrap(), b"");
        assert!(joined(&read, 65).unwrap_err().contains("agreed on 65"));
        assert!(joined(&read[1..], 64).unwrap_err().contains("range"));
        assert!(joined(&read[..2], 64).unwrap_err().contains("128 bytes"));
    }
}
