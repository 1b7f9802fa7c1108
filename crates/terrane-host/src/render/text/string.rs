//! Texts: on one line, on several lines, and in JSON.

use super::show::Show;
use crate::quote::quoted;
use crate::render::change::Change;
use crate::render::diff::{Diff, dynamic};
use crate::render::kind::Kind;
use crate::render::part::{Content, NULL, Part};
use crate::render::slice::{Pair, pairs};

/// A text in the form in which it is shown.
enum Form<'p> {
    Null,
    Line(&'p str),
    Lines(&'p str),
    Json(Part),
}

fn form(part: &Part) -> Form<'_> {
    let Content::String(text) = &part.content else {
        return Form::Null;
    };
    let text = text.as_str();
    if text.starts_with(['{', '['])
        && let Some(part) = Part::from_json(text)
    {
        return Form::Json(part);
    }
    if text.contains('\n') {
        return Form::Lines(text.trim());
    }
    Form::Line(text)
}

impl Form<'_> {
    fn on_one_line(&self, show: Show) -> String {
        match self {
            Self::Line(text) | Self::Lines(text) => quoted(text),
            Self::Null | Self::Json(_) => show.null(),
        }
    }

    /// Returns the lines of a text. Null is a line as well.
    fn lines(&self, show: Show) -> Vec<String> {
        match self {
            Self::Line(text) | Self::Lines(text) => text.split('\n').map(str::to_owned).collect(),
            Self::Null | Self::Json(_) => vec![show.null()],
        }
    }
}

impl Diff<'_> {
    /// Returns the difference between two texts.
    pub(super) fn string(&self, before: &Part, after: &Part, indent: usize, show: Show) -> String {
        let replacement = show.replacement(self.replaces);
        let lines = match self.kind {
            Kind::Create | Kind::NoOp => {
                let form = form(after);
                match &form {
                    Form::Json(part) if self.kind == Kind::NoOp => {
                        return self.json(part, part, indent, show);
                    }
                    Form::Json(part) => return self.json(&NULL, part, indent, show),
                    Form::Null | Form::Line(_) => return form.on_one_line(show) + &replacement,
                    Form::Lines(_) => plain_lines(&form, indent, show),
                }
            }
            Kind::Delete => {
                let form = form(before);
                match &form {
                    Form::Json(part) => return self.json(part, &NULL, indent, show),
                    Form::Null => return form.on_one_line(show) + &replacement,
                    Form::Line(_) => {
                        let null = show.null_suffix(self.kind);
                        return form.on_one_line(show) + &null + &replacement;
                    }
                    Form::Lines(_) => plain_lines(&form, indent, show),
                }
            }
            Kind::Update => match (form(before), form(after)) {
                (Form::Json(before), Form::Json(after)) => {
                    return self.json(&before, &after, indent, show);
                }
                (Form::Json(_), _) | (_, Form::Json(_)) => {
                    let removed = Change::new(before, &NULL, &[]);
                    let added = Change::new(&NULL, after, &[]);
                    let parts = Show {
                        hides_null: true,
                        ..show.parts()
                    };
                    let shown = |change: &Change<'_>| dynamic(change).render(indent, parts);
                    let (before, after) = (shown(&removed), shown(&added));
                    return format!("{before} {} {after}", show.arrow());
                }
                (before @ (Form::Null | Form::Line(_)), after @ (Form::Null | Form::Line(_))) => {
                    let (before, after) = (before.on_one_line(show), after.on_one_line(show));
                    return format!("{before} {} {after}{replacement}", show.arrow());
                }
                (before, after) => changed_lines(&before, &after, indent, show),
            },
        };
        let start = show.start(indent, Kind::NoOp);
        let null = show.null_suffix(self.kind);
        format!(
            "<<-EOT{replacement}\n{}\n{start}EOT{null}",
            lines.join("\n")
        )
    }

    /// Returns the difference between two texts in JSON.
    fn json(&self, before: &Part, after: &Part, indent: usize, show: Show) -> String {
        let change = Change {
            before_is_explicit: self.kind != Kind::Create,
            after_is_explicit: self.kind != Kind::Delete,
            ..Change::new(before, after, &[])
        };
        let inner = dynamic(&change);
        let is_only_spacing = inner.kind == Kind::NoOp && self.kind == Kind::Update;
        let note = match (is_only_spacing, self.replaces) {
            (true, true) => " # whitespace changes force replacement",
            (true, false) => " # whitespace changes",
            (false, _) => "",
        };
        let replacement = if is_only_spacing {
            String::new()
        } else {
            show.replacement(self.replaces)
        };
        let parts = Show {
            hides_null: true,
            shows_unchanged: show.shows_unchanged || is_only_spacing,
            ..show.parts()
        };
        let shown = inner.render(indent + 1, parts);
        if !shown.contains('\n') {
            return format!("jsonencode({shown}){note}{replacement}");
        }
        let kind = match self.kind {
            Kind::Update if !is_only_spacing => Kind::Update,
            _ => Kind::NoOp,
        };
        format!(
            "jsonencode({note}\n{}{shown}{replacement}\n{}){}",
            show.start(indent + 1, kind),
            show.start(indent, Kind::NoOp),
            show.null_suffix(self.kind),
        )
    }
}

fn plain_lines(form: &Form<'_>, indent: usize, show: Show) -> Vec<String> {
    let start = show.start(indent + 1, Kind::NoOp);
    let lines = form.lines(show).into_iter();
    lines.map(|line| format!("{start}{line}")).collect()
}

fn changed_lines(before: &Form<'_>, after: &Form<'_>, indent: usize, show: Show) -> Vec<String> {
    let (before, after) = (before.lines(show), after.lines(show));
    let pairs = line_pairs(&before, &after).into_iter();
    let shown = |kind: Kind, line: &str| format!("{}{line}", show.start(indent + 1, kind));
    let lines = pairs.map(|(left, right)| match (left, right) {
        (Some(left), Some(_)) => shown(Kind::NoOp, &before[left]),
        (Some(left), None) => shown(Kind::Delete, &before[left]),
        (None, right) => shown(Kind::Create, &after[right.unwrap_or_default()]),
    });
    lines.collect()
}

/// Pairs lines. As many lines as before are compared position by position if a line is missing after the change.
fn line_pairs(before: &[String], after: &[String]) -> Vec<Pair> {
    if before.len() != after.len() || before.iter().all(|line| after.contains(line)) {
        return pairs(before, after, |_, _| false);
    }
    let positions = before.iter().zip(after).enumerate();
    let positions = positions.flat_map(|(at, (before, after))| {
        if before == after {
            vec![(Some(at), Some(at))]
        } else {
            vec![(Some(at), None), (None, Some(at))]
        }
    });
    positions.collect()
}
