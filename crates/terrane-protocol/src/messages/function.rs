//! Functions.

use std::collections::BTreeMap;

use crate::schema::Function;
use crate::{Diagnostics, DynamicValue};

/// Asks for the signatures of all functions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetFunctionsRequest {}

/// Answers [`GetFunctionsRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetFunctionsResponse {
    /// The signatures by name.
    pub functions: BTreeMap<String, Function>,
    /// What went wrong.
    pub diagnostics: Diagnostics,
}

/// Calls a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallFunctionRequest {
    /// Its name.
    pub name: String,
    /// The arguments by position, those of the variadic parameter last.
    pub arguments: Vec<DynamicValue>,
}

/// Answers [`CallFunctionRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallFunctionResponse {
    /// The result; absent after an error.
    pub result: DynamicValue,
    /// Set when there is no result.
    pub error: Option<FunctionError>,
}

/// Says why a function has no result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FunctionError {
    /// What is wrong, in sentences.
    pub text: String,
    /// The position of the argument to blame, if it is one.
    pub argument: Option<u64>,
}
