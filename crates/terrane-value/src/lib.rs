//! The value system of Terraform and OpenTofu: types, values, paths and codecs.
//!
//! A [`Value`] has three states - known, null and unknown - and is always read and written under a [`Type`]:
//!
//! ```
//! use terrane_value::{Type, json, msgpack};
//!
//! let pet = Type::object([("name", Type::String), ("legs", Type::Number)]);
//! let value = json::decode(br#"{"name": "Rex", "legs": 4}"#, &pet)?;
//! let bytes = msgpack::encode(&value, &pet)?;
//! assert_eq!(msgpack::decode(&bytes, &pet)?, value);
//! # Ok::<(), terrane_value::Error>(())
//! ```
//!
//! A value does not contain its type, except in places of dynamic type ([`Type::Dynamic`], [`Typed`]). So the codecs check each value against the
//! type, and an error names the path of the part that does not fit.

mod convert;
mod data;
mod error;
pub mod json;
mod limits;
mod map;
pub mod msgpack;
mod nfc;
mod number;
mod object;
mod object_type;
mod path;
mod refinement;
mod set;
mod text;
mod ty;
mod value;
mod walk;

pub use data::{Data, Typed};
pub use error::{Error, ErrorKind};
pub use limits::Limits;
pub use map::Map;
pub use number::Number;
pub use object::Object;
pub use object_type::ObjectType;
pub use path::{Path, Step};
pub use refinement::{Bound, Unknown};
pub use set::Set;
pub use text::{Name, Text};
pub use ty::Type;
pub use value::Value;
