//! What the codecs of both protocol versions are made of.
//!
//! [`Wire`] ties a neutral type to a protobuf type; schemas, which are large, are written without one ([`write`]). Messages are listed by field
//! with [`wire_struct!`], whose patterns are exhaustive on both sides: a field that is on one side only does not compile unless it is named as
//! such. Protocol 5's messages are a part of protocol 6's, so both protocol versions share one server, one client and the table of RPCs ([`provider`]);
//! where they do not, [`differing`] tells them apart.

pub(crate) mod client;
pub(crate) mod codec;
mod constant;
pub(crate) mod differing;
mod leaf;
mod limit;
pub(crate) mod names;
mod provider;
pub(crate) mod schema;
pub(crate) mod server;
pub(crate) mod service;
mod status;
mod stream;
pub(crate) mod write;

use std::fmt;

pub(crate) use leaf::{read_deprecation, read_description};

/// A neutral type that is read from the form `W` on the wire.
pub(crate) trait FromWire<W>: Sized {
    /// Reads the wire's form.
    fn from_wire(wire: W) -> Result<Self, Malformed>;
}

/// A neutral type that has the form `W` on the wire.
pub(crate) trait Wire<W>: FromWire<W> {
    /// Writes the wire's form.
    fn into_wire(self) -> W;
}

/// Wire data that protobuf accepts and the protocol does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Malformed {
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

    /// Says in which field it was found.
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

/// Implements [`Wire`] for a struct, field by field; after `read`, [`FromWire`] alone.
///
/// `name` is a field that both sides call so, `name = theirs` one that the wire calls `theirs`. What only one side has
/// follows in `neutral_only [..]` (left out on the way to the wire, default on the way back) or `wire_only [..]` (default
/// on the way to the wire, not looked at on the way back).
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
