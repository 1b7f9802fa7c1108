//! Calling a function: the work that is the same for all functions.

use terrane_value::Type;

use crate::value::{Marks, Value, check_argument};

use super::call::{Call, CallError, Context};
use super::messages;
use super::signature::{Cost, Function, Parameter, Returns};

impl Function {
    /// Calls the function: checks and converts the arguments, and passes marks and unknown values on.
    ///
    /// An unknown argument makes the result unknown, with the type that the arguments determine.
    ///
    /// # Errors
    ///
    /// Fails if the number, the types or the values of the arguments are wrong.
    pub(crate) fn call(
        &self,
        arguments: &[Value],
        context: &Context<'_>,
    ) -> Result<Value, CallError> {
        self.check_count(arguments.len())?;
        let mut converted = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let ty = self.parameter(index).map_or(Type::Dynamic, Parameter::ty);
            let argument = argument
                .convert(&ty)
                .and_then(|it| check_argument(&it, &ty).map(|()| it));
            converted
                .push(argument.map_err(|error| CallError::argument(index, error.to_string()))?);
        }
        self.call_converted(converted, context)
    }

    /// Calls the function with the right number of arguments of the right types.
    pub(crate) fn call_converted(
        &self,
        arguments: Vec<Value>,
        context: &Context<'_>,
    ) -> Result<Value, CallError> {
        let mut call = Call {
            arguments,
            ty: Type::Dynamic,
            context,
            steps: std::cell::Cell::new(0),
        };
        let mut marks = Marks::new();
        let mut converted = std::mem::take(&mut call.arguments);
        let is_dynamic = self.take_marks(&mut converted, &mut marks, &call)?;
        call.arguments = converted;
        if is_dynamic {
            return Ok(Value::dynamic().with_marks(&marks));
        }
        // Types of results also depend on the arguments.
        call.spend(self.cost.steps_of_call(&call.arguments))?;
        call.spend(self.cost.steps_of_numbers(&call.arguments))?;
        call.ty = match self.returns {
            Returns::ArgumentType(kind) => kind.ty(),
            Returns::By(function) => function(&call.arguments)?,
        };
        let mut pairs = call.arguments.iter().enumerate();
        let is_unknown = pairs.any(|(index, value)| {
            let accepts = self.parameter(index).is_some_and(|it| it.unknowns);
            value.is_unknown() && !accepts
        });
        let result = if is_unknown {
            call.unknown()
        } else {
            let result = (self.body)(&call)?;
            // A result of many elements takes its time, too.
            call.spend(Cost::Elements(1).steps_of_call(std::slice::from_ref(&result)))?;
            result
        };
        let refined = if self.is_never_null {
            result.refine_not_null()
        } else {
            result
        };
        Ok(refined.with_marks(&marks))
    }

    fn check_count(&self, count: usize) -> Result<(), CallError> {
        if let Some(missing) = self.parameters.get(count) {
            let wanted = self.parameters.len();
            let message = messages::not_enough(self.name, wanted, missing.name);
            return Err(CallError::new(message));
        }
        if self.variadic.is_none() && count > self.parameters.len() {
            let message = messages::too_many(self.name, self.parameters.len());
            return Err(CallError::new(message));
        }
        Ok(())
    }

    /// Checks for null, and removes the marks that the implementation does not handle. Returns whether the type of an argument is unknown.
    fn take_marks(
        &self,
        arguments: &mut [Value],
        marks: &mut Marks,
        call: &Call<'_>,
    ) -> Result<bool, CallError> {
        let mut is_dynamic = false;
        for (index, argument) in arguments.iter_mut().enumerate() {
            let Some(parameter) = self.parameter(index) else {
                continue;
            };
            if !parameter.marks && argument.contains_marks() {
                call.spend(argument.effort())?;
                let (value, own) = argument.clone().unmark_deep();
                *argument = value;
                marks.merge(&own);
            }
            if is_dynamic {
                continue;
            }
            if argument.is_null() && !parameter.nulls {
                return Err(CallError::argument(index, messages::NULL));
            }
            let has_no_type = *argument.ty() == Type::Dynamic && argument.as_type().is_none();
            is_dynamic = has_no_type && !parameter.dynamic;
        }
        Ok(is_dynamic)
    }
}
