//! Objects of native and JSON syntax.

use std::collections::BTreeMap;

use terrane_value::{Text, Type};

use super::Evaluator;
use super::messages::collection as messages;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, Object, ObjectKey};
use crate::value::{Marks, Value};

impl Evaluator<'_> {
    pub(super) fn object(&mut self, object: &Object) -> Value {
        if !self.allocate_elements(object.items.len()) {
            return Value::dynamic();
        }
        let mut attributes: Vec<(Text, Value)> = Vec::with_capacity(object.items.len());
        let mut marks = Marks::new();
        // Without one of the keys, the type of the object is unknown.
        let mut has_all_keys = true;
        for item in &object.items {
            if let Some(name) = literal_key(&item.key.expression) {
                attributes.push((name.clone(), self.expression(&item.value)));
                continue;
            }
            let errors = self.diagnostics.len();
            let key = self.key(&item.key);
            let has_failed = self.has_errors_since(errors);
            let value = self.expression(&item.value);
            let name = if has_failed {
                None
            } else {
                self.name(key, &item.key.expression, item.value.span, &mut marks)
            };
            match name {
                Some(name) => attributes.push((name, value)),
                None => has_all_keys = false,
            }
        }
        if has_all_keys {
            Value::object(attributes).with_marks(&marks)
        } else {
            Value::dynamic()
        }
    }

    /// Evaluates a key. A name alone stands for itself, also a keyword.
    fn key(&mut self, key: &ObjectKey) -> Value {
        match &key.expression.kind {
            ExpressionKind::Null => "null".into(),
            ExpressionKind::Bool(true) => "true".into(),
            ExpressionKind::Bool(false) => "false".into(),
            ExpressionKind::Traversal(_) => {
                self.report(messages::ambiguous_key().at(key.expression.span));
                Value::dynamic()
            }
            _ => self.expression(&key.expression),
        }
    }

    /// Returns the text of a key, unless it is unknown or an error.
    fn name(
        &mut self,
        key: Value,
        place: &Expression,
        value: Span,
        marks: &mut Marks,
    ) -> Option<Text> {
        if key.is_null() {
            // As in Terraform, the value is shown rather than the key.
            self.report(messages::null_key().at(value));
            return None;
        }
        if !self.may_convert(&key, &Type::String) {
            return None;
        }
        let (unmarked_key, own) = key.unmark();
        marks.merge(&own);
        match unmarked_key.into_type(&Type::String) {
            Ok(text) => text.as_text().cloned(),
            Err(error) => {
                self.report(messages::wrong_key(&error).at(place.span));
                None
            }
        }
    }

    pub(super) fn json_object(&mut self, object: &Object) -> Value {
        if !self.allocate_elements(object.items.len()) {
            return Value::dynamic();
        }
        let mut attributes: BTreeMap<Text, Value> = BTreeMap::new();
        let mut has_all_keys = true;
        let mut marks = Marks::new();
        for item in &object.items {
            let place = item.key.expression.span;
            let key = self.expression(&item.key.expression);
            let value = self.expression(&item.value);
            if !self.may_convert(&key, &Type::String) {
                return Value::dynamic();
            }
            let (unmarked_key, own) = key.unmark();
            marks.merge(&own);
            let text_key = match unmarked_key.convert(&Type::String) {
                Ok(text) if text.is_null() => {
                    self.report(messages::json_null_key().at(place));
                    continue;
                }
                Ok(text) => text,
                Err(error) => {
                    self.report(messages::json_wrong_key(&error).at(place));
                    continue;
                }
            };
            let Some(name) = text_key.as_text() else {
                has_all_keys = false;
                continue;
            };
            if attributes.contains_key(name) {
                self.report(messages::json_duplicate_key(name).at(place));
            } else {
                attributes.insert(name.clone(), value);
            }
        }
        if has_all_keys {
            Value::object(attributes).with_marks(&marks)
        } else {
            Value::dynamic()
        }
    }
}

/// Returns the text of a key that is a name or a string without template sequences.
fn literal_key(key: &Expression) -> Option<&Text> {
    match &key.kind {
        ExpressionKind::String(text) => Some(text),
        ExpressionKind::Traversal(traversal) if traversal.steps.is_empty() => {
            Some(&traversal.root.name)
        }
        _ => None,
    }
}
