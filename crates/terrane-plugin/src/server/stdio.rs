//! The stdio service, which sends the printed output of the plugin's code to the host.

use std::io::{self, Read};
use std::sync::Arc;
use std::thread;

use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::output::Pipe;
use super::printed::{OutputStream, Printed, PrintedLines};
use crate::proto::StdioData;
use crate::proto::grpc_stdio_server::GrpcStdio;
use crate::proto::stdio_data::Channel;
use crate::task;

/// The largest chunk of output in one message, in bytes.
const CHUNK: usize = 1024;

/// The number of messages that are buffered for a host that does not read yet.
const BUFFERED_CHUNKS: usize = 64;

/// The longest line that is passed on in one piece, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// Sends the output that is read from the pipes. Only one host can read at a time, and a second host waits.
#[derive(Clone)]
pub(super) struct Stdio {
    chunks: Arc<Mutex<mpsc::Receiver<StdioData>>>,
    feed: Feed,
}

/// The queues for the output of the pipes.
#[derive(Clone)]
struct Feed {
    chunks: mpsc::Sender<StdioData>,
    /// Whether a host reads.
    is_read: watch::Sender<bool>,
    lines: Option<PrintedLines>,
}

impl Stdio {
    /// Makes the service. `printed` runs on a thread of its own, because it may block.
    pub(super) fn new(printed: Option<Printed>) -> Self {
        // If the thread cannot be started, lines are not passed on, and the process works without this.
        let lines = printed.and_then(PrintedLines::new);
        let (sender, chunks) = mpsc::channel(BUFFERED_CHUNKS);
        let feed = Feed {
            chunks: sender,
            is_read: watch::Sender::default(),
            lines,
        };
        Self {
            chunks: Arc::new(Mutex::new(chunks)),
            feed,
        }
    }

    /// Starts to read a pipe, on a thread of its own. Must be called within the server's runtime.
    ///
    /// The code that prints must never wait for another thread: the server's thread has other work, and its subscriber may print itself.
    pub(super) fn read(&self, channel: Channel, pipe: Pipe) -> io::Result<()> {
        let (feed, runtime) = (self.feed.clone(), Handle::current());
        let read = move || feed.pump(channel, pipe.into_file(), &runtime);
        thread::Builder::new()
            .name("plugin-output".into())
            .spawn(read)?;
        Ok(())
    }
}

impl Feed {
    /// Reads a pipe to its end, and passes the output on.
    ///
    /// A host that reads slowly slows down the printing code. A host that does not read does not block the printing code. When it starts to read, it
    /// gets only the first 64 KiB.
    fn pump(self, channel: Channel, mut pipe: impl Read, runtime: &Handle) {
        let mut buffer = vec![0; CHUNK];
        let mut line = Vec::new();
        loop {
            let length = match pipe.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return,
            };
            let data = Bytes::copy_from_slice(&buffer[..length]);
            self.pass_lines_on(channel, &data, &mut line);
            let chunk = StdioData {
                channel: channel.into(),
                data,
            };
            if let Err(TrySendError::Full(chunk)) = self.chunks.try_send(chunk) {
                runtime.block_on(self.send_to_reader(chunk));
            }
        }
    }

    /// Sends a chunk, as long as a host reads.
    async fn send_to_reader(&self, chunk: StdioData) {
        let mut is_read = self.is_read.subscribe();
        tokio::select! {
            // The receiver lives as long as the service.
            Ok(room) = self.chunks.reserve() => room.send(chunk),
            _ = is_read.wait_for(|is_read| !is_read) => {}
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
                lines.push(stream, String::from_utf8_lossy(line).into_owned());
                line.clear();
            }
        }
    }
}

/// Marks that a host reads, until it is dropped.
struct Reading(watch::Sender<bool>);

impl Reading {
    fn start(is_read: &watch::Sender<bool>) -> Self {
        is_read.send_replace(true);
        Self(is_read.clone())
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.send_replace(false);
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
                let _reading = Reading::start(&stdio.feed.is_read);
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

    use super::super::printed::PrintedText;
    use super::*;

    /// Passes output on, as the thread does that reads a pipe.
    async fn pump(stdio: &Stdio, channel: Channel, output: &[u8]) {
        let (feed, output, runtime) = (stdio.feed.clone(), output.to_vec(), Handle::current());
        let pump = move || feed.pump(channel, &*output, &runtime);
        tokio::task::spawn_blocking(pump).await.unwrap();
    }

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
        pump(&stdio, Channel::Stderr, &text).await;
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
        let stdio = Stdio::new(Some(Arc::new(move |printed: PrintedText<'_>| {
            let text = printed.text[printed.passed_on].to_owned();
            sender.send((printed.stream, text)).unwrap();
        })));
        let long = "x".repeat(3 * CHUNK);
        let text = format!("one\r\n\n{long}\nnot ended");
        pump(&stdio, Channel::Stdout, text.as_bytes()).await;
        pump(&stdio, Channel::Stderr, b"two\n").await;
        drop(stdio);
        let mut printed = [String::new(), String::new()];
        for (stream, text) in lines {
            printed[usize::from(stream == OutputStream::Stderr)] += &text;
        }
        assert_eq!(printed, [format!("one\r\n\n{long}\n"), "two\n".to_owned()]);
    }

    #[tokio::test]
    async fn without_a_reader_the_rest_is_dropped_and_nobody_blocked() {
        let stdio = Stdio::new(None);
        let text = vec![b'x'; (BUFFERED_CHUNKS + 10) * CHUNK];
        pump(&stdio, Channel::Stdout, &text).await;
        let mut chunks = read(&stdio).await;
        for _ in 0..BUFFERED_CHUNKS {
            chunks.next().await.unwrap();
        }
        pump(&stdio, Channel::Stdout, b"later").await;
        assert_eq!(chunks.next().await.unwrap().data, "later");
    }

    #[tokio::test]
    async fn reader_that_leaves_does_not_block_the_code_that_prints() {
        let stdio = Stdio::new(None);
        let reader = read(&stdio).await;
        let printing = {
            let stdio = stdio.clone();
            let text = vec![b'x'; 10 * BUFFERED_CHUNKS * CHUNK];
            tokio::spawn(async move { pump(&stdio, Channel::Stdout, &text).await })
        };
        while stdio.feed.chunks.capacity() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(!printing.is_finished());
        drop(reader);
        printing.await.unwrap();
    }

    #[tokio::test]
    async fn second_reader_waits_until_the_first_is_done() {
        let stdio = Stdio::new(None);
        let mut first = read(&stdio).await;
        pump(&stdio, Channel::Stdout, b"one").await;
        assert_eq!(first.next().await.unwrap().data, "one");
        let mut second = read(&stdio).await;
        pump(&stdio, Channel::Stdout, b"two").await;
        assert_eq!(first.next().await.unwrap().data, "two");
        drop(first);
        tokio::task::yield_now().await;
        pump(&stdio, Channel::Stdout, b"three").await;
        assert_eq!(second.next().await.unwrap().data, "three");
    }
}
