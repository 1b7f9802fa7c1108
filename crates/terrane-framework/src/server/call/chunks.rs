//! Splits whole states into chunks and joins them.

use std::num::NonZeroU64;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use terrane_protocol::*;

use crate::messages::host;

/// Splits a state into chunks of one size. The last chunk may be smaller. An empty state has no chunks (rule SS3).
///
/// Diagnostics are sent with the first chunk, which may contain nothing else.
pub(crate) fn split(
    state: Bytes,
    chunk_size: NonZeroU64,
    diagnostics: Diagnostics,
) -> impl Iterator<Item = ReadStateBytesChunk> + Send {
    let size = usize::try_from(chunk_size.get()).unwrap_or(usize::MAX);
    let total_length = state.len() as u64;
    let mut pending = (!diagnostics.is_empty()).then_some(diagnostics);
    let mut rest = state;
    let mut start = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            let diagnostics = pending.take()?;
            return Some(ReadStateBytesChunk {
                diagnostics,
                ..ReadStateBytesChunk::default()
            });
        }
        let bytes = rest.split_to(size.min(rest.len()));
        let range = StateRange {
            start,
            end: start + bytes.len() as u64 - 1,
        };
        start += bytes.len() as u64;
        Some(ReadStateBytesChunk {
            bytes: bytes.into(),
            total_length,
            range: Some(range),
            diagnostics: pending.take().unwrap_or_default(),
        })
    })
}

/// A complete state that the host sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) type_name: String,
    pub(crate) state_id: String,
    pub(crate) bytes: Bytes,
}

/// Joins the chunks of a state. An incomplete or unordered state is refused (rule SS4).
pub(crate) async fn join(
    mut chunks: BoxStream<WriteStateBytesChunk>,
    chunk_size: impl Fn(&str) -> Result<NonZeroU64, Diagnostic>,
) -> Result<Result<Whole, Diagnostic>, RpcError> {
    let mut state: Option<Partial> = None;
    while let Some(chunk) = chunks.next().await {
        let mut chunk = chunk?;
        let partial = match (&mut state, chunk.meta.take()) {
            (Some(partial), None) => partial,
            (Some(_), Some(_)) => {
                return Ok(Err(host::unwritten(host::SECOND_NAME)));
            }
            (None, meta) => match Partial::begin(meta, &chunk, &chunk_size) {
                Ok(partial) => state.insert(partial),
                Err(diagnostic) => return Ok(Err(diagnostic)),
            },
        };
        if let Err(diagnostic) = partial.add(&chunk) {
            return Ok(Err(diagnostic));
        }
    }
    Ok(state
        .ok_or_else(|| host::unwritten(host::NO_CHUNK))
        .and_then(Partial::end))
}

/// The received part of a state.
struct Partial {
    meta: StateId,
    chunk_size: NonZeroU64,
    total_length: u64,
    bytes: BytesMut,
}

impl Partial {
    fn begin(
        meta: Option<StateId>,
        first: &WriteStateBytesChunk,
        chunk_size: impl Fn(&str) -> Result<NonZeroU64, Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        let meta = meta.ok_or_else(|| host::unwritten(host::UNNAMED_STATE))?;
        if meta.state_id.is_empty() {
            return Err(host::unwritten(host::EMPTY_NAME));
        }
        Ok(Self {
            chunk_size: chunk_size(&meta.type_name)?,
            total_length: first.total_length,
            bytes: BytesMut::with_capacity(first.bytes.len()),
            meta,
        })
    }

    fn add(&mut self, chunk: &WriteStateBytesChunk) -> Result<(), Diagnostic> {
        let start = self.bytes.len() as u64;
        let length = chunk.bytes.len() as u64;
        let rest = self.total_length.saturating_sub(start);
        let expected = self.chunk_size.get().min(rest);
        if chunk.total_length != self.total_length {
            return Err(host::other_total(self.total_length, chunk.total_length));
        }
        if length == 0 || length != expected {
            let total = self.total_length;
            return Err(host::wrong_length(expected, start, total, length));
        }
        let range = StateRange {
            start,
            end: start + length - 1,
        };
        if chunk.range != Some(range) {
            return Err(host::wrong_range(range, chunk.range));
        }
        self.bytes.extend_from_slice(&chunk.bytes);
        Ok(())
    }

    fn end(self) -> Result<Whole, Diagnostic> {
        let found = self.bytes.len() as u64;
        if found != self.total_length {
            return Err(host::wrong_total(self.total_length, found));
        }
        Ok(Whole {
            type_name: self.meta.type_name,
            state_id: self.meta.state_id,
            bytes: self.bytes.freeze(),
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    fn size(bytes: u64) -> NonZeroU64 {
        NonZeroU64::new(bytes).unwrap()
    }

    fn chunks(state: &'static [u8], bytes: u64) -> Vec<ReadStateBytesChunk> {
        split(Bytes::from_static(state), size(bytes), Diagnostics::new()).collect()
    }

    #[test]
    fn ss3_chunks_have_one_size_and_inclusive_ranges() {
        let chunks = chunks(b"abcdefg", 3);
        let seen: Vec<_> = chunks
            .iter()
            .map(|chunk| {
                let range = chunk.range.unwrap();
                (&chunk.bytes[..], chunk.total_length, range.start, range.end)
            })
            .collect();
        assert_eq!(
            seen,
            [
                (&b"abc"[..], 7, 0, 2),
                (&b"def"[..], 7, 3, 5),
                (&b"g"[..], 7, 6, 6)
            ]
        );
        assert_eq!(super::tests::chunks(b"abcdef", 3).len(), 2);
        let single = super::tests::chunks(b"abc", 1);
        let ranges = single.iter().map(|it| it.range.unwrap());
        let ranges: Vec<_> = ranges.map(|it| (it.start, it.end)).collect();
        assert_eq!(ranges, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn ss3_an_empty_state_has_no_chunks_and_diagnostics_have_one() {
        assert_eq!(chunks(b"", 3).len(), 0);
        let diagnostics = Diagnostics::from(Diagnostic::warning("Old", ""));
        let only: Vec<_> = split(Bytes::new(), size(3), diagnostics.clone()).collect();
        assert_eq!(only.len(), 1);
        assert_eq!((&only[0].diagnostics, only[0].range), (&diagnostics, None));
        let both: Vec<_> =
            split(Bytes::from_static(b"abcd"), size(3), diagnostics.clone()).collect();
        assert_eq!(both[0].diagnostics, diagnostics);
        assert!(both[1].diagnostics.is_empty());
    }

    fn sent(state: &'static [u8], size: u64) -> Vec<WriteStateBytesChunk> {
        let mut meta = Some(StateId {
            type_name: "zoo_burrow".to_owned(),
            state_id: "default".to_owned(),
        });
        let chunks = chunks(state, size)
            .into_iter()
            .map(|chunk| WriteStateBytesChunk {
                meta: meta.take(),
                bytes: chunk.bytes,
                total_length: chunk.total_length,
                range: chunk.range,
            });
        chunks.collect()
    }

    async fn joined(chunks: Vec<WriteStateBytesChunk>) -> Result<Bytes, String> {
        let chunks = Box::pin(stream::iter(chunks.into_iter().map(Ok)));
        let whole = join(chunks, |_| Ok(size(3))).await.unwrap();
        whole.map(|whole| whole.bytes).map_err(|it| it.detail)
    }

    #[tokio::test]
    async fn ss4_split_states_are_joined_again() {
        for state in [&b"a"[..], b"abc", b"abcd", b"abcdef", b"abcdefg"] {
            assert_eq!(joined(sent(state, 3)).await.unwrap(), state);
        }
    }

    /// Corrupts the chunks of a state.
    async fn corrupted(corrupt: impl Fn(&mut Vec<WriteStateBytesChunk>)) -> String {
        let mut chunks = sent(b"abcdefg", 3);
        corrupt(&mut chunks);
        joined(chunks).await.unwrap_err()
    }

    #[tokio::test]
    async fn ss4_an_incomplete_or_unordered_state_is_refused() {
        let found = corrupted(Vec::clear).await;
        assert!(found.contains("the host sent no chunk"), "{found}");
        let found = corrupted(|all| all[0].meta = None).await;
        assert!(found.contains("does not name the state"), "{found}");
        let found = corrupted(|all| all[1].meta = all[0].meta.clone()).await;
        assert!(found.contains("names a state again"), "{found}");
        let found = corrupted(|all| all[0].meta.as_mut().unwrap().state_id.clear()).await;
        assert!(found.contains("the name of the state is empty"), "{found}");
        let found = corrupted(|all| drop(all.pop())).await;
        assert!(found.contains("expected 7 bytes, found 6"), "{found}");
        let found = corrupted(|all| all.swap(1, 2)).await;
        assert!(
            found.contains("expected 3 bytes from byte 3 of 7, found 1"),
            "{found}"
        );
        let found = corrupted(|all| all[1].range = None).await;
        assert!(
            found.contains("the bytes 3 to 5, found no range"),
            "{found}"
        );
        let found = corrupted(|all| all[1].total_length = 9).await;
        assert!(found.contains("total length 7, another 9"), "{found}");
        let found = corrupted(|all| all.push(all[2].clone())).await;
        assert!(found.contains("expected 0 bytes from byte 7"), "{found}");
        let found = joined(sent(b"abcdefg", 4)).await.unwrap_err();
        assert!(
            found.contains("expected 3 bytes from byte 0 of 7, found 4"),
            "{found}"
        );
    }

    #[tokio::test]
    async fn ss4_an_aborted_stream_is_not_stored() {
        let mut chunks: Vec<_> = sent(b"abcdefg", 3).into_iter().map(Ok).collect();
        chunks[1] = Err(RpcError::new(RpcCode::Internal, "gone"));
        let joined = join(Box::pin(stream::iter(chunks)), |_| Ok(size(3))).await;
        assert!(joined.is_err());
    }
}
