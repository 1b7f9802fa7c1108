//! Reads and writes values as JSON, guided by a type.
//!
//! This is the JSON of the protocol's dynamic values and of state files. Numbers keep all their digits. A missing
//! attribute is null. A value of type [`Type::Dynamic`](crate::Type::Dynamic) is an object with the attributes `value` and `type`.

mod decode;
mod encode;
mod lex;
mod quote;

pub use decode::{Options, decode, decode_with};
pub use encode::encode;
pub(crate) use lex::{Kind, Reader};
pub(crate) use quote::{Quoted, write_quoted};
