//! The stock validators.

mod choice;
mod combine;
mod elements;
mod limit;
mod text;

pub use self::choice::{NoneOf, OneOf, none_of, one_of};
pub use self::combine::{All, Any, Checks, all, any};
pub use self::elements::{Each, Keys, Unique, each, keys, unique};
pub use self::limit::{Bytes, Len, Range, bytes, len, range};
pub use self::text::{Form, Matches, base64, matches, not_blank, url, uuid};
