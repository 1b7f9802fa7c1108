//! Replay of a recording against another build.

use std::collections::BTreeMap;
use std::fmt;
use std::process::Command;

use bytes::{Buf, BufMut, Bytes};
use futures_util::{StreamExt as _, stream};
use http::uri::PathAndQuery;
use prost_reflect::MethodDescriptor;
use serde_json::Value as Json;
use terrane_composition::peer::Channel;
use terrane_composition::{ConnectError, ProviderProcess};
use terrane_plugin::MAX_MESSAGE_SIZE;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::StdError;
use tonic::{Code, Status};

use crate::compare::{Comparison, Pattern, Place, join};
use crate::message::{self, Protocol};
use crate::recording::{Call, Failure, Recording};
use crate::secrets::placeholder;

/// The first difference between a recording and a replay.
///
/// Its text shows both values:
///
/// ```text
/// call 7, ApplyResourceChange of zoo_pet, differs at new_state.msgpack.name
///   recorded: "rex"
///   now:      "Rex"
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The number of the call, from 1.
    pub call: usize,
    /// The name of the RPC.
    pub rpc: String,
    /// The type of the object of the call, if it has one.
    pub type_name: Option<String>,
    /// The path in the answer. Empty for the error of a call.
    pub path: String,
    /// The recorded value. `None` if it was absent.
    pub recorded: Option<Json>,
    /// The value of the replay. `None` if it is absent.
    pub now: Option<Json>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {}, {}", self.call, self.rpc)?;
        if let Some(name) = &self.type_name {
            write!(f, " of {name}")?;
        }
        match self.path.as_str() {
            "" => writeln!(f, ", ends differently")?,
            path => writeln!(f, ", differs at {path}")?,
        }
        let json_text = |value: &Option<Json>| {
            value
                .as_ref()
                .map_or_else(|| "(absent)".to_owned(), Json::to_string)
        };
        writeln!(f, "  recorded: {}", json_text(&self.recorded))?;
        write!(f, "  now:      {}", json_text(&self.now))
    }
}

/// The error of a recording that cannot be replayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The provider does not start, or does not serve the protocol version of the recording.
    #[error("cannot start the provider")]
    Start(#[from] ConnectError),
    /// The messages of the protocol cannot be described.
    #[error("cannot describe the messages of the protocol")]
    Describe(#[from] prost_reflect::DescriptorError),
    /// A call of the recording is none of the protocol.
    #[error("call {0} of the recording is not a call of the protocol: {1}")]
    Call(usize, String),
}

/// Sends the requests of a recording to the provider of a command, one after the other, and compares the answers. Returns the first difference.
///
/// Secrets are sent as their placeholders, unless their values are given by number. Values that differ between runs are the provider's new ones in later
/// requests.
///
/// # Errors
///
/// Fails if the provider does not start, or if the recording has calls that the protocol lacks.
pub async fn replay(
    recording: &Recording,
    command: Command,
    secrets: &BTreeMap<usize, String>,
) -> Result<Option<Difference>, ReplayError> {
    let version = recording.version();
    let builder = ProviderProcess::builder(command)
        .versions([version.number()])
        .inherit_stderr();
    let process = ProviderProcess::spawn(builder).await?;
    let found = compare(recording, process.client().channel(), secrets).await;
    // The comparison is what counts. The provider ends with this process at the latest.
    let _ = process.kill().await;
    found
}

async fn compare(
    recording: &Recording,
    channel: impl Channel,
    secrets: &BTreeMap<usize, String>,
) -> Result<Option<Difference>, ReplayError> {
    let protocol = Protocol::new(recording.version())?;
    let patterns = recording.differs.iter();
    let mut comparison = Comparison::new(patterns.filter_map(|it| Pattern::parse(it)).collect());
    for (number, secret) in secrets {
        comparison.replace(&placeholder(*number), secret);
    }
    for (position, recorded) in recording.calls.iter().enumerate() {
        let number = position + 1;
        let unknown =
            |problem: &str| ReplayError::Call(number, format!("{} {problem}", recorded.rpc));
        let rpc = protocol
            .rpc(&recorded.rpc)
            .ok_or_else(|| unknown("is not an RPC of this protocol version"))?;
        let request = comparison.translate(&recorded.request);
        let now = call(channel.clone(), &protocol, &rpc, request)
            .await
            .ok_or_else(|| unknown("has a request that cannot be encoded"))?;
        if let Some(place) = first_difference(&mut comparison, recorded, &now) {
            return Ok(Some(Difference {
                call: number,
                rpc: recorded.rpc.clone(),
                type_name: recorded.type_name(),
                path: join(&place.path),
                recorded: place.recorded,
                now: place.now,
            }));
        }
    }
    Ok(None)
}

/// Compares the ends of two calls.
pub(crate) fn first_difference(
    comparison: &mut Comparison,
    recorded: &Call,
    now: &Call,
) -> Option<Place> {
    let failure = |call: &Call| {
        call.error
            .as_ref()
            .map(|error| serde_json::json!({"code": error.code, "message": error.message}))
    };
    let (recorded_error, error) = (failure(recorded), failure(now));
    if recorded_error != error {
        // What was answered instead of the error explains it.
        return Some(Place {
            path: Vec::new(),
            recorded: recorded_error.or_else(|| recorded.response.clone()),
            now: error.or_else(|| now.response.clone()),
        });
    }
    match (&recorded.response, &now.response) {
        (Some(response), Some(now)) => comparison.first_difference(&recorded.rpc, response, now),
        _ => None,
    }
}

/// Calls an RPC. `None` if the request cannot be encoded.
async fn call(
    channel: impl Channel,
    protocol: &Protocol,
    rpc: &MethodDescriptor,
    request: Json,
) -> Option<Call> {
    let messages = match &request {
        Json::Array(messages) if rpc.is_client_streaming() => messages.as_slice(),
        message => std::slice::from_ref(message),
    };
    let encode = |json: &Json| Some(Bytes::from(message::from_json(&rpc.input(), json)?));
    let encoded: Vec<_> = messages.iter().map(encode).collect::<Option<_>>()?;
    let mut responses = Vec::new();
    let ended = send(channel, protocol.path(rpc)?, encoded, &mut responses).await;
    let mut answers = responses
        .iter()
        .map(|it| message::to_json(&rpc.output(), it));
    let response = if rpc.is_server_streaming() {
        Some(answers.collect())
    } else {
        answers.next()
    };
    Some(Call {
        rpc: rpc.name().to_owned(),
        request,
        response,
        error: ended.err().map(|status| Failure {
            code: i32::from(status.code()),
            message: status.message().to_owned(),
        }),
    })
}

async fn send(
    channel: impl Channel,
    path: PathAndQuery,
    messages: Vec<Bytes>,
    responses: &mut Vec<Bytes>,
) -> Result<(), Status> {
    let mut grpc = Grpc::new(channel)
        .max_decoding_message_size(MAX_MESSAGE_SIZE)
        .max_encoding_message_size(MAX_MESSAGE_SIZE);
    grpc.ready().await.map_err(|error| {
        let error: StdError = error.into();
        Status::new(Code::Unavailable, error.to_string())
    })?;
    let requests = tonic::Request::new(stream::iter(messages));
    let answer = grpc.streaming(requests, path, AsBytes).await?;
    let mut received = answer.into_inner();
    while let Some(message) = received.next().await {
        responses.push(message?);
    }
    Ok(())
}

/// Messages as bytes.
#[derive(Debug)]
struct AsBytes;

impl Codec for AsBytes {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for AsBytes {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for AsBytes {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        let length = buffer.remaining();
        Ok(Some(buffer.copy_to_bytes(length)))
    }
}
