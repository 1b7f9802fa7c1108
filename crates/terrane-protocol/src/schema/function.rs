//! Signatures of the functions that a provider adds to the language.

use terrane_value::{Text, Type};

use super::Description;

/// Describes a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The parameters, by position.
    pub parameters: Vec<Parameter>,
    /// The parameter that takes all further arguments.
    pub variadic: Option<Parameter>,
    /// The type of the result.
    pub returns: Type,
    /// What it does, in one line.
    pub summary: String,
    /// What it does.
    pub description: Description,
    /// Set when it should not be used any more: why and what to use instead. Not empty.
    pub deprecation: Option<String>,
}

/// Describes a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, shown in documentation and messages.
    pub name: Text,
    /// Its type; hosts convert arguments to it.
    pub ty: Type,
    /// Whether the function is called with a null; otherwise hosts refuse it.
    pub allow_null: bool,
    /// Whether the function is called with an unknown; otherwise hosts make the result unknown without calling.
    pub allow_unknown: bool,
    /// What it is.
    pub description: Description,
}
