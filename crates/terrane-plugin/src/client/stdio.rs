//! What a plugin's code prints once it serves, which comes over gRPC instead of the process's pipes.

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tonic::transport::Channel;

use crate::proto::grpc_stdio_client::GrpcStdioClient;
use crate::proto::stdio_data;

/// Where printed text goes.
pub(crate) enum Sink {
    /// To this process's log.
    Log,
    /// To the host's writer.
    Writer(Box<dyn AsyncWrite + Send + Unpin>),
}

impl Sink {
    async fn write(&mut self, stream: &str, data: &[u8], plugin: &str) {
        let written = match self {
            Self::Log => {
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

/// Passes on what the plugin prints until it ends; plugins without this service print on their pipes.
pub(crate) async fn forward(channel: Channel, plugin: String, mut stdout: Sink, mut stderr: Sink) {
    let mut stream = match GrpcStdioClient::new(channel).stream_stdio(()).await {
        Ok(stream) => stream.into_inner(),
        Err(status) => {
            tracing::debug!(plugin, %status, "the plugin does not stream its output");
            return;
        }
    };
    // The stream breaks when the plugin ends, so that its end needs no report.
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
