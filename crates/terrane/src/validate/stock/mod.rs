//! The stock validators.

mod choice;
pub(crate) mod combine;
mod elements;
mod form;
mod limit;
mod text;

pub use self::choice::{Choice, none_of, one_of};
pub use self::combine::{Combined, all, any, any_with_all_warnings, warn};
pub use self::elements::{Each, each, keys, unique};
pub use self::form::Form;
pub use self::limit::{Len, bytes, len, multiple_of, range};
pub use self::text::{
    Url, base64, does_not_match, ipv4_range, matches, not_blank, regular_expression, url, uuid,
    without_any_of,
};
