//! What is recorded, as text.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use terrane_protocol::Version;

/// The version of the text form.
const FORM: u32 = 1;

/// The calls of a host to a provider.
///
/// The text form is JSON, so that it can be read, compared and edited:
///
/// ```
/// use terrane_record::Recording;
///
/// let recording = Recording::parse(
///     r#"{
///       "recording": 1,
///       "address": "registry.terraform.io/hashicorp/random",
///       "protocol": 5,
///       "differs": ["ApplyResourceChange: new_state.msgpack.id"],
///       "calls": [
///         {"rpc": "Stop", "request": {}, "response": {}}
///       ]
///     }"#,
/// )?;
/// assert_eq!(recording.calls[0].rpc, "Stop");
/// # Ok::<(), terrane_record::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The version of this form.
    recording: u32,
    /// The address of the provider, for people.
    pub address: String,
    /// The number of the protocol version.
    protocol: u32,
    /// The places of answers whose values differ between runs, such as times and random values. Each is the name of an RPC, a colon, and the path to the
    /// value. `*` in a path stands for any name or index.
    #[serde(default)]
    pub differs: Vec<String>,
    /// The calls in the order in which the host began them.
    pub calls: Vec<Call>,
}

/// A call and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The name of the RPC.
    pub rpc: String,
    /// The request, or a list of them if the RPC takes a stream.
    pub request: Json,
    /// The answer, or a list of them if the RPC answers with a stream. Absent if the provider did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Json>,
    /// The error of the call, which is no diagnostic of the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure>,
}

impl Call {
    /// Returns the type of the object that the call is about, if there is one.
    pub fn type_name(&self) -> Option<String> {
        let field = |name| self.request.get(name)?.as_str();
        let name = field("type_name").or_else(|| field("action_type"));
        name.map(str::to_owned)
    }
}

/// The error of a call that was not answered, as in gRPC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The number of the code.
    pub code: i32,
    /// The message.
    pub message: String,
}

/// The error of a text that is not a recording.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not JSON, or lacks a member.
    #[error("the text is not a recording")]
    Json(#[from] serde_json::Error),
    /// A later version wrote the text.
    #[error("the recording has the form {0}, which a later version wrote: this one reads {FORM}")]
    Form(u32),
    /// There is no such protocol version.
    #[error("the recording has protocol {0}, expected 5 or 6")]
    Protocol(u32),
    /// A place is not written as an RPC and a path.
    #[error("the place {0:?} in \"differs\" has no colon: expected \"RPC: path\"")]
    Place(String),
}

impl Recording {
    pub(crate) fn new(address: String, version: Version, calls: Vec<Call>) -> Self {
        Self {
            recording: FORM,
            address,
            protocol: version.number(),
            differs: Vec::new(),
            calls,
        }
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a recording, or if a later version wrote it.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let read: Self = serde_json::from_str(text)?;
        if read.recording != FORM {
            return Err(ParseError::Form(read.recording));
        }
        if Version::from_number(read.protocol).is_none() {
            return Err(ParseError::Protocol(read.protocol));
        }
        match read.differs.iter().find(|place| !place.contains(": ")) {
            Some(place) => Err(ParseError::Place(place.clone())),
            None => Ok(read),
        }
    }

    /// Writes the text form.
    pub fn to_text(&self) -> String {
        // Only maps with keys that are no texts cannot be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Returns the protocol version.
    pub fn version(&self) -> Version {
        Version::from_number(self.protocol).unwrap_or(Version::V6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_recording_is_refused_with_the_reason() {
        let with = |form: u32, protocol: u32, place: &str| {
            let text = serde_json::json!({
                "recording": form, "address": "a/b/c", "protocol": protocol, "differs": [place], "calls": [],
            });
            Recording::parse(&text.to_string())
        };
        assert!(with(1, 6, "ReadResource: new_state").is_ok());
        assert!(matches!(with(2, 6, "a: b"), Err(ParseError::Form(2))));
        assert!(matches!(with(1, 7, "a: b"), Err(ParseError::Protocol(7))));
        assert!(matches!(with(1, 6, "new_state"), Err(ParseError::Place(_))));
        assert!(matches!(Recording::parse("{}"), Err(ParseError::Json(_))));
    }

    #[test]
    fn the_text_of_a_recording_is_read_as_the_same_recording() {
        let call = Call {
            rpc: "ReadResource".to_owned(),
            request: serde_json::json!({"type_name": "zoo_pet"}),
            response: None,
            error: Some(Failure {
                code: 4,
                message: "too late".to_owned(),
            }),
        };
        let recording = Recording::new("a/b/c".to_owned(), Version::V5, vec![call]);
        assert_eq!(Recording::parse(&recording.to_text()).unwrap(), recording);
    }
}
