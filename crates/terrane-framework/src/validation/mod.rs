//! Validation of a configuration by its schema.

mod known;
mod relation;
mod walk;

pub(crate) use self::known::Known;
pub(crate) use self::walk::validate;
