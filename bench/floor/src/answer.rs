//! Answers: constants, and unchanged parts of the request.

use bytes::{Buf, Bytes, BytesMut};
use prost::encoding::{
    DecodeContext, WireType, decode_key, decode_varint, encode_key, encode_varint, skip_field,
};
use tonic::Status;

/// The answer to `GetProviderSchema`, as the toolkit's provider gives it.
const SCHEMA: &[u8] = include_bytes!("../schema.binpb");

/// `grpc.health.v1.HealthCheckResponse` with the status "serving".
const SERVING: &[u8] = &[0x08, 0x01];

/// A message: a head, and the bytes of the request after it.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) head: Bytes,
    pub(crate) body: Bytes,
}

impl Answer {
    /// Answers a call of a method, named by its whole path.
    pub(crate) fn to(method: &str, request: Bytes) -> Result<Self, Status> {
        let Some(rpc) = method.strip_prefix("/tfplugin6.Provider/") else {
            return match method {
                "/grpc.health.v1.Health/Check" => Ok(Self::constant(SERVING)),
                _ => Err(Status::unimplemented(method)),
            };
        };
        match rpc {
            "GetProviderSchema" => Ok(Self::constant(SCHEMA)),
            "ConfigureProvider" | "ValidateProviderConfig" | "ValidateResourceConfig" => {
                Ok(Self::default())
            }
            "PlanResourceChange" | "ApplyResourceChange" => Self::echo(field(request, 3)?, &[1]),
            "ReadResource" | "CallFunction" => Self::echo(field(request, 2)?, &[1]),
            // A stored object is JSON, and so is the answer.
            "UpgradeResourceState" => Self::echo(field(field(request, 3)?, 1)?, &[1, 2]),
            _ => Err(Status::unimplemented(rpc)),
        }
    }

    fn constant(bytes: &'static [u8]) -> Self {
        Self {
            head: Bytes::new(),
            body: Bytes::from_static(bytes),
        }
    }

    /// Encodes bytes as the field at the end of a path of field numbers.
    fn echo(body: Bytes, fields: &[u32]) -> Result<Self, Status> {
        let mut head = Bytes::new();
        for number in fields.iter().rev() {
            let mut outer = BytesMut::new();
            encode_key(*number, WireType::LengthDelimited, &mut outer);
            encode_varint((head.len() + body.len()) as u64, &mut outer);
            outer.extend_from_slice(&head);
            head = outer.freeze();
        }
        Ok(Self { head, body })
    }
}

/// The bytes of a message's field. Empty if it is not set.
fn field(mut message: Bytes, number: u32) -> Result<Bytes, Status> {
    let malformed = |_| Status::invalid_argument("expected a protobuf message");
    while message.has_remaining() {
        let (found, wire_type) = decode_key(&mut message).map_err(malformed)?;
        if found != number {
            skip_field(wire_type, found, &mut message, DecodeContext::default())
                .map_err(malformed)?;
            continue;
        }
        let length = decode_varint(&mut message).map_err(malformed)?;
        return usize::try_from(length)
            .ok()
            .filter(|length| *length <= message.len())
            .map(|length| message.split_to(length))
            .ok_or_else(|| Status::invalid_argument("a field is longer than its message"));
    }
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_the_proposed_state() {
        let request = Bytes::from_static(b"\x0a\x01t\x12\x02\x0a\x00\x1a\x03\x0a\x01v");
        let answer = Answer::to("/tfplugin6.Provider/PlanResourceChange", request).unwrap();
        assert_eq!([answer.head, answer.body].concat(), b"\x0a\x03\x0a\x01v");
    }

    #[test]
    fn an_upgraded_object_is_the_stored_json() {
        let request = Bytes::from_static(b"\x0a\x01t\x1a\x04\x0a\x02{}");
        let answer = Answer::to("/tfplugin6.Provider/UpgradeResourceState", request).unwrap();
        assert_eq!([answer.head, answer.body].concat(), b"\x0a\x04\x12\x02{}");
    }

    #[test]
    fn bad_bytes_are_refused() {
        let request = Bytes::from_static(b"\x1a\xff\x01");
        assert!(Answer::to("/tfplugin6.Provider/PlanResourceChange", request).is_err());
    }
}
