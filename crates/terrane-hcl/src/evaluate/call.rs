//! Calls of functions.

use terrane_value::{Error, Text, Type};

use super::messages::call as messages;
use super::start::{start_of, start_of_call};
use super::types::type_constraint_within;
use super::{Evaluator, evaluate_within};
use crate::budget::Budget;
use crate::call::{CallError, Caller, Function, Functions, Signature};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::environment::ResultLimits;
use crate::scope::Scope;
use crate::source::Span;
use crate::syntax::ast::{Call, Expression, ExpressionKind};
use crate::value::{TypeConstraint, Value, check_argument, without_optional};

/// The most bytes of a value that a function makes with one step.
const BYTES_OF_STEP: u64 = 64;

/// An argument: an expression, or an element of the collection that `...` expands.
enum Argument<'e> {
    Expression(&'e Expression),
    Value(Value, Span),
}

/// Arguments with the types of their parameters.
struct Converted {
    values: Vec<Value>,
    /// The position of the first argument that hosts refuse after its conversion, and the reason.
    invalid: Option<(usize, Error)>,
}

impl Argument<'_> {
    fn start(&self) -> Span {
        match self {
            Self::Expression(expression) => start_of(expression),
            Self::Value(_, span) => *span,
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &Call, span: Span) -> Value {
        let name = call.name.name.as_str();
        let Some(functions) = self.scope.functions() else {
            self.report(messages::calls_not_allowed().at(span));
            return Value::dynamic();
        };
        let Some(function) = functions.find(name) else {
            let message = messages::unknown_function(name, &functions.names());
            self.report(message.at(call.name.span).within(span));
            return Value::dynamic();
        };
        let errors = self.diagnostics.len();
        let Some(arguments) = self.arguments(call, span) else {
            return Value::dynamic();
        };
        let signature = function.signature();
        if let Some(message) = wrong_count(call, signature, &arguments) {
            self.diagnostics.truncate(errors);
            self.report(message.within(span));
            return Value::dynamic();
        }
        match name.strip_prefix("core::").unwrap_or(name) {
            "try" => self.try_first(call, &arguments, span),
            "can" => self.can(&arguments),
            "convert" => self.convert(call, &arguments, span),
            _ => self.ordinary(function, call, &arguments, span, errors),
        }
    }

    /// Returns the arguments, with the last one expanded if it ends with `...`.
    fn arguments<'e>(&mut self, call: &'e Call, span: Span) -> Option<Vec<Argument<'e>>> {
        let mut arguments: Vec<Argument<'e>> =
            call.arguments.iter().map(Argument::Expression).collect();
        let last = match call.arguments.last() {
            Some(last) if call.is_expanded => last,
            _ => return Some(arguments),
        };
        arguments.pop();
        let errors = self.diagnostics.len();
        let value = self.expression(last);
        if self.has_errors_since(errors) {
            return None;
        }
        let is_sequence = matches!(value.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_));
        let message = if value.is_null() && (is_sequence || *value.ty() == Type::Dynamic) {
            messages::null_expansion()
        } else if !is_sequence && *value.ty() != Type::Dynamic {
            messages::wrong_expansion(value.ty())
        } else {
            let (unmarked, marks) = value.unmark();
            let elements = unmarked.elements()?;
            if !self.allocate_elements(elements.len()) {
                return None;
            }
            let values = elements.iter();
            let place = last.span;
            arguments.extend(
                values.map(|element| Argument::Value(element.clone().with_marks(&marks), place)),
            );
            return Some(arguments);
        };
        self.report(message.at(last.span).within(span));
        None
    }

    fn argument(&mut self, argument: &Argument<'_>) -> Value {
        match argument {
            Argument::Expression(expression) => self.expression(expression),
            Argument::Value(value, _) => value.clone(),
        }
    }

    /// Calls a function that evaluates no argument by itself. `errors_before` is the number of errors before the arguments.
    fn ordinary(
        &mut self,
        function: &dyn Function,
        call: &Call,
        arguments: &[Argument<'_>],
        span: Span,
        errors_before: usize,
    ) -> Value {
        let Some(Converted {
            mut values,
            invalid,
        }) = self.converted_arguments(function, arguments, span)
        else {
            return Value::dynamic();
        };
        if self.has_errors_since(errors_before) {
            return Value::dynamic();
        }
        let report = |evaluator: &mut Self, error: &CallError| {
            let message = failure(call, function.signature(), arguments, error);
            evaluator.report(message.within(span));
            Value::dynamic()
        };
        if let Some((index, error)) = invalid {
            // Hosts count the arguments after the named parameters from the start again.
            let named = function.signature().parameters.len();
            let reported_index = index.checked_sub(named).unwrap_or(index);
            return report(
                self,
                &CallError::argument(reported_index, error.to_string()),
            );
        }
        let wrong_reference = self.reference_arguments(function, arguments, &mut values);
        let has_unknowns = values
            .iter()
            .enumerate()
            .any(|(index, value)| value.is_unknown() && !function.needs_reference(index));
        let Some(result) = self.call_within_budget(function, &values) else {
            return Value::dynamic();
        };
        match (result, wrong_reference) {
            // While other arguments are unknown, Terraform does not read the reference.
            (Ok(_), Some(error)) if !has_unknowns => report(self, &error),
            (Ok(value), _) => value,
            (Err(error), _) => report(self, &error),
        }
    }

    /// Evaluates the arguments and converts them to the types of the parameters. The values of references are still missing. Returns `None` if a conversion
    /// would exceed the budget.
    fn converted_arguments(
        &mut self,
        function: &dyn Function,
        arguments: &[Argument<'_>],
        span: Span,
    ) -> Option<Converted> {
        let mut values = Vec::with_capacity(arguments.len());
        let mut invalid = None;
        for (index, argument) in arguments.iter().enumerate() {
            if function.needs_reference(index) {
                values.push(Value::dynamic());
                continue;
            }
            let value = self.argument(argument);
            let Some(parameter) = function.signature().parameter(index) else {
                continue;
            };
            if parameter.ty == Type::Dynamic || parameter.ty == *value.ty() {
                values.push(value);
                continue;
            }
            if !self.may_convert(&value, &parameter.ty) {
                return None;
            }
            match value.convert(&parameter.ty) {
                Ok(converted) => {
                    self.budget.allocate(converted.size());
                    if let Err(error) = check_argument(&converted, &parameter.ty) {
                        invalid.get_or_insert((index, error));
                    }
                    values.push(converted);
                }
                Err(error) => {
                    let message = messages::wrong_argument(&parameter.name, &error);
                    self.report(message.at(argument.start()).within(span));
                }
            }
        }
        Some(Converted { values, invalid })
    }

    /// Sets the values of the arguments that must be references. Returns the last error.
    fn reference_arguments(
        &mut self,
        function: &dyn Function,
        arguments: &[Argument<'_>],
        values: &mut [Value],
    ) -> Option<CallError> {
        let mut wrong_reference = None;
        for (index, argument) in arguments.iter().enumerate() {
            if !function.needs_reference(index) {
                continue;
            }
            match self.reference_argument(argument) {
                Ok(value) => values[index] = value,
                Err(reason) => wrong_reference = Some(CallError::argument(index, reason)),
            }
        }
        wrong_reference
    }

    /// Calls a function, and counts the memory of its result. Returns `None` if the budget is exceeded.
    fn call_within_budget(
        &mut self,
        function: &dyn Function,
        values: &[Value],
    ) -> Option<Result<Value, CallError>> {
        if !self.budget.is_left() {
            return None;
        }
        let caller = TemplateCaller::new(self.scope, self.budget);
        let steps_before = self.budget.steps();
        let result = function.call(values, &caller);
        let steps = self.budget.steps() - steps_before;
        if let Ok(value) = &result {
            // A result that is larger than the work for it has existed before. Functions that count no steps may have built all of it.
            let max_built = match steps {
                0 => u64::MAX,
                steps => steps.saturating_mul(BYTES_OF_STEP),
            };
            self.budget.allocate(value.size().min(max_built));
        }
        self.budget.is_left().then_some(result)
    }

    /// Returns the value of an argument that must be a reference, or the reason why there is none.
    fn reference_argument(&mut self, argument: &Argument<'_>) -> Result<Value, String> {
        let expression = match argument {
            Argument::Expression(expression) if is_reference(expression) => expression,
            _ => return Err(messages::REFERENCE_NEEDED.to_owned()),
        };
        let errors = self.diagnostics.len();
        let value = self.expression(expression);
        let has_failed = self.has_errors_since(errors);
        let found = self.diagnostics.split_off(errors);
        match found.iter().find(|error| error.is_error()) {
            Some(error) if has_failed => Err(format!("{}: {}", error.summary, error.detail)),
            _ => Ok(value),
        }
    }

    /// `try(..)`: the first argument without errors.
    fn try_first(&mut self, call: &Call, arguments: &[Argument<'_>], span: Span) -> Value {
        let count = self.diagnostics.len();
        for argument in arguments {
            let errors = self.diagnostics.len();
            let value = self.argument(argument);
            if self.has_errors_since(errors) {
                continue;
            }
            self.diagnostics.truncate(count);
            // An unknown value could turn out to be an error.
            return if value.is_wholly_known() {
                value
            } else {
                Value::dynamic()
            };
        }
        let failed = self.diagnostics.split_off(count);
        let message = messages::nothing_succeeded(&call.name.name, &failed);
        self.report(message.at(start_of_call(call)).within(span));
        Value::dynamic()
    }

    /// `can(..)`: whether the argument has no errors.
    fn can(&mut self, arguments: &[Argument<'_>]) -> Value {
        let count = self.diagnostics.len();
        let values: Vec<Value> = arguments
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let has_failed = self.has_errors_since(count);
        self.diagnostics.truncate(count);
        if has_failed {
            false.into()
        } else if values.iter().all(Value::is_wholly_known) {
            true.into()
        } else {
            Value::unknown(Type::Bool)
        }
    }

    /// `convert(value, type)`.
    fn convert(&mut self, call: &Call, arguments: &[Argument<'_>], span: Span) -> Value {
        let [value_place, type_place] = arguments else {
            return Value::dynamic();
        };
        let errors = self.diagnostics.len();
        let value = self.argument(value_place);
        let constraint = match type_place {
            Argument::Expression(expression) => {
                let (constraint, diagnostics) = type_constraint_within(expression, self.budget);
                self.diagnostics.extend(diagnostics);
                constraint
            }
            Argument::Value(_, place) => {
                let message = messages::type_expected();
                self.report(message.at(*place).within(span));
                TypeConstraint::new(Type::Dynamic)
            }
        };
        if self.has_errors_since(errors) {
            return Value::dynamic();
        }
        if !self.may_convert(&value, &constraint.ty) {
            return Value::dynamic();
        }
        let (unmarked, marks) = value.unmark_deep();
        if unmarked.is_unknown() {
            return Value::unknown(without_optional(&constraint.ty)).with_marks(&marks);
        }
        let signature = Signature::default();
        // Other than for variables, attributes that are missing are null before they get their defaults.
        let converted = unmarked
            .convert(&constraint.ty)
            .and_then(|value| constraint.apply(value))
            .unwrap_or_else(|error| {
                let error = CallError::argument(0, error.to_string());
                let message = failure(call, &signature, arguments, &error);
                self.report(message.within(span));
                Value::dynamic()
            });
        self.budget.allocate(converted.size());
        converted.with_marks(&marks)
    }
}

/// Returns whether an expression refers to a value: it is a variable with any steps.
fn is_reference(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Traversal(_) => true,
        ExpressionKind::Access(access) => is_reference(&access.source),
        _ => false,
    }
}

/// Returns the error of a call with too few or too many arguments.
fn wrong_count(
    call: &Call,
    signature: &Signature,
    arguments: &[Argument<'_>],
) -> Option<Diagnostic> {
    let name = &call.name.name;
    if let Some(missing) = signature.parameters.get(arguments.len()) {
        let close = Span {
            start: call.parentheses.end.saturating_sub(1),
            ..call.parentheses
        };
        return Some(messages::missing_argument(name, &missing.name, signature).at(close));
    }
    match (
        arguments.get(signature.parameters.len()),
        &signature.variadic,
    ) {
        (Some(extra), None) => Some(messages::extra_argument(name, signature).at(extra.start())),
        _ => None,
    }
}

/// Returns the error of a function.
fn failure(
    call: &Call,
    signature: &Signature,
    arguments: &[Argument<'_>],
    error: &CallError,
) -> Diagnostic {
    let wrong_argument = error.argument.and_then(|index| arguments.get(index));
    match wrong_argument {
        Some(argument) => {
            let parameter = error.argument.and_then(|index| signature.parameter(index));
            let name = parameter.map_or("value", |parameter| parameter.name.as_str());
            messages::wrong_argument(name, &error.message).at(argument.start())
        }
        None => messages::failed(&call.name.name, &error.message).at(start_of_call(call)),
    }
}

/// The evaluator, as functions call it.
pub(crate) struct TemplateCaller<'a> {
    scope: &'a Scope<'a>,
    budget: &'a Budget,
}

impl<'a> TemplateCaller<'a> {
    pub(crate) fn new(scope: &'a Scope<'a>, budget: &'a Budget) -> Self {
        Self { scope, budget }
    }
}

impl Caller for TemplateCaller<'_> {
    fn evaluate(
        &self,
        template: &Expression,
        variables: &Value,
        excluded: &[&str],
    ) -> (Value, Diagnostics) {
        let own_variables = variables
            .entries()
            .map(|(name, value)| (name.clone(), value.clone()));
        let scope = Scope::new().with_variables(own_variables);
        let functions = self
            .scope
            .functions()
            .map(|functions| Excluding::new(functions, excluded));
        match &functions {
            Some(functions) => {
                evaluate_within(template, &scope.with_functions(functions), self.budget)
            }
            None => evaluate_within(template, &scope, self.budget),
        }
    }

    fn spend(&self, steps: u64) -> Result<(), CallError> {
        if self.budget.spend(steps) {
            Ok(())
        } else {
            Err(CallError::new(messages::TOO_LARGE))
        }
    }
}

/// The functions of a scope, of which some fail.
#[derive(Debug)]
struct Excluding<'a> {
    functions: &'a dyn Functions,
    excluded: Vec<(&'a str, Excluded<'a>)>,
}

/// A function that fails.
#[derive(Debug)]
struct Excluded<'a>(&'a dyn Function);

impl<'a> Excluding<'a> {
    fn new(functions: &'a dyn Functions, excluded: &[&'a str]) -> Self {
        let found = excluded
            .iter()
            .filter_map(|name| Some((*name, Excluded(functions.find(name)?))));
        Self {
            functions,
            excluded: found.collect(),
        }
    }
}

impl Functions for Excluding<'_> {
    fn find(&self, name: &str) -> Option<&dyn Function> {
        let plain = name.strip_prefix("core::").unwrap_or(name);
        match self.excluded.iter().find(|(name, _)| *name == plain) {
            Some((_, function)) => Some(function),
            None => self.functions.find(name),
        }
    }

    fn names(&self) -> Vec<Text> {
        self.functions.names()
    }

    fn limits(&self) -> ResultLimits {
        self.functions.limits()
    }
}

impl Function for Excluded<'_> {
    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn call(&self, _: &[Value], _: &dyn Caller) -> Result<Value, CallError> {
        Err(CallError::new(messages::EXCLUDED))
    }
}
