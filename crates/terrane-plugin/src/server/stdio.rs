//! What the plugin's own code prints, on its way to the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::{Mutex, mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use crate::proto::StdioData;
use crate::proto::grpc_stdio_server::GrpcStdio;
use crate::proto::stdio_data::Channel;
use crate::task;

/// The most that one message carries, in bytes.
const CHUNK: usize = 1024;

/// Messages kept for a host that is not reading yet.
const KEPT: usize = 64;

/// Serves what the pumps read. There is one reader at a time; a second one waits for its turn.
#[derive(Clone)]
pub(super) struct Stdio {
    chunks: Arc<Mutex<mpsc::Receiver<StdioData>>>,
    feed: Feed,
}

/// Where the pumps put what they read.
#[derive(Clone)]
pub(super) struct Feed {
    chunks: mpsc::Sender<StdioData>,
    read: Arc<AtomicBool>,
}

impl Stdio {
    pub(super) fn new() -> Self {
        let (sender, chunks) = mpsc::channel(KEPT);
        let feed = Feed {
            chunks: sender,
            read: Arc::default(),
        };
        Self {
            chunks: Arc::new(Mutex::new(chunks)),
            feed,
        }
    }

    pub(super) fn feed(&self) -> Feed {
        self.feed.clone()
    }
}

impl Feed {
    /// Passes on what comes out of a pipe until its end.
    ///
    /// A host that reads slowly slows the printing code down. One that doesn't read at all gets the first 64 KiB once it
    /// does, and never stops that code.
    pub(super) async fn pump(self, channel: Channel, mut pipe: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; CHUNK];
        while let Ok(length @ 1..) = pipe.read(&mut buffer).await {
            let data = Bytes::copy_from_slice(&buffer[..length]);
            let chunk = StdioData {
                channel: channel.into(),
                data,
            };
            if self.read.load(Ordering::Acquire) {
                // The receiver lives as long as the service.
                let _ = self.chunks.send(chunk).await;
            } else {
                let _ = self.chunks.try_send(chunk);
            }
        }
    }
}

/// Marks the time during which somebody reads.
struct Reading(Arc<AtomicBool>);

impl Reading {
    fn start(flag: &Arc<AtomicBool>) -> Self {
        flag.store(true, Ordering::Release);
        Self(flag.clone())
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

#[tonic::async_trait]
impl GrpcStdio for Stdio {
    type StreamStdioStream = ReceiverStream<Result<StdioData, Status>>;

    async fn stream_stdio(
        &self,
        _: Request<()>,
    ) -> Result<Response<Self::StreamStdioStream>, Status> {
        let (sender, receiver) = mpsc::channel(1);
        let stdio = self.clone();
        task::spawn(async move {
            let forward = async {
                let mut chunks = stdio.chunks.lock().await;
                let _reading = Reading::start(&stdio.feed.read);
                loop {
                    // Room first, so that no chunk is lost to a reader that leaves.
                    let Ok(room) = sender.reserve().await else {
                        return;
                    };
                    let Some(chunk) = chunks.recv().await else {
                        return;
                    };
                    room.send(Ok(chunk));
                }
            };
            tokio::select! {
                () = sender.closed() => {}
                () = forward => {}
            }
        });
        Ok(Response::new(ReceiverStream::new(receiver)))
    }
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt;

    use super::*;

    async fn read(stdio: &Stdio) -> impl tokio_stream::Stream<Item = StdioData> + use<> {
        stdio
            .stream_stdio(Request::new(()))
            .await
            .unwrap()
            .into_inner()
            .map(Result::unwrap)
    }

    #[tokio::test]
    async fn chunks_are_at_most_a_kibibyte_and_keep_their_channel() {
        let stdio = Stdio::new();
        let text = vec![b'x'; 2 * CHUNK + 10];
        stdio.feed().pump(Channel::Stderr, &*text).await;
        let mut chunks = read(&stdio).await;
        for length in [CHUNK, CHUNK, 10] {
            let chunk = chunks.next().await.unwrap();
            assert_eq!(
                (chunk.data.len(), chunk.channel()),
                (length, Channel::Stderr)
            );
        }
    }

    #[tokio::test]
    async fn without_a_reader_the_rest_is_dropped_and_nobody_blocked() {
        let stdio = Stdio::new();
        let text = vec![b'x'; (KEPT + 10) * CHUNK];
        stdio.feed().pump(Channel::Stdout, &*text).await;
        let mut chunks = read(&stdio).await;
        for _ in 0..KEPT {
            chunks.next().await.unwrap();
        }
        stdio.feed().pump(Channel::Stdout, &b"later"[..]).await;
        assert_eq!(chunks.next().await.unwrap().data, "later");
    }

    #[tokio::test]
    async fn second_reader_waits_until_the_first_leaves() {
        let stdio = Stdio::new();
        let mut first = read(&stdio).await;
        stdio.feed().pump(Channel::Stdout, &b"one"[..]).await;
        assert_eq!(first.next().await.unwrap().data, "one");
        let mut second = read(&stdio).await;
        stdio.feed().pump(Channel::Stdout, &b"two"[..]).await;
        assert_eq!(first.next().await.unwrap().data, "two");
        drop(first);
        tokio::task::yield_now().await;
        stdio.feed().pump(Channel::Stdout, &b"three"[..]).await;
        assert_eq!(second.next().await.unwrap().data, "three");
    }
}
