//! Variables, attributes, indices and splats.

use std::borrow::Cow;

use terrane_value::{Text, Type};

use super::messages::access as messages;
use super::{Evaluator, ITERATION};
use crate::source::Span;
use crate::syntax::ast::{Access, AccessStep, Splat, Traversal, TraversalStep, TraversalStepKind};
use crate::value::Value;

impl Evaluator<'_> {
    /// Returns the value of a reference where no rule is needed.
    pub(super) fn referenced(&self, traversal: &Traversal) -> Option<&Value> {
        let root = self.variable(&traversal.root.name)?;
        let mut steps = traversal.steps.iter();
        steps.try_fold(root, |value, step| part(value, &step.kind))
    }

    fn variable(&self, name: &Text) -> Option<&Value> {
        let mut locals = self.locals.iter().rev();
        match locals.find(|(local, _)| local == name) {
            Some((_, value)) => Some(value),
            None => self.scope.variable(name),
        }
    }

    pub(super) fn traversal(&mut self, traversal: &Traversal) -> Value {
        let name = &traversal.root.name;
        let Some(root) = self.variable(name) else {
            let message = if self.locals.is_empty() && !self.scope.has_variables() {
                messages::variables_not_allowed()
            } else {
                let locals = self.locals.iter().map(|(name, _)| name);
                let names = locals.chain(self.scope.variable_names());
                messages::unknown_variable(name, names)
            };
            self.report(message.at(traversal.root.span));
            return Value::dynamic();
        };
        // Attributes of known objects need no copies of the objects.
        let mut value = root;
        let mut steps = traversal.steps.as_slice();
        while let [first, rest @ ..] = steps
            && let Some(part) = part(value, &first.kind)
        {
            (value, steps) = (part, rest);
        }
        self.static_steps(value.clone(), steps)
    }

    pub(super) fn access(&mut self, access: &Access) -> Value {
        let errors = self.diagnostics.len();
        let value = self.expression(&access.source);
        self.steps(value, &access.steps, access.source.span, errors)
    }

    /// Applies steps to a value. `errors` is the number of diagnostics before the value was evaluated.
    fn steps(
        &mut self,
        mut value: Value,
        steps: &[AccessStep],
        source: Span,
        errors: usize,
    ) -> Value {
        let mut has_failed = false;
        let mut end = source;
        for step in steps {
            match step {
                AccessStep::Static(step) => {
                    // The first static step that fails ends the sequence of static steps.
                    if !has_failed {
                        let (next, is_valid) = self.static_step(&value, step);
                        (value, has_failed) = (next, !is_valid);
                    }
                }
                AccessStep::Index(index) => {
                    has_failed = false;
                    let key = self.expression(&index.key);
                    value = self.index(&value, &key, index.span).0;
                }
                AccessStep::Splat(splat) => {
                    has_failed = false;
                    value = self.splat(value, splat, source.to(end), errors);
                }
            }
            end = step.span();
        }
        value
    }

    fn static_steps(&mut self, mut value: Value, steps: &[TraversalStep]) -> Value {
        for step in steps {
            let (next, is_valid) = self.static_step(&value, step);
            value = next;
            if !is_valid {
                break;
            }
        }
        value
    }

    /// Returns the value, and whether there was no error.
    fn static_step(&mut self, value: &Value, step: &TraversalStep) -> (Value, bool) {
        match &step.kind {
            TraversalStepKind::Attribute(name) => self.attribute(value, name, step.span),
            TraversalStepKind::StringIndex(key) => {
                self.index(value, &key.clone().into(), step.span)
            }
            TraversalStepKind::NumberIndex(key) => {
                self.index(value, &key.clone().into(), step.span)
            }
        }
    }

    fn attribute(&mut self, value: &Value, name: &Text, span: Span) -> (Value, bool) {
        if value.is_null() {
            return self.no_value(messages::attribute_of_null(), span);
        }
        let part = match value.ty() {
            Type::Dynamic => Some(Cow::Owned(Value::dynamic())),
            Type::Object(object) => match object.attribute(name) {
                Some(ty) if value.is_unknown() => Some(Cow::Owned(Value::unknown(ty.clone()))),
                _ => value.get(name).map(Cow::Borrowed),
            },
            Type::Map(element) if value.is_unknown() => {
                Some(Cow::Owned(Value::unknown(Type::clone(element))))
            }
            Type::Map(_) => value.get(name).map(Cow::Borrowed),
            _ => None,
        };
        match part {
            Some(part) => (part.into_owned().with_marks(value.marks()), true),
            None => self.no_value(messages::missing_attribute(value.ty(), name), span),
        }
    }

    fn index(&mut self, value: &Value, key: &Value, span: Span) -> (Value, bool) {
        if value.is_null() {
            return self.no_value(messages::index_of_null(), span);
        }
        if key.is_null() {
            return self.no_value(messages::null_key(), span);
        }
        let same_marks = |part: Value| (part.with_marks(value.marks()), true);
        if *value.ty() == Type::Dynamic || *key.ty() == Type::Dynamic {
            return same_marks(Value::dynamic());
        }
        let key_type = match value.ty() {
            Type::List(_) | Type::Tuple(_) => Type::Number,
            Type::Map(_) | Type::Object(_) => Type::String,
            Type::Set(_) => return self.no_value(messages::index_of_set(), span),
            _ => return self.no_value(messages::not_indexable(value.ty()), span),
        };
        if !self.may_convert(key, &key_type) {
            return (Value::dynamic(), false);
        }
        let converted_key = match key.convert(&key_type) {
            Ok(key) => key,
            Err(error) => return self.no_value(messages::wrong_key(&error), span),
        };
        if converted_key.is_unknown() {
            return same_marks(Value::unknown(match value.ty() {
                Type::List(element) | Type::Map(element) => Type::clone(element),
                _ => Type::Dynamic,
            }));
        }
        let position = converted_key
            .as_number()
            .and_then(crate::value::Number::to_usize);
        let name = converted_key.as_str().unwrap_or_default();
        let part = match value.ty() {
            Type::List(element) | Type::Map(element) if value.is_unknown() => {
                return same_marks(Value::unknown(Type::clone(element)));
            }
            Type::Object(object) if value.is_unknown() => {
                object.attribute(name).cloned().map(Value::unknown)
            }
            Type::Tuple(types) if value.is_unknown() => position
                .and_then(|index| types.get(index))
                .cloned()
                .map(Value::unknown),
            Type::Map(_) | Type::Object(_) => value.get(name).cloned(),
            _ => position
                .and_then(|index| value.elements()?.get(index))
                .cloned(),
        };
        let Some(part) = part else {
            return self.no_value(messages::missing_key(value, &converted_key), span);
        };
        // The name of an attribute is no secret, other than the index of an element.
        let marked_part = match value.ty() {
            Type::Object(_) => part,
            _ => part.with_marks(converted_key.marks()),
        };
        same_marks(marked_part)
    }

    fn no_value(&mut self, message: crate::Diagnostic, span: Span) -> (Value, bool) {
        self.report(message.at(span));
        (Value::dynamic(), false)
    }

    fn splat(&mut self, source: Value, splat: &Splat, span: Span, errors: usize) -> Value {
        if self.has_errors_since(errors) {
            return Value::dynamic();
        }
        let is_sequence = matches!(source.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_));
        if source.is_null() {
            if is_sequence {
                let message = messages::splat_of_null().at(span);
                self.report(message.within(span.to(splat.marker)));
                return Value::dynamic();
            }
            return Value::tuple(Vec::new()).with_marks(source.marks());
        }
        let (unmarked, marks) = source.unmark();
        if *unmarked.ty() == Type::Dynamic {
            return Value::dynamic().with_marks(&marks);
        }
        let may_be_absent =
            !is_sequence && unmarked.is_unknown() && !unmarked.is_definitely_not_null();
        let sequence = if is_sequence {
            unmarked
        } else {
            Value::tuple(vec![unmarked.with_marks(&marks)])
        };
        let Some(elements) = sequence.elements() else {
            return self.splat_of_unknown(&sequence, splat).with_marks(&marks);
        };
        let errors = self.diagnostics.len();
        if !self.allocate_elements(elements.len()) {
            return Value::dynamic();
        }
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            if !self.budget.spend(ITERATION) {
                return Value::dynamic();
            }
            results.push(self.splat_element(element.clone(), splat));
        }
        if may_be_absent {
            return Value::dynamic().with_marks(&marks);
        }
        let has_failed = self.has_errors_since(errors);
        let result = match sequence.ty() {
            Type::List(_) | Type::Set(_) if has_failed || results.is_empty() => {
                let count = self.diagnostics.len();
                let ty = self.type_of_splat(sequence.ty(), splat);
                match (has_failed, ty) {
                    (true, ty) => {
                        // The elements have reported the same errors.
                        self.diagnostics.truncate(count);
                        Value::unknown(ty)
                    }
                    (false, Type::List(element)) => {
                        Value::list_of(Type::clone(&element), Vec::new())
                    }
                    (false, ty) => Value::unknown(ty),
                }
            }
            Type::List(_) | Type::Set(_) if !have_common_type(&results) => {
                self.report(
                    messages::nested_splat()
                        .at(each_span(splat))
                        .within(splat.span),
                );
                return Value::dynamic();
            }
            Type::List(_) | Type::Set(_) => Value::list(results),
            _ if has_failed => {
                let count = self.diagnostics.len();
                let ty = self.type_of_splat(sequence.ty(), splat);
                self.diagnostics.truncate(count);
                Value::unknown(ty)
            }
            _ => Value::tuple(results),
        };
        result.with_marks(&marks)
    }

    fn splat_element(&mut self, element: Value, splat: &Splat) -> Value {
        let errors = self.diagnostics.len();
        self.steps(element, &splat.each, splat.marker, errors)
    }

    fn splat_of_unknown(&mut self, source: &Value, splat: &Splat) -> Value {
        let ty = self.type_of_splat(source.ty(), splat);
        let is_collection = matches!(source.ty(), Type::List(_) | Type::Set(_));
        let unknown = match &ty {
            Type::Dynamic => return Value::dynamic(),
            Type::List(_) if is_collection => {
                super::conditional::with_lengths(source.length_range())
            }
            _ => terrane_value::Unknown::new(),
        };
        Value::refined(ty, unknown.not_null())
    }

    /// Returns the type of a splat of elements that are unknown.
    fn type_of_splat(&mut self, source: &Type, splat: &Splat) -> Type {
        match source {
            Type::List(element) | Type::Set(element) => {
                let value = self.splat_element(Value::unknown(Type::clone(element)), splat);
                Type::list(value.ty().clone())
            }
            Type::Tuple(types) => Type::tuple(types.iter().map(|ty| {
                let value = self.splat_element(Value::unknown(ty.clone()), splat);
                value.ty().clone()
            })),
            _ => Type::Dynamic,
        }
    }
}

/// Returns the part of a known value without marks that a step selects, where no rule is needed.
fn part<'v>(value: &'v Value, step: &TraversalStepKind) -> Option<&'v Value> {
    if !value.marks().is_empty() {
        return None;
    }
    match step {
        TraversalStepKind::Attribute(name) | TraversalStepKind::StringIndex(name) => {
            value.get(name)
        }
        TraversalStepKind::NumberIndex(number) => match value.ty() {
            Type::List(_) | Type::Tuple(_) => value.elements()?.get(number.to_usize()?),
            _ => None,
        },
    }
}

fn each_span(splat: &Splat) -> Span {
    match (splat.each.first(), splat.each.last()) {
        (Some(first), Some(last)) => first.span().to(last.span()),
        _ => splat.marker,
    }
}

fn have_common_type(values: &[Value]) -> bool {
    let mut types = values
        .iter()
        .map(Value::ty)
        .filter(|ty| **ty != Type::Dynamic);
    let first = types.next();
    types.all(|ty| Some(ty) == first)
}
