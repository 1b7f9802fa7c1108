//! Signatures of the functions that a provider adds to the language.

use terrane_value::{Text, Type};

use super::{Description, DescriptionKind};

/// Describes a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// The parameters, by position.
    pub parameters: Vec<Parameter>,
    /// The parameter that takes all further arguments.
    pub variadic: Option<Parameter>,
    /// The type of the result.
    pub returns: Type,
    /// The description of the function in one line.
    pub summary: String,
    /// The full description of the function.
    pub description: Description,
    /// The deprecation message, if the function is deprecated: the reason and what to use instead. Not empty.
    pub deprecation: Option<String>,
}

/// Describes a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The name of the parameter, shown in documentation and messages.
    pub name: Text,
    /// The type to which hosts convert arguments.
    pub ty: Type,
    /// Whether the function accepts a null argument. Otherwise hosts refuse null.
    pub allow_null: bool,
    /// Whether the function accepts an unknown argument. Otherwise the result is unknown, and hosts do not call the function.
    pub allow_unknown: bool,
    /// The description of the parameter.
    pub description: Description,
}

impl Function {
    /// Sets the summary, if it is not the first line of the description.
    #[must_use]
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = summary.into();
        self
    }

    /// Makes the description plain text.
    #[must_use]
    pub fn in_plain_text(mut self) -> Self {
        self.description.kind = DescriptionKind::Plain;
        self
    }
}

impl Parameter {
    /// Makes the description plain text.
    #[must_use]
    pub fn in_plain_text(mut self) -> Self {
        self.description.kind = DescriptionKind::Plain;
        self
    }
}
