//! Validation of a configuration by its schema.

mod known;
mod relation;
mod satisfy;
mod walk;

pub(crate) use self::known::Known;
pub(crate) use self::satisfy::satisfy;
pub(crate) use self::walk::validate;
