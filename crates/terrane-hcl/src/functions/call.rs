//! A call of a function: its arguments, the environment and the evaluator.

use terrane_value::Type;

pub(crate) use crate::call::CallError;
use crate::environment::{Environment, ResultLimits};
use crate::value::{Number, Value};

use super::messages;

/// The environment and the evaluator of a call.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// Files, the clock and random numbers.
    pub(crate) environment: &'a dyn Environment,
    /// The evaluator, for functions that evaluate text.
    pub(crate) templates: &'a dyn Templates,
}

/// The evaluator as `templatefile`, `templatestring` and `decode_tfvars` call it.
pub(crate) trait Templates {
    /// Renders a template. `variables` is the second argument of the function, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Fails with the text of the first diagnostic. The variables are to blame if they are no map or object, if a name is no identifier, or if
    /// one is missing. Nested calls of the two functions and a result that is null are errors too.
    fn render(&self, template: &Template<'_>, variables: &Value) -> Result<Value, CallError>;

    /// Evaluates a file of arguments whose expressions are constant, as in a `.tfvars` file. Returns an object.
    ///
    /// # Errors
    ///
    /// Fails with the text of the first diagnostic.
    fn constants(&self, source: &str) -> Result<Value, String>;

    /// Counts steps of work for the whole evaluation, as [`Caller::spend`](crate::Caller::spend) does.
    ///
    /// # Errors
    ///
    /// Fails if there were too many.
    fn spend(&self, steps: u64) -> Result<(), CallError>;
}

/// A template to render.
pub(crate) struct Template<'a> {
    /// The function that renders the template.
    pub(crate) function: &'a str,
    /// The name that diagnostics show: the path of the file.
    pub(crate) name: &'a str,
    /// The template's text.
    pub(crate) text: &'a str,
}

/// The arguments of a call, as an implementation gets them.
pub(super) struct Call<'a> {
    pub(super) arguments: Vec<Value>,
    /// The type of the result, as far as the arguments determine it.
    pub(super) ty: Type,
    pub(super) context: &'a Context<'a>,
    /// The steps of work that were done.
    pub(super) steps: std::cell::Cell<u64>,
}

impl Call<'_> {
    /// Returns an argument. One that is missing counts as an unknown value.
    pub(super) fn value(&self, index: usize) -> &Value {
        static MISSING: std::sync::LazyLock<Value> = std::sync::LazyLock::new(Value::dynamic);
        self.arguments.get(index).unwrap_or(&MISSING)
    }

    /// Returns the arguments from an index on.
    pub(super) fn rest(&self, from: usize) -> &[Value] {
        self.arguments.get(from..).unwrap_or_default()
    }

    /// Returns a string argument.
    pub(super) fn text(&self, index: usize) -> &str {
        self.value(index).as_str().unwrap_or_default()
    }

    /// Returns a number argument.
    pub(super) fn number(&self, index: usize) -> Number {
        self.value(index).as_number().cloned().unwrap_or_default()
    }

    /// Returns the elements of an argument.
    pub(super) fn elements(&self, index: usize) -> &[Value] {
        self.value(index).elements().unwrap_or_default()
    }

    /// Returns a number argument that must be a whole number.
    pub(super) fn whole(&self, index: usize) -> Result<i64, CallError> {
        whole(self.value(index)).ok_or_else(|| CallError::new(messages::WHOLE_NUMBER))
    }

    /// Returns an unknown value of the type of the result.
    pub(super) fn unknown(&self) -> Value {
        Value::unknown(self.ty.clone())
    }

    pub(super) fn environment(&self) -> &dyn Environment {
        self.context.environment
    }

    pub(super) fn limits(&self) -> ResultLimits {
        self.environment().limits()
    }

    /// Counts steps of work, and fails if there are too many.
    pub(super) fn spend(&self, steps: u64) -> Result<(), CallError> {
        self.context.templates.spend(steps)?;
        let total = self.steps.get().saturating_add(steps);
        self.steps.set(total);
        let max = self.limits().steps;
        if total > max {
            return Err(CallError::new(messages::too_many_steps(max)));
        }
        Ok(())
    }

    /// Checks the length of a string before it is made.
    pub(super) fn check_text(&self, length: usize) -> Result<(), CallError> {
        let max = self.limits().text;
        if length > max {
            return Err(CallError::new(messages::too_long(length, max)));
        }
        Ok(())
    }

    /// Checks the number of elements of a collection before it is made.
    pub(super) fn check_elements(&self, length: usize) -> Result<(), CallError> {
        within(length, self.limits().elements)
    }

    /// Checks the number of all elements of a value before it is made of a text.
    pub(super) fn check_elements_of_text(&self, length: usize) -> Result<(), CallError> {
        within(length, self.limits().elements_of_text())
    }
}

fn within(length: usize, max: usize) -> Result<(), CallError> {
    if length > max {
        Err(CallError::new(messages::too_many_elements(length, max)))
    } else {
        Ok(())
    }
}

/// Returns a whole number.
pub(super) fn whole(value: &Value) -> Option<i64> {
    value.as_number().and_then(Number::to_i64)
}
