//! The stdio service, which sends the printed output of the plugin's code to the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::{Mutex, mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use crate::proto::StdioData;
use crate::proto::grpc_stdio_server::GrpcStdio;
use crate::proto::stdio_data::Channel;
use crate::task;

/// The largest chunk of output in one message, in bytes.
const CHUNK: usize = 1024;

/// The number of messages that are buffered for a host that does not read yet.
const BUFFERED_CHUNKS: usize = 64;

/// The number of lines that are buffered for a log that is slower than the printing code.
const BUFFERED_LINES: usize = 256;

/// The longest line that is passed on in one piece, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// A standard stream of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputStream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A function that receives the lines that are printed to the process's standard streams.
pub(super) type Printed = Arc<dyn Fn(OutputStream, &str) + Send + Sync>;

/// Sends the output that the pumps read from the pipes. Only one host can read at a time, and a second host waits.
#[derive(Clone)]
pub(super) struct Stdio {
    chunks: Arc<Mutex<mpsc::Receiver<StdioData>>>,
    feed: Feed,
}

/// The queues into which the pumps write the output of the pipes.
#[derive(Clone)]
pub(super) struct Feed {
    chunks: mpsc::Sender<StdioData>,
    read: Arc<AtomicBool>,
    lines: Option<SyncSender<(OutputStream, String)>>,
}

impl Stdio {
    /// Makes the service. `printed` runs on a thread of its own, because it may block.
    pub(super) fn new(printed: Option<Printed>) -> Self {
        let lines = printed.and_then(|printed| {
            let (sender, lines) = sync_channel::<(OutputStream, String)>(BUFFERED_LINES);
            let pass_on = move || {
                for (stream, line) in lines {
                    printed(stream, &line);
                }
            };
            let thread = thread::Builder::new().name("plugin-printed".into());
            // If the thread cannot be started, lines are not passed on, and the process works without this.
            thread.spawn(pass_on).ok().map(|_| sender)
        });
        let (sender, chunks) = mpsc::channel(BUFFERED_CHUNKS);
        let feed = Feed {
            chunks: sender,
            read: Arc::default(),
            lines,
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
    /// Reads a pipe to its end, and passes the output on.
    ///
    /// A host that reads slowly slows down the printing code. A host that does not read does not block the printing code. When it starts to read, it
    /// gets only the first 64 KiB.
    pub(super) async fn pump(self, channel: Channel, mut pipe: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; CHUNK];
        let mut line = Vec::new();
        while let Ok(length @ 1..) = pipe.read(&mut buffer).await {
            let data = Bytes::copy_from_slice(&buffer[..length]);
            self.pass_lines_on(channel, &data, &mut line);
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

    /// Passes on each complete line, and stores the start of the next line.
    fn pass_lines_on(&self, channel: Channel, data: &[u8], line: &mut Vec<u8>) {
        let Some(lines) = &self.lines else { return };
        let stream = match channel {
            Channel::Stderr => OutputStream::Stderr,
            Channel::Stdout | Channel::Invalid => OutputStream::Stdout,
        };
        for piece in data.split_inclusive(|byte| *byte == b'\n') {
            line.extend_from_slice(piece);
            if piece.ends_with(b"\n") || line.len() > LONGEST_LINE {
                let text = String::from_utf8_lossy(line).trim_end().to_owned();
                // If the log is slower than the printing code, lines are dropped, so that the log never blocks that code.
                let _ = lines.try_send((stream, text));
                line.clear();
            }
        }
    }
}

/// Marks that a host reads, until it is dropped.
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
                    // The task reserves room before it takes a chunk, so that no chunk is lost if the reader leaves.
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
        let stdio = Stdio::new(None);
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
    async fn printed_lines_are_passed_on_whole_with_a_reader_or_without() {
        let (sender, lines) = std::sync::mpsc::channel();
        let stdio = Stdio::new(Some(Arc::new(move |stream, line: &str| {
            sender.send((stream, line.to_owned())).unwrap();
        })));
        let long = "x".repeat(3 * CHUNK);
        let text = format!("one\r\n\n{long}\nnot ended");
        stdio.feed().pump(Channel::Stdout, text.as_bytes()).await;
        stdio.feed().pump(Channel::Stderr, &b"two\n"[..]).await;
        drop(stdio);
        let line = |stream, text: &str| (stream, text.to_owned());
        let expected = [
            line(OutputStream::Stdout, "one"),
            line(OutputStream::Stdout, ""),
            line(OutputStream::Stdout, &long),
            line(OutputStream::Stderr, "two"),
        ];
        assert_eq!(lines.iter().collect::<Vec<_>>(), expected);
    }

    #[tokio::test]
    async fn without_a_reader_the_rest_is_dropped_and_nobody_blocked() {
        let stdio = Stdio::new(None);
        let text = vec![b'x'; (BUFFERED_CHUNKS + 10) * CHUNK];
        stdio.feed().pump(Channel::Stdout, &*text).await;
        let mut chunks = read(&stdio).await;
        for _ in 0..BUFFERED_CHUNKS {
            chunks.next().await.unwrap();
        }
        stdio.feed().pump(Channel::Stdout, &b"later"[..]).await;
        assert_eq!(chunks.next().await.unwrap().data, "later");
    }

    #[tokio::test]
    async fn second_reader_waits_until_the_first_is_done() {
        let stdio = Stdio::new(None);
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
