//! The places at which errors of arguments are shown: the start of an expression rather than the whole of it.

use crate::source::Span;
use crate::syntax::ast::{AccessStep, Call, Expression, ExpressionKind, TemplatePart};

/// Returns the first token of an expression, or the part of it that identifies the expression.
pub(super) fn start_of(expression: &Expression) -> Span {
    let span = expression.span;
    match &expression.kind {
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::JsonString(_)
        | ExpressionKind::Traversal(_)
        | ExpressionKind::Invalid => span,
        // After the quotes: there is nothing inside of them.
        ExpressionKind::String(text) if text.is_empty() => span.after(),
        // Inside of the quotes.
        ExpressionKind::String(_) => Span {
            start: span.start + 1,
            end: span.end.saturating_sub(1).max(span.start + 1),
            ..span
        },
        ExpressionKind::Template(template) if template.is_wrapped => span,
        ExpressionKind::Template(template) => match template.parts.first() {
            Some(TemplatePart::Literal(literal)) => literal.span,
            Some(TemplatePart::Interpolation(expression)) => start_of(expression),
            Some(TemplatePart::If(parts)) => start_of(&parts.condition),
            Some(TemplatePart::For(parts)) => parts.start,
            None => span,
        },
        ExpressionKind::Access(access) => match access.steps.last() {
            Some(AccessStep::Index(index)) => first_byte(index.span),
            Some(AccessStep::Splat(splat)) => splat.marker,
            _ => span,
        },
        ExpressionKind::Call(call) => start_of_call(call),
        ExpressionKind::Conditional(parts) => start_of(&parts.condition),
        ExpressionKind::Unary(unary) => unary.operator_span,
        ExpressionKind::Binary(binary) => start_of(&binary.first),
        ExpressionKind::Tuple(_) | ExpressionKind::Object(_) | ExpressionKind::For(_) => {
            first_byte(span)
        }
        ExpressionKind::Parentheses(inner) => start_of(inner),
    }
}

/// Returns the name of a function and the opening parenthesis.
pub(super) fn start_of_call(call: &Call) -> Span {
    call.name.span.to(first_byte(call.parentheses))
}

fn first_byte(span: Span) -> Span {
    Span {
        end: (span.start + 1).min(span.end),
        ..span
    }
}
