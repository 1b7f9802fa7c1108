//! The messages of requests and responses: one, or a stream of them.

use bytes::Bytes;
use futures_core::Stream;
use futures_util::stream::{self, StreamExt};

use super::Malformed;
pub(crate) use super::codec::Outgoing;
use crate::{BoxStream, Diagnostics, RpcCode, RpcError, Version};

/// A message of both protocol versions, or of one.
pub(crate) trait Message: Sized + Send + 'static {
    /// Makes the message of a protocol version.
    ///
    /// # Errors
    ///
    /// When the message is too large.
    fn sendable(self, version: Version) -> Result<Outgoing, RpcError>;

    /// Reads the message of a protocol version.
    ///
    /// # Errors
    ///
    /// When the bytes are not such a message, or when the protocol does not allow the message.
    fn read(message: Bytes, version: Version) -> Result<Self, Malformed>;

    /// Returns the diagnostics of the message, if it has a field for them.
    fn diagnostics_mut(&mut self) -> Option<&mut Diagnostics> {
        None
    }
}

/// The messages of a request or a response, to be sent or as received.
#[expect(missing_debug_implementations, reason = "no part of the interface")]
pub enum Messages<M = Bytes> {
    /// One message.
    One(M),
    /// A stream of messages.
    Many(BoxStream<M>),
}

/// Reads messages of a protocol version.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) version: Version,
    /// The path of the RPC.
    pub(crate) path: &'static str,
    /// Makes the error of a malformed message.
    pub(crate) malformed: fn(&'static str, &Malformed) -> RpcError,
}

impl Reader {
    fn read<M: Message>(self, message: Bytes) -> Result<M, RpcError> {
        M::read(message, self.version).map_err(|error| (self.malformed)(self.path, &error))
    }
}

/// A message, or a stream of messages.
pub(crate) trait Payload: Sized {
    const IS_STREAM: bool;

    /// Makes the default message, or an empty stream.
    fn empty() -> Self;

    /// Clones a message. `None` for a stream.
    fn try_clone(&self) -> Option<Self>;

    /// Makes the messages of a protocol version.
    fn write(self, version: Version) -> Result<Messages<Outgoing>, RpcError>;

    /// Reads the messages of a protocol version.
    fn read(messages: Messages, reader: Reader) -> Result<Self, RpcError>;

    /// Returns the diagnostics of a message. `None` for a stream.
    fn diagnostics_mut(&mut self) -> Option<&mut Diagnostics> {
        None
    }
}

impl<M: Message + Clone + Default> Payload for M {
    const IS_STREAM: bool = false;

    fn empty() -> Self {
        Self::default()
    }

    fn try_clone(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn write(self, version: Version) -> Result<Messages<Outgoing>, RpcError> {
        self.sendable(version).map(Messages::One)
    }

    fn read(messages: Messages, reader: Reader) -> Result<Self, RpcError> {
        match messages {
            Messages::One(message) => reader.read(message),
            Messages::Many(_) => Err(RpcError::new(
                RpcCode::Internal,
                "expected a message, found a stream",
            )),
        }
    }

    fn diagnostics_mut(&mut self) -> Option<&mut Diagnostics> {
        Message::diagnostics_mut(self)
    }
}

impl<M: Message> Payload for BoxStream<M> {
    const IS_STREAM: bool = true;

    fn empty() -> Self {
        Box::pin(stream::empty())
    }

    fn try_clone(&self) -> Option<Self> {
        None
    }

    fn write(self, version: Version) -> Result<Messages<Outgoing>, RpcError> {
        let messages = self.map(move |message| message?.sendable(version));
        Ok(Messages::Many(Box::pin(messages)))
    }

    fn read(messages: Messages, reader: Reader) -> Result<Self, RpcError> {
        match messages {
            Messages::Many(messages) => Ok(until_error(
                messages.map(move |message| reader.read(message?)),
            )),
            Messages::One(_) => Err(RpcError::new(
                RpcCode::Internal,
                "expected a stream, found a message",
            )),
        }
    }
}

/// Ends a stream with its first error. Without this, tonic repeats the error of a truncated frame forever.
fn until_error<T: Send + 'static>(
    items: impl Stream<Item = Result<T, RpcError>> + Send + 'static,
) -> BoxStream<T> {
    let items = Some(Box::pin(items));
    Box::pin(stream::unfold(items, async |items| {
        let mut items = items?;
        let item = items.next().await?;
        let rest = item.is_ok().then_some(items);
        Some((item, rest))
    }))
}

/// Implements [`Wire`](super::Wire) and [`Message`] for a message that both protocol versions share, or that one of them has.
macro_rules! wire_message {
    ($neutral:ident = $($wire:ident)::+ { $($fields:tt)* }) => {
        $crate::wire::wire_struct! { $neutral = $($wire)::+ { $($fields)* } }
        $crate::wire::message::message! { $neutral = $($wire)::+ { $($fields)* } }
    };
}

/// Implements [`Message`] for a type with one protobuf type.
macro_rules! message {
    ($neutral:ident = $($wire:ident)::+ { $($fields:tt)* }) => {
        impl $crate::wire::message::Message for $neutral {
            fn sendable(
                self,
                _: $crate::Version,
            ) -> Result<$crate::wire::codec::Outgoing, $crate::RpcError> {
                $crate::wire::codec::sendable::<Self, $($wire)::+>(self)
            }

            fn read(
                message: bytes::Bytes,
                _: $crate::Version,
            ) -> Result<Self, $crate::wire::Malformed> {
                $crate::wire::codec::read::<Self, $($wire)::+>(message)
            }

            $crate::wire::message::diagnostics! { $($fields)* }
        }
    };
}

/// Implements [`Message::diagnostics_mut`] for a message with the field `diagnostics` in the list.
macro_rules! diagnostics {
    (diagnostics $($rest:tt)*) => {
        fn diagnostics_mut(&mut self) -> Option<&mut $crate::Diagnostics> {
            Some(&mut self.diagnostics)
        }
    };
    ($field:tt $($rest:tt)*) => {
        $crate::wire::message::diagnostics! { $($rest)* }
    };
    () => {};
}

pub(crate) use {diagnostics, message, wire_message};
