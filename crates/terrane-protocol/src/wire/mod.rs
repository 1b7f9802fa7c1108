//! The code that the codecs of both protocol versions share.
//!
//! [`Wire`] converts between a neutral type and a protobuf type. Schemas are large, so they are encoded without a protobuf type ([`write`]).
//! [`wire_struct!`] lists the fields of a message. Its patterns are exhaustive on both sides, so a field of one side only must be listed as such,
//! or the code does not compile. The messages of protocol 5 are a subset of those of protocol 6. So both protocol versions share one server, one
//! client and one table of RPCs. A [`Message`](message::Message) is a whole message of either version.

pub(crate) mod codec;
mod constant;
mod leaf;
pub(crate) mod message;
pub(crate) mod schema;
pub(crate) mod server;
mod status;
pub(crate) mod write;

use std::fmt;

pub(crate) use leaf::{read_deprecation, read_description};

/// A neutral type that can be read from the protobuf type `W`.
pub(crate) trait FromWire<W>: Sized {
    /// Converts from the protobuf type.
    fn from_wire(wire: W) -> Result<Self, Malformed>;
}

/// A neutral type that can be converted to and from the protobuf type `W`.
pub(crate) trait Wire<W>: FromWire<W> {
    /// Converts into the protobuf type.
    fn into_wire(self) -> W;
}

/// The error for data that the protocol does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    field: String,
    problem: String,
}

impl Malformed {
    pub(crate) fn new(problem: impl Into<String>) -> Self {
        Self {
            field: String::new(),
            problem: problem.into(),
        }
    }

    /// Adds the name of the field that contains the problem.
    pub(crate) fn in_field(mut self, field: impl fmt::Display) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') {
            ""
        } else {
            "."
        };
        self.field = format!("{field}{dot}{}", self.field);
        self
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.problem)
    }
}

/// Implements [`Wire`] for a struct, field by field. With `read`, it implements [`FromWire`] alone.
///
/// `name` is a field with the same name on both sides. `name = theirs` is a field that the protobuf message calls `theirs`. Fields of one side
/// follow in `neutral_only [..]` (not sent, and the default value when read) or `wire_only [..]` (sent with the default value, and ignored when
/// read).
macro_rules! wire_struct {
    (read $neutral:ident = $($rest:tt)*) => {
        $crate::wire::wire_struct!(@start [read] $neutral = $($rest)*);
    };
    ($neutral:ident = $($rest:tt)*) => {
        $crate::wire::wire_struct!(@start [read write] $neutral = $($rest)*);
    };
    (
        @start $ways:tt $neutral:ident = $($wire:ident)::+ { $($fields:tt)* }
        $(neutral_only [$($ours:ident),*])?
        $(wire_only [$($theirs:ident),*])?
    ) => {
        $crate::wire::wire_struct!(
            @fields $ways $neutral [$($wire)::+] [$($($ours)*)?] [$($($theirs)*)?] [] $($fields)*
        );
    };
    (@fields $ways:tt $neutral:ident $wire:tt $ours:tt $theirs:tt [$($done:tt)*] $a:ident = $b:ident, $($rest:tt)*) => {
        $crate::wire::wire_struct!(@fields $ways $neutral $wire $ours $theirs [$($done)* ($a $b)] $($rest)*);
    };
    (@fields $ways:tt $neutral:ident $wire:tt $ours:tt $theirs:tt [$($done:tt)*] $a:ident, $($rest:tt)*) => {
        $crate::wire::wire_struct!(@fields $ways $neutral $wire $ours $theirs [$($done)* ($a $a)] $($rest)*);
    };
    (@fields [$($way:ident)*] $neutral:ident $wire:tt $ours:tt $theirs:tt $fields:tt) => {
        $($crate::wire::wire_struct!(@$way $neutral $wire $ours $theirs $fields);)*
    };
    (@read $neutral:ident [$($wire:tt)+] [$($ours:ident)*] [$($theirs:ident)*] [$(($a:ident $b:ident))*]) => {
        impl $crate::wire::FromWire<$($wire)+> for $neutral {
            fn from_wire(wire: $($wire)+) -> Result<Self, $crate::wire::Malformed> {
                let $($wire)+ { $($b: $a,)* $($theirs: _,)* } = wire;
                Ok($neutral {
                    $($a: $crate::wire::FromWire::from_wire($a)
                        .map_err(|error: $crate::wire::Malformed| error.in_field(stringify!($b)))?,)*
                    $($ours: Default::default(),)*
                })
            }
        }
    };
    (@write $neutral:ident [$($wire:tt)+] [$($ours:ident)*] [$($theirs:ident)*] [$(($a:ident $b:ident))*]) => {
        impl $crate::wire::Wire<$($wire)+> for $neutral {
            fn into_wire(self) -> $($wire)+ {
                let $neutral { $($a,)* $($ours: _,)* } = self;
                $($wire)+ {
                    $($b: $crate::wire::Wire::into_wire($a),)*
                    $($theirs: Default::default(),)*
                }
            }
        }
    };
}

/// Implements [`Wire`] for a message field whose absence means the default value.
macro_rules! absent_is_default {
    ($($neutral:path = $wire:path;)*) => { $(
        impl $crate::wire::FromWire<Option<$wire>> for $neutral {
            fn from_wire(wire: Option<$wire>) -> Result<Self, $crate::wire::Malformed> {
                wire.map_or_else(|| Ok(Self::default()), $crate::wire::FromWire::from_wire)
            }
        }

        impl $crate::wire::Wire<Option<$wire>> for $neutral {
            fn into_wire(self) -> Option<$wire> {
                (self != Self::default()).then(|| $crate::wire::Wire::into_wire(self))
            }
        }
    )* };
}

pub(crate) use {absent_is_default, wire_struct};
