//! `for` expressions.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use terrane_value::{Text, Type};

use super::messages::iteration as messages;
use super::{Evaluator, ITERATION, count_of};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expression, For, Identifier};
use crate::value::{ELEMENT, Marks, Value};

/// The collection of a `for` expression.
pub(super) enum Collection {
    /// The collection without its marks, and these.
    Known(Value, Marks),
    /// The collection is unknown: its marks.
    Unknown(Marks),
    /// The collection cannot be iterated, or its type is unknown.
    Unusable,
}

/// The known results of a `for` expression.
struct Results {
    attributes: BTreeMap<Text, Value>,
    /// The attributes whose values are grouped.
    groups: BTreeMap<Text, Vec<Value>>,
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
        let (known_collection, marks) = match collection {
            Collection::Known(collection, marks) => (collection, marks),
            Collection::Unknown(mut marks) => {
                marks.merge(&condition_marks);
                return Value::dynamic().with_marks(&marks);
            }
            Collection::Unusable => return Value::dynamic(),
        };
        let mut results = Results {
            attributes: BTreeMap::new(),
            groups: BTreeMap::new(),
            elements: Vec::new(),
            marks,
            is_complete: true,
        };
        let (key, value) = (parts.key.as_ref(), &parts.value);
        self.for_each(key, value, &known_collection, |evaluator| {
            evaluator.item(parts, span, &mut results);
        });
        if !self.budget.is_left() {
            return Value::dynamic();
        }
        let result = if !results.is_complete {
            Value::dynamic()
        } else if parts.is_grouped && parts.is_object {
            let groups = results.groups.into_iter();
            Value::object(groups.map(|(name, values)| (name, Value::tuple(values))))
        } else if parts.is_object {
            Value::object(results.attributes)
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
        let (unmarked, marks) = value.unmark();
        if unmarked.ty().is_primitive() || *unmarked.ty() == Type::Dynamic {
            self.report(wrong(messages::not_iterable(unmarked.ty())));
            return Collection::Unusable;
        }
        if unmarked.is_unknown() {
            Collection::Unknown(marks)
        } else {
            Collection::Known(unmarked, marks)
        }
    }

    /// Calls a function for each element of a collection, with the variables of the element.
    pub(super) fn for_each(
        &mut self,
        key_name: Option<&Identifier>,
        value_name: &Identifier,
        collection: &Value,
        mut evaluate: impl FnMut(&mut Self),
    ) {
        let elements = collection.elements().unwrap_or_default().iter();
        for (index, element) in elements.enumerate() {
            if !self.budget.spend(ITERATION) {
                break;
            }
            if index > 0 {
                // The first element has added the variables.
                let mut variables = self.locals.iter_mut().rev().map(|(_, value)| value);
                if let Some(value) = variables.next() {
                    *value = element.clone();
                }
                if let Some(key) = variables.next().filter(|_| key_name.is_some()) {
                    *key = key_of(collection, index, element);
                }
            } else {
                let key = key_name.map(|name| (name, key_of(collection, index, element)));
                self.push(key, value_name, element.clone());
            }
            evaluate(self);
        }
        if collection
            .elements()
            .is_some_and(|elements| !elements.is_empty())
        {
            self.pop(key_name);
        }
    }

    fn push(&mut self, key: Option<(&Identifier, Value)>, name: &Identifier, value: Value) {
        let named_key = key.map(|(name, key)| (name.name.clone(), key));
        self.locals.extend(named_key);
        self.locals.push((name.name.clone(), value));
    }

    fn pop(&mut self, key: Option<&Identifier>) {
        let count = 1 + usize::from(key.is_some());
        self.locals
            .truncate(self.locals.len().saturating_sub(count));
    }

    /// Evaluates the condition for an unknown element, so that a wrong condition is one error rather than one for each element.
    fn try_condition(&mut self, parts: &For, span: Span) -> Option<Marks> {
        let Some(place) = &parts.condition else {
            return Some(Marks::new());
        };
        let errors = self.diagnostics.len();
        let key = parts.key.as_ref();
        let unknown_key = key.map(|name| (name, Value::dynamic()));
        self.push(unknown_key, &parts.value, Value::dynamic());
        let condition = self.expression(place);
        self.pop(key);
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
        let before = self.budget.memory();
        if let Some(place) = &parts.condition {
            let condition = self.expression(place);
            let is_included = self.is_included(&condition, place, span, results);
            drop(condition);
            self.budget.keep(before, 0);
            match is_included {
                Some(true) => {}
                Some(false) => return,
                None => {
                    results.is_complete = false;
                    return;
                }
            }
        }
        self.budget.allocate(ELEMENT);
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
        drop(key);
        self.budget.keep(before, ELEMENT + count_of(name.len()));
        let value = self.expression(&parts.result);
        if parts.is_grouped {
            results.groups.entry(name).or_default().push(value);
        } else {
            match results.attributes.entry(name) {
                Entry::Vacant(entry) => _ = entry.insert(value),
                Entry::Occupied(entry) => {
                    let message = messages::duplicate_key(entry.key());
                    self.report(message.at(place.span).within(span));
                }
            }
        }
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
            if let Some(holds) = condition.as_bool() {
                return Some(holds);
            }
            if !self.may_convert(condition, &Type::Bool) {
                return None;
            }
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
            if let Some(text) = key.as_text() {
                return Some(text.clone());
            }
            if !self.may_convert(key, &Type::String) {
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

/// Returns the keys and values of a known collection.
pub(crate) fn items(collection: &Value) -> Option<Vec<(Value, Value)>> {
    let elements = collection.elements()?.iter().enumerate();
    let items = elements.map(|(index, element)| {
        let key = key_of(collection, index, element);
        (key, element.clone())
    });
    Some(items.collect())
}

/// Returns the key of an element: the index in a list, and the element itself in a set.
fn key_of(collection: &Value, index: usize, element: &Value) -> Value {
    let key = collection.keys().and_then(|keys| keys.get(index));
    match (collection.ty(), key) {
        (_, Some(key)) => key.clone().into(),
        (Type::Set(_), None) => element.clone(),
        (_, None) => index.into(),
    }
}
