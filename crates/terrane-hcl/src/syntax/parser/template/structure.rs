//! Directives with what they enclose.

use super::super::cursor::Parser;
use super::parts::{Loop, Part};
use crate::source::Span;
use crate::syntax::ast::{Expression, Identifier, TemplateFor, TemplateIf, TemplatePart};
use crate::syntax::messages::template as messages;

/// A directive that is not closed yet.
struct Open {
    start: Start,
    parts: Vec<TemplatePart>,
    /// The parts before `else`, if there was one.
    then: Option<Vec<TemplatePart>>,
}

enum Start {
    If(Expression, Span),
    For(Box<Loop>),
}

impl Start {
    fn span(&self) -> Span {
        match self {
            Self::If(_, span) => *span,
            Self::For(parts) => parts.span,
        }
    }

    fn keyword(&self) -> &'static str {
        match self {
            Self::If(..) => "if",
            Self::For(_) => "for",
        }
    }
}

impl Parser<'_> {
    /// Matches the directives of a template. The work list on the heap makes deep nesting safe; the depth of the result is limited.
    pub(super) fn structure(&mut self, parts: Vec<Part>, span: Span) -> Vec<TemplatePart> {
        let mut open: Vec<Open> = Vec::new();
        let mut root = Vec::new();
        let mut entered = 0;
        for part in parts {
            let inner = match open.last_mut() {
                Some(open) => &mut open.parts,
                None => &mut root,
            };
            match part {
                Part::Literal(piece, span) => {
                    let name = self.literal(piece);
                    inner.push(TemplatePart::Literal(Identifier { name, span }));
                }
                Part::Interpolation(expression) => {
                    inner.push(TemplatePart::Interpolation(expression));
                }
                Part::If(condition, span) => open.push(Open::new(Start::If(condition, span))),
                Part::For(parts) => open.push(Open::new(Start::For(parts))),
                Part::Else(span) => self.else_directive(&mut open, &mut root, span),
                Part::EndIf(span) => self.end_directive("endif", &mut open, &mut root, span),
                Part::EndFor(span) => self.end_directive("endfor", &mut open, &mut root, span),
            }
            while entered < open.len() {
                if !self.enter() {
                    break;
                }
                entered += 1;
            }
            while entered > open.len() {
                self.leave();
                entered -= 1;
            }
            if entered < open.len() {
                break;
            }
        }
        for _ in 0..entered {
            self.leave();
        }
        let end = self.template_end(span);
        while let Some(unclosed) = open.pop() {
            let start = self.locate(unclosed.start.span());
            self.report_at(messages::missing_end(unclosed.start.keyword(), &start), end);
            target(&mut open, &mut root).push(TemplatePart::Interpolation(self.invalid(end)));
        }
        root
    }

    /// Returns the place of the token that ends the template.
    fn template_end(&self, span: Span) -> Span {
        let last = self.previous_span();
        if span.contains(last) {
            last
        } else {
            span.after()
        }
    }

    fn else_directive(&mut self, open: &mut Vec<Open>, root: &mut Vec<TemplatePart>, span: Span) {
        let message = match open.last_mut() {
            Some(last) => match (&last.start, &last.then) {
                (Start::If(..), None) => {
                    last.then = Some(std::mem::take(&mut last.parts));
                    return;
                }
                (Start::If(_, start), Some(_)) => messages::second_else(&self.locate(*start)),
                (Start::For(_), _) => messages::else_of_for(),
            },
            None => messages::unexpected("else"),
        };
        self.report_at(message, span);
        self.discard(open, root, span);
    }

    fn end_directive(
        &mut self,
        name: &str,
        open: &mut Vec<Open>,
        root: &mut Vec<TemplatePart>,
        span: Span,
    ) {
        let message = match open.last() {
            Some(last) if name.strip_prefix("end") == Some(last.start.keyword()) => {
                if let Some(last) = open.pop() {
                    target(open, root).push(last.close(span));
                }
                return;
            }
            Some(last) => {
                let start = self.locate(last.start.span());
                messages::other_end(name, last.start.keyword(), &start)
            }
            None => messages::unexpected(name),
        };
        self.report_at(message, span);
        self.discard(open, root, span);
    }

    /// Replaces the innermost open directive, which is not usable.
    fn discard(&self, open: &mut Vec<Open>, root: &mut Vec<TemplatePart>, span: Span) {
        open.pop();
        target(open, root).push(TemplatePart::Interpolation(self.invalid(span)));
    }
}

impl Open {
    fn new(start: Start) -> Self {
        Self {
            start,
            parts: Vec::new(),
            then: None,
        }
    }

    fn close(self, end: Span) -> TemplatePart {
        let span = self.start.span().to(end);
        match self.start {
            Start::If(condition, _) => {
                let (then, otherwise) = match self.then {
                    Some(then) => (then, self.parts),
                    None => (self.parts, Vec::new()),
                };
                TemplatePart::If(Box::new(TemplateIf {
                    condition,
                    then,
                    otherwise,
                    span,
                }))
            }
            Start::For(parts) => TemplatePart::For(Box::new(TemplateFor {
                key: parts.key,
                value: parts.value,
                collection: parts.collection,
                body: self.parts,
                start: parts.span,
                span,
            })),
        }
    }
}

fn target<'a>(open: &'a mut [Open], root: &'a mut Vec<TemplatePart>) -> &'a mut Vec<TemplatePart> {
    match open.last_mut() {
        Some(open) => &mut open.parts,
        None => root,
    }
}
