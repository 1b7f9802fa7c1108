//! Functions.

use std::collections::BTreeMap;

use crate::schema::Function;
use crate::{Diagnostics, DynamicValue};

/// Answers [`Request::GetFunctions`](crate::Request::GetFunctions).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GetFunctionsResponse {
    /// The signatures by name.
    pub functions: BTreeMap<String, Function>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Calls a function.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CallFunctionRequest {
    /// Its name.
    pub name: String,
    /// The arguments by position, those of the variadic parameter last.
    pub arguments: Vec<DynamicValue>,
}

/// Answers [`CallFunctionRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CallFunctionResponse {
    /// The result; absent after an error.
    pub result: DynamicValue,
    /// The error, if the call has no result.
    pub error: Option<FunctionError>,
}

/// The error of a function call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FunctionError {
    /// The problem, in full sentences.
    pub text: String,
    /// The position of the argument that causes the error, if there is one.
    pub argument: Option<u64>,
}
