//! The registered items of a provider, by kind and name.

mod annotations;
mod checked;
mod definition;
mod function;
mod kind;
mod schemas;

pub(crate) use self::checked::RegisteredType;
pub(crate) use self::definition::Definition;
pub(crate) use self::kind::Kind;
