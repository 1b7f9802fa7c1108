//! How expressions call functions.

use std::borrow::Cow;
use std::fmt;

use terrane_value::{Text, Type};

use crate::diagnostic::Diagnostics;
use crate::environment::ResultLimits;
use crate::syntax::ast::Expression;
use crate::value::Value;

/// The functions that expressions can call.
pub trait Functions: fmt::Debug {
    /// Finds a function by its name, which may have namespaces: `provider::aws::arn_parse`.
    ///
    /// The evaluator itself computes `try`, `can` and `convert`, also as `core::try` and so on, because their arguments are expressions. It uses
    /// only the signatures of these functions.
    fn find(&self, name: &str) -> Option<&dyn Function>;

    /// Returns the names of all functions, for suggestions when a name is unknown.
    fn names(&self) -> Vec<Text>;

    /// Returns the limits of evaluations that call these functions.
    fn limits(&self) -> ResultLimits {
        ResultLimits::default()
    }
}

/// A function.
pub trait Function: fmt::Debug {
    /// Returns the parameters.
    fn signature(&self) -> &Signature;

    /// Returns what the function does in one sentence, or nothing.
    fn description(&self) -> &str {
        ""
    }

    /// Returns whether an argument must be a reference to a value, such as `local.text`, instead of any other expression.
    ///
    /// Terraform's `templatestring` has such an argument: a template that is written in the call needs no function.
    fn needs_reference(&self, argument: usize) -> bool {
        let _ = argument;
        false
    }

    /// Computes the result.
    ///
    /// The evaluator has checked the number of arguments and has converted each one to the type of its parameter. Arguments may be null,
    /// unknown, and marked at any depth. The function must handle all of these.
    ///
    /// # Errors
    ///
    /// Fails with the reason, and with the argument that is to blame.
    fn call(&self, arguments: &[Value], caller: &dyn Caller) -> Result<Value, CallError>;
}

/// The evaluator, as functions call it.
pub trait Caller {
    /// Evaluates a template with the attributes of an object or map as its variables.
    ///
    /// The template can call the functions of the scope except those that are excluded.
    fn evaluate(
        &self,
        template: &Expression,
        variables: &Value,
        excluded: &[&str],
    ) -> (Value, Diagnostics);

    /// Counts steps of work, of about ten nanoseconds each, that a function does. The evaluator itself counts the size of the arguments and of the result.
    ///
    /// # Errors
    ///
    /// Fails if the evaluation has done more work than [`ResultLimits::steps`] allows. The evaluation then ends with an error.
    fn spend(&self, steps: u64) -> Result<(), CallError> {
        let _ = steps;
        Ok(())
    }
}

/// The parameters of a function.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// The parameters that need an argument.
    pub parameters: Vec<Parameter>,
    /// The parameter of all further arguments, if there may be any.
    pub variadic: Option<Parameter>,
}

/// A parameter of a function.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name, which only errors show.
    pub name: Text,
    /// The type to which arguments are converted.
    pub ty: Type,
}

/// The reason why a call has failed.
#[derive(Debug, Clone, PartialEq)]
pub struct CallError {
    /// The argument that is to blame, counted from 0. Without one, the whole call is.
    pub argument: Option<usize>,
    /// The reason, without a full stop.
    pub message: Cow<'static, str>,
}

impl Signature {
    /// Returns the parameter of an argument, counted from 0.
    pub(crate) fn parameter(&self, argument: usize) -> Option<&Parameter> {
        self.parameters.get(argument).or(self.variadic.as_ref())
    }
}

impl CallError {
    /// Creates an error of the whole call.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            argument: None,
            message: message.into(),
        }
    }

    /// Creates an error of an argument, counted from 0.
    pub fn argument(argument: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            argument: Some(argument),
            message: message.into(),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CallError {}
