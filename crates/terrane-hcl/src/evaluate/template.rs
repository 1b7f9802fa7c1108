//! Templates.

use terrane_value::{Text, Type, Unknown};

use super::iteration::Collection;
use super::messages::template as messages;
use super::{Evaluator, count_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{ExpressionKind, Template, TemplateFor, TemplateIf, TemplatePart};
use crate::value::{Marks, Value};

/// The most bytes of a known prefix of an unknown template.
const MAX_PREFIX: usize = 128;

/// The greatest capacity of a buffer that is kept.
const MAX_BUFFER: usize = 64 * 1024;

/// The text of a template up to its first unknown part.
struct Output {
    text: String,
    marks: Marks,
    /// Whether all parts so far are known.
    is_known: bool,
    /// Whether a part was an error. The text ends before it.
    has_failed: bool,
    /// The bytes of the text that the budget has counted.
    counted: u64,
}

impl Evaluator<'_> {
    pub(super) fn template(&mut self, template: &Template) -> Value {
        match template.parts.as_slice() {
            [TemplatePart::Interpolation(expression)] if template.is_wrapped => {
                self.expression(expression)
            }
            parts => self.parts(parts),
        }
    }

    fn parts(&mut self, parts: &[TemplatePart]) -> Value {
        let errors = self.diagnostics.len();
        let before = self.budget.memory();
        let mut output = self.output(Marks::new());
        for part in parts {
            if !self.grow(before, &mut output) {
                break;
            }
            let (value, span) = match part {
                TemplatePart::Literal(literal) => {
                    output.append(&literal.name);
                    continue;
                }
                TemplatePart::Interpolation(expression) => {
                    if let ExpressionKind::Traversal(traversal) = &expression.kind
                        && let Some(value) = self.referenced(traversal)
                        && output.push_text(value)
                    {
                        continue;
                    }
                    (self.expression(expression), expression.span)
                }
                TemplatePart::If(parts) => (self.if_directive(parts), parts.span),
                TemplatePart::For(parts) => (self.for_directive(parts), parts.span),
            };
            output.has_failed = self.has_errors_since(errors);
            if !value.is_unknown() && !self.may_convert(&value, &Type::String) {
                break;
            }
            if let Err(message) = output.push(&value) {
                self.report(message.at(span));
                output.has_failed = true;
            }
        }
        self.grow(before, &mut output);
        let result = if output.is_known {
            output.text.as_str().into()
        } else if output.has_failed {
            Value::unknown_not_null(Type::String)
        } else {
            Value::refined(Type::String, string_with_prefix(&output.text).not_null())
        };
        self.finish(output, result)
    }

    /// Counts the text that an output has got, instead of the values of its parts. Returns whether the evaluation may continue.
    fn grow(&self, before: u64, output: &mut Output) -> bool {
        let length = count_of(output.text.len());
        let growth = length - output.counted;
        output.counted = length;
        self.budget.keep(before, length - growth);
        self.budget.spend(growth / 16 + 1) && self.budget.allocate(growth)
    }

    /// Returns an empty output.
    fn output(&mut self, marks: Marks) -> Output {
        Output {
            text: self.buffers.pop().unwrap_or_default(),
            marks,
            is_known: true,
            has_failed: false,
            counted: 0,
        }
    }

    /// Adds the marks of an output to its value, and keeps the buffer for other templates.
    fn finish(&mut self, mut output: Output, value: Value) -> Value {
        output.text.clear();
        if output.text.capacity() <= MAX_BUFFER {
            self.buffers.push(output.text);
        }
        value.with_marks(&output.marks)
    }

    /// A conditional of two templates.
    fn if_directive(&mut self, parts: &TemplateIf) -> Value {
        let count = self.diagnostics.len();
        let then = self.parts(&parts.then);
        let then_diagnostics = self.diagnostics.split_off(count);
        let otherwise = self.parts(&parts.otherwise);
        let otherwise_diagnostics = self.diagnostics.split_off(count);
        let condition = self.expression(&parts.condition);
        let truth = match self.condition(condition, &parts.condition, parts.span) {
            Some(condition) => condition,
            None => return Value::unknown(Type::String),
        };
        let (result, diagnostics) = match truth.as_bool() {
            Some(true) => (then.clone(), then_diagnostics),
            Some(false) => (otherwise.clone(), otherwise_diagnostics),
            None => (
                Value::unknown_not_null(Type::String),
                crate::Diagnostics::new(),
            ),
        };
        self.diagnostics.extend(diagnostics);
        result
            .with_marks(truth.marks())
            .with_marks(then.marks())
            .with_marks(otherwise.marks())
    }

    /// The texts for all elements, joined.
    fn for_directive(&mut self, parts: &TemplateFor) -> Value {
        let value = self.expression(&parts.collection);
        let (collection, marks) = match self.collection(value, &parts.collection, parts.span) {
            Collection::Known(collection, marks) => (collection, marks),
            Collection::Unknown(_) | Collection::Unusable => return Value::unknown(Type::String),
        };
        let before = self.budget.memory();
        let mut output = self.output(marks.clone());
        self.for_each(parts.key.as_ref(), &parts.value, &collection, |evaluator| {
            let text = evaluator.parts(&parts.body);
            // The text is neither null nor of another type.
            let _ = output.push(&text);
            evaluator.grow(before, &mut output);
        });
        if output.is_known {
            let text = Value::from(output.text.as_str());
            self.finish(output, text)
        } else {
            Value::unknown(Type::String).with_marks(&marks)
        }
    }
}

impl Output {
    /// Adds text, unless the text has ended before.
    fn append(&mut self, text: &str) {
        if self.is_known && !self.has_failed {
            self.text += text;
        }
    }

    /// Adds a known string. Returns false for all other values.
    fn push_text(&mut self, value: &Value) -> bool {
        let Some(text) = value.as_str() else {
            return false;
        };
        self.marks.merge(value.marks());
        self.append(text);
        true
    }

    fn push(&mut self, value: &Value) -> Result<(), Diagnostic> {
        if value.is_null() {
            return Err(messages::null_part());
        }
        self.marks.merge(value.marks());
        if value.is_unknown() {
            self.is_known = false;
            return Ok(());
        }
        if self.push_text(value) {
            return Ok(());
        }
        let text = value
            .to_text()
            .map_err(|error| messages::wrong_part(&error))?;
        self.append(&text);
        Ok(())
    }
}

/// Returns the refinement of an unknown text that starts with a prefix.
fn string_with_prefix(text: &str) -> Unknown {
    let mut end = text.len().min(MAX_PREFIX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let unknown = Unknown::new().with_string_prefix(Text::from(&text[..end]));
    unknown.unwrap_or_default()
}
