//! Type expressions: `list(string)`, `object({a = optional(number, 1)})`.

use std::collections::BTreeMap;

use terrane_value::{Error, ObjectType, Text, Type};

use super::evaluate_within;
use super::messages::types as messages;
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scope::Scope;
use crate::source::{Source, Span};
use crate::stack::deeper;
use crate::syntax::ast::{Call, Expression, ExpressionKind};
use crate::syntax::{keyword, list, pairs, parse_expression};
use crate::value::{Defaults, TypeConstraint, Value};

/// Reads a type expression, such as the type of a variable. In JSON syntax it is a string.
///
/// `any` stands for every type. Attributes of objects may be optional, with a default.
///
/// ```
/// use terrane_hcl::{Source, syntax, type_constraint, value::Value};
///
/// let source = Source::detached("x", "object({size = optional(number, 1)})");
/// let expression = syntax::parse_expression(&source).into_result()?;
/// let (constraint, diagnostics) = type_constraint(&expression);
/// assert!(diagnostics.is_empty());
/// let value = constraint.apply(Value::object::<&str>([])).unwrap();
/// assert_eq!(value, Value::object([("size", Value::from(1_i64))]));
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn type_constraint(expression: &Expression) -> (TypeConstraint, Diagnostics) {
    type_constraint_within(expression, &Scope::new().budget())
}

/// Reads a type expression whose defaults take from a budget.
pub(super) fn type_constraint_within(
    expression: &Expression,
    budget: &Budget,
) -> (TypeConstraint, Diagnostics) {
    let mut reader = Reader {
        budget,
        place: None,
        diagnostics: Diagnostics::new(),
    };
    let constraint = reader.constraint(expression);
    (constraint, reader.diagnostics)
}

struct Reader<'a> {
    budget: &'a Budget,
    /// The string of a JSON file that contains the expression. Positions within the string are not tracked.
    place: Option<Span>,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn constraint(&mut self, expression: &Expression) -> TypeConstraint {
        if let ExpressionKind::JsonString(string) = &expression.kind {
            return self.json(&string.text, expression.span);
        }
        let span = expression.span;
        if let Some(word) = keyword(expression) {
            return match word.as_str() {
                "string" => TypeConstraint::new(Type::String),
                "number" => TypeConstraint::new(Type::Number),
                "bool" => TypeConstraint::new(Type::Bool),
                "any" => TypeConstraint::new(Type::Dynamic),
                "list" | "set" | "map" | "object" | "tuple" => {
                    self.fail(messages::argument_missing(&word), span)
                }
                _ => self.fail(messages::unknown_keyword(&word), span),
            };
        }
        match &expression.kind {
            ExpressionKind::Call(call) => deeper(|| self.constructor(call, span)),
            _ => self.fail(messages::no_type(), span),
        }
    }

    fn json(&mut self, text: &Text, span: Span) -> TypeConstraint {
        let parsed = parse_expression(&Source::detached("", text.as_str().to_owned()));
        if parsed.diagnostics.has_errors() {
            return self.fail(messages::no_type(), span);
        }
        let outer = self.place.replace(span);
        let constraint = self.constraint(&parsed.value);
        self.place = outer;
        constraint
    }

    fn constructor(&mut self, call: &Call, span: Span) -> TypeConstraint {
        let name = call.name.name.as_str();
        match name {
            "string" | "number" | "bool" | "any" => {
                return self.fail(messages::no_arguments(name), call.parentheses);
            }
            "optional" => return self.fail(messages::misplaced_optional(), call.name.span),
            "list" | "set" | "map" | "object" | "tuple" => {}
            _ => return self.fail(messages::unknown_constructor(name), span),
        }
        let argument = match call.arguments.as_slice() {
            [argument] => argument,
            [_, second, rest @ ..] => {
                let extra = second.span.to(rest.last().unwrap_or(second).span);
                let message = messages::argument_missing(name).within(call.parentheses);
                return self.fail(message, extra);
            }
            [] => return self.fail(messages::argument_missing(name), call.parentheses),
        };
        match name {
            "object" => return self.object(argument, span),
            "tuple" => return self.tuple(argument),
            _ => {}
        }
        let element = self.constraint(argument);
        let ty = match name {
            "list" => Type::list(element.ty),
            "set" => Type::set(element.ty),
            _ => Type::map(element.ty),
        };
        let elements = Some(element.defaults).filter(|defaults| !defaults.is_empty());
        let defaults = Defaults {
            elements: elements.map(Box::new),
            ..Defaults::default()
        };
        TypeConstraint { ty, defaults }
    }

    fn tuple(&mut self, argument: &Expression) -> TypeConstraint {
        let Ok(elements) = list(argument) else {
            return self.fail(messages::tuple_argument(), argument.span);
        };
        let mut types = Vec::with_capacity(elements.len());
        let mut defaults = Defaults::default();
        for (index, element) in elements.iter().enumerate() {
            let element = self.constraint(element);
            types.push(element.ty);
            if !element.defaults.is_empty() {
                let index = index.to_string().into();
                defaults.members.insert(index, element.defaults);
            }
        }
        let ty = Type::tuple(types);
        TypeConstraint { ty, defaults }
    }

    fn object(&mut self, argument: &Expression, span: Span) -> TypeConstraint {
        let Ok(pairs) = pairs(argument) else {
            return self.fail(messages::object_argument().within(span), argument.span);
        };
        let mut types: BTreeMap<Text, Type> = BTreeMap::new();
        let mut optional = Vec::new();
        let mut defaults = Defaults::default();
        for (key, value) in pairs {
            let Some(name) = keyword(key) else {
                self.fail(messages::attribute_name().within(span), key.span);
                continue;
            };
            if types.contains_key(&name) {
                self.fail(messages::duplicate_attribute().within(span), key.span);
                continue;
            }
            let (ty, default) = match optional_call(value) {
                None => (value, None),
                Some(call) => match self.optional(call, value.span) {
                    Ok(Some((ty, default))) => {
                        optional.push(name.clone());
                        (ty, default)
                    }
                    Ok(None) => continue,
                    Err(ty) => (ty, None),
                },
            };
            let attribute = self.constraint(ty);
            if let Some((default, place)) = default {
                match default.convert(&attribute.ty) {
                    Ok(default) => _ = defaults.attributes.insert(name.clone(), default),
                    Err(error) => self.wrong_default(&error, place),
                }
            }
            if !attribute.defaults.is_empty() {
                defaults.members.insert(name.clone(), attribute.defaults);
            }
            types.insert(name, attribute.ty);
        }
        let object = ObjectType::new(types);
        let ty = match object.clone().with_optional_names(&optional) {
            Ok(object) => Type::Object(object),
            // All names are attributes.
            Err(_) => Type::Object(object),
        };
        TypeConstraint { ty, defaults }
    }

    /// Returns the type in `optional(..)` with the default and its place. Returns `None` if the type is missing, and the type as an error if the default
    /// is invalid.
    #[expect(clippy::type_complexity, reason = "the parts are used at once")]
    fn optional<'e>(
        &mut self,
        call: &'e Call,
        span: Span,
    ) -> Result<Option<(&'e Expression, Option<(Value, Span)>)>, &'e Expression> {
        let wrong = |message: Diagnostic| message.within(span);
        match call.arguments.as_slice() {
            [] => {
                self.fail(wrong(messages::optional_without_type()), call.parentheses);
                Ok(None)
            }
            [ty] => Ok(Some((ty, None))),
            [ty, default] => {
                let (value, diagnostics) = evaluate_within(default, &Scope::new(), self.budget);
                let is_valid = !diagnostics.has_errors();
                for diagnostic in diagnostics {
                    self.report(diagnostic);
                }
                if is_valid {
                    Ok(Some((ty, Some((value, default.span)))))
                } else {
                    Err(ty)
                }
            }
            [ty, ..] => {
                self.fail(wrong(messages::optional_arguments()), call.parentheses);
                Err(ty)
            }
        }
    }

    fn wrong_default(&mut self, error: &Error, place: Span) {
        self.fail(messages::wrong_default(error), place);
    }

    fn fail(&mut self, message: Diagnostic, span: Span) -> TypeConstraint {
        self.report(message.at(span));
        TypeConstraint::new(Type::Dynamic)
    }

    /// Reports a diagnostic, at the string of the JSON file if the expression is in one.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if let Some(place) = self.place {
            diagnostic = diagnostic.at(place);
            diagnostic.context = None;
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Returns the call if an expression is `optional(..)`.
fn optional_call(expression: &Expression) -> Option<&Call> {
    match &expression.kind {
        ExpressionKind::Call(call) if call.name.name == *"optional" => Some(call),
        _ => None,
    }
}
