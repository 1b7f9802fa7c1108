//! Enumerations: the same numbers in both protocol versions.

use super::{FromWire, Malformed, Wire};
use crate::DeferredReason;
use crate::schema::{BlockNesting, DescriptionKind, Nesting};

macro_rules! constants {
    ($($ty:ident { $($variant:ident = $number:literal,)* })*) => { $(
        impl FromWire<i32> for $ty {
            fn from_wire(wire: i32) -> Result<Self, Malformed> {
                match wire {
                    $($number => Ok(Self::$variant),)*
                    _ => Err(Malformed::new(format!(
                        concat!("{} is none of", $(" ", stringify!($variant), " (", $number, ")"),*),
                        wire
                    ))),
                }
            }
        }

        impl Wire<i32> for $ty {
            fn into_wire(self) -> i32 {
                match self {
                    $(Self::$variant => $number,)*
                }
            }
        }
    )* };
}

constants! {
    BlockNesting { Single = 1, List = 2, Set = 3, Map = 4, Group = 5, }
    Nesting { Single = 1, List = 2, Set = 3, Map = 4, }
    DescriptionKind { Plain = 0, Markdown = 1, }
    DeferredReason { Unknown = 0, ResourceConfigUnknown = 1, ProviderConfigUnknown = 2, AbsentPrerequisite = 3, }
}
