//! The standard output and standard error of a plugin's code. Once a plugin serves, it sends them over gRPC instead of the process's pipes.

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tonic::transport::Channel;

use terrane_plugin::peer::{self, GrpcStdioClient, stdio_data};

/// The destination of printed text.
pub(crate) enum Sink {
    /// The log of this process.
    Log,
    /// The host's writer.
    Writer(Box<dyn AsyncWrite + Send + Unpin>),
}

impl Sink {
    async fn write(&mut self, stream: &str, data: &[u8], plugin: &str) {
        let written = match self {
            Self::Log => {
                peer::wait_for_room().await;
                let text = String::from_utf8_lossy(data);
                tracing::debug!(target: super::journal::LOG_TARGET, plugin, stream, "{}", text.trim_end());
                return;
            }
            Self::Writer(writer) => {
                async {
                    writer.write_all(data).await?;
                    writer.flush().await
                }
                .await
            }
        };
        if let Err(error) = written {
            tracing::warn!(plugin, stream, %error, "cannot pass on what the plugin printed");
            *self = Self::Log;
        }
    }
}

/// Forwards the plugin's printed text until the plugin exits. Plugins without the stdio service print to their pipes instead.
pub(crate) async fn forward(channel: Channel, plugin: String, mut stdout: Sink, mut stderr: Sink) {
    let mut stream = match GrpcStdioClient::new(channel).stream_stdio(()).await {
        Ok(stream) => stream.into_inner(),
        Err(status) => {
            tracing::debug!(plugin, %status, "the plugin does not stream its output");
            return;
        }
    };
    // The stream also breaks when the plugin exits, so an error of the stream is not reported.
    while let Ok(Some(chunk)) = stream.message().await {
        match chunk.channel() {
            stdio_data::Channel::Stdout => stdout.write("stdout", &chunk.data, &plugin).await,
            stdio_data::Channel::Stderr => stderr.write("stderr", &chunk.data, &plugin).await,
            stdio_data::Channel::Invalid => {
                tracing::warn!(plugin, "the plugin printed on an unknown stream")
            }
        }
    }
}
