//! The stock validators.

mod choice;
pub(crate) mod combine;
mod elements;
mod limit;
mod text;

pub use self::choice::{Choice, none_of, one_of};
pub use self::combine::{Combined, Warn, all, any, any_with_all_warnings, warn};
pub use self::elements::{Each, Keys, Unique, each, keys, unique};
pub use self::limit::{Bytes, Len, MultipleOf, Range, bytes, len, multiple_of, range};
pub use self::text::{
    Form, Url, base64, does_not_match, ipv4_range, matches, not_blank, regular_expression, url,
    uuid, without_any_of,
};
