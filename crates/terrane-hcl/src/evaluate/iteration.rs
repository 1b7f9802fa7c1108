//! `for` expressions.

use std::collections::BTreeMap;

use terrane_value::{Text, Type};

use super::Evaluator;
use super::messages::iteration as messages;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expression, For, Identifier};
use crate::value::{Marks, Value};

/// The collection of a `for` expression.
pub(super) enum Collection {
    /// The keys and values, and the marks of the collection.
    Known(Vec<(Value, Value)>, Marks),
    /// The collection is unknown: its marks.
    Unknown(Marks),
    /// The collection is an error or of unknown type.
    Unusable,
}

/// The results of a `for` expression, as far as they are known.
struct Results {
    /// The keys of an object, with one value each if values are not grouped.
    attributes: BTreeMap<Text, Vec<Value>>,
    elements: Vec<Value>,
    marks: Marks,
    /// Whether all keys and conditions are known.
    is_complete: bool,
}

impl Evaluator<'_> {
    pub(super) fn for_expression(&mut self, parts: &For, span: Span) -> Value {
        let value = self.expression(&parts.collection);
        let collection = self.collection(value, &parts.collection, span);
        let condition_marks = match collection {
            Collection::Unusable => return Value::dynamic(),
            Collection::Known(..) | Collection::Unknown(_) => match self.try_condition(parts, span)
            {
                Some(marks) => marks,
                None => return Value::dynamic(),
            },
        };
        let (items, marks) = match collection {
            Collection::Known(items, marks) => (items, marks),
            Collection::Unknown(mut marks) => {
                marks.merge(&condition_marks);
                return Value::dynamic().with_marks(&marks);
            }
            Collection::Unusable => return Value::dynamic(),
        };
        let mut results = Results {
            attributes: BTreeMap::new(),
            elements: Vec::new(),
            marks,
            is_complete: true,
        };
        for (key, value) in items {
            self.with_item(parts.key.as_ref(), &parts.value, key, value, |evaluator| {
                evaluator.item(parts, span, &mut results);
            });
        }
        let result = if !results.is_complete {
            Value::dynamic()
        } else if parts.is_object {
            let attributes = results.attributes.into_iter();
            Value::object(attributes.filter_map(|(name, mut values)| {
                let value = match parts.is_grouped {
                    true => Value::tuple(values),
                    false => values.pop()?,
                };
                Some((name, value))
            }))
        } else {
            Value::tuple(results.elements)
        };
        result.with_marks(&results.marks)
    }

    /// Returns the elements of a collection.
    pub(super) fn collection(
        &mut self,
        value: Value,
        place: &Expression,
        span: Span,
    ) -> Collection {
        let wrong = |message: Diagnostic| message.at(place.span).within(span);
        if value.is_null() {
            self.report(wrong(messages::null_collection()));
            return Collection::Unusable;
        }
        if value.is_unknown() && *value.ty() == Type::Dynamic {
            return Collection::Unusable;
        }
        let (value, marks) = value.unmark();
        if value.ty().is_primitive() || *value.ty() == Type::Dynamic {
            self.report(wrong(messages::not_iterable(value.ty())));
            return Collection::Unusable;
        }
        match items(&value) {
            Some(items) => Collection::Known(items, marks),
            None => Collection::Unknown(marks),
        }
    }

    /// Evaluates something for one element of a collection.
    pub(super) fn with_item<T>(
        &mut self,
        key_name: Option<&Identifier>,
        value_name: &Identifier,
        key: Value,
        value: Value,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.locals.len();
        if let Some(name) = key_name {
            self.locals.push((name.name.clone(), key));
        }
        self.locals.push((value_name.name.clone(), value));
        let result = evaluate(self);
        self.locals.truncate(outer);
        result
    }

    /// Evaluates the condition for an unknown element, so that a wrong condition is one error rather than one for each element.
    fn try_condition(&mut self, parts: &For, span: Span) -> Option<Marks> {
        let Some(place) = &parts.condition else {
            return Some(Marks::new());
        };
        let errors = self.diagnostics.len();
        let unknown = Value::dynamic();
        let (key, value) = (parts.key.as_ref(), &parts.value);
        let condition = self.with_item(key, value, unknown.clone(), unknown, |evaluator| {
            evaluator.expression(place)
        });
        let message = if condition.is_null() {
            messages::condition_is_null()
        } else if let Err(error) = condition.convert(&Type::Bool) {
            messages::wrong_condition(&error)
        } else if self.has_errors_since(errors) {
            return None;
        } else {
            return Some(condition.marks().clone());
        };
        self.report(message.at(place.span).within(span));
        None
    }

    /// Adds the result for the element whose variables are set.
    fn item(&mut self, parts: &For, span: Span, results: &mut Results) {
        if let Some(place) = &parts.condition {
            let condition = self.expression(place);
            match self.is_included(&condition, place, span, results) {
                Some(true) => {}
                Some(false) => return,
                None => {
                    results.is_complete = false;
                    return;
                }
            }
        }
        let Some(place) = &parts.result_key else {
            let value = self.expression(&parts.result);
            results.elements.push(value);
            return;
        };
        let key = self.expression(place);
        let Some(name) = self.key_name(&key, place, span, results) else {
            results.is_complete = false;
            return;
        };
        let value = self.expression(&parts.result);
        if !parts.is_grouped && results.attributes.contains_key(&name) {
            let message = messages::duplicate_key(&name);
            self.report(message.at(place.span).within(span));
            return;
        }
        results.attributes.entry(name).or_default().push(value);
    }

    /// Returns whether a condition holds, unless it is unknown or an error.
    fn is_included(
        &mut self,
        condition: &Value,
        place: &Expression,
        span: Span,
        results: &mut Results,
    ) -> Option<bool> {
        let message = if condition.is_null() {
            messages::null_condition()
        } else {
            results.marks.merge(condition.marks());
            match condition.convert(&Type::Bool) {
                Ok(condition) => return condition.as_bool(),
                Err(error) => messages::wrong_condition(&error),
            }
        };
        // Only the first element with such an error is reported.
        if results.is_complete {
            self.report(message.at(place.span).within(span));
        }
        None
    }

    /// Returns the text of a key, unless it is unknown or an error.
    fn key_name(
        &mut self,
        key: &Value,
        place: &Expression,
        span: Span,
        results: &mut Results,
    ) -> Option<Text> {
        let message = if key.is_null() {
            messages::null_key()
        } else {
            results.marks.merge(key.marks());
            if key.is_unknown() {
                return None;
            }
            match key.convert(&Type::String) {
                Ok(key) => return key.as_text().cloned(),
                Err(error) => messages::wrong_key(&error),
            }
        };
        if results.is_complete {
            self.report(message.at(place.span).within(span));
        }
        None
    }
}

/// Returns the keys and values of a known collection: indices for a list, and the elements themselves for a set.
pub(crate) fn items(value: &Value) -> Option<Vec<(Value, Value)>> {
    let elements = value.elements()?;
    Some(match value.ty() {
        Type::Map(_) | Type::Object(_) => {
            let entries = value.entries();
            entries
                .map(|(key, value)| (key.clone().into(), value.clone()))
                .collect()
        }
        Type::Set(_) => {
            let elements = elements.iter();
            elements
                .map(|value| (value.clone(), value.clone()))
                .collect()
        }
        _ => {
            let elements = elements.iter().enumerate();
            elements
                .map(|(index, value)| (index.into(), value.clone()))
                .collect()
        }
    })
}
