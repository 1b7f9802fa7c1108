//! The registered items of a provider, by kind and name.

mod annotations;
mod checked;
mod definition;
mod function;
mod items;
mod schemas;

pub(crate) use self::checked::RegisteredType;
pub(crate) use self::definition::Definition;
pub(crate) use self::function::RegisteredFunction;
