//! Lists, sets, maps and objects.

use std::fmt::Write as _;

use terrane_value::Text;

use super::show::{Show, is_important, key, name, width};
use crate::render::diff::{Diff, Shape};
use crate::render::kind::Kind;

impl Diff<'_> {
    /// Returns a list or a set.
    pub(super) fn list(&self, indent: usize, show: Show) -> String {
        // A set of nested objects has the note about the replacement at its elements.
        let (elements, has_context, is_nested_set) = match &self.shape {
            Shape::List {
                elements,
                has_context,
            } => (elements, *has_context, false),
            Shape::Set {
                elements,
                is_nested,
            } => (elements, false, *is_nested),
            _ => return String::new(),
        };
        let replacement = show.replacement(self.replaces && !is_nested_set);
        let null = show.null_suffix(self.kind);
        if elements.is_empty() {
            return format!("[]{null}{replacement}");
        }
        let parts = Show {
            hides_null: true,
            forces_replacement: self.replaces && is_nested_set,
            ..show
        };
        let mut text = format!("[{replacement}\n");
        let element = |text: &mut String, element: &Diff<'_>, parts: Show| {
            show.warnings(text, element, indent + 1);
            let start = parts.start(indent + 1, element.kind);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{start}{},", element.render(indent + 1, parts));
        };
        let unchanged = Show {
            shows_unchanged: true,
            ..show.parts()
        };
        let mut skipped: Vec<&Diff<'_>> = Vec::new();
        let mut shows_next = false;
        for diff in elements {
            let is_unchanged = diff.kind == Kind::NoOp;
            if is_unchanged && !shows_next && !show.shows_unchanged {
                skipped.push(diff);
                continue;
            }
            shows_next = false;
            if !has_context {
                element(&mut text, diff, parts);
                continue;
            }
            if let Some((last, others)) = skipped.split_last() {
                show.hidden(&mut text, indent + 1, others.len(), "element");
                element(&mut text, last, unchanged);
            }
            skipped.clear();
            if is_unchanged {
                element(&mut text, diff, unchanged);
            } else {
                shows_next = true;
                element(&mut text, diff, parts);
            }
        }
        show.hidden(&mut text, indent + 1, skipped.len(), "element");
        let _ = write!(text, "{}]{null}", show.start(indent, Kind::NoOp));
        text
    }

    /// Returns a map.
    pub(super) fn map(&self, indent: usize, show: Show) -> String {
        let Shape::Map {
            elements,
            is_nested,
        } = &self.shape
        else {
            return String::new();
        };
        // A map of nested objects has the note about the replacement at its elements, and its keys are not aligned.
        let replacement = show.replacement(self.replaces && !is_nested);
        let null = show.null_suffix(self.kind);
        if elements.is_empty() {
            return format!("{{}}{null}{replacement}");
        }
        let parts = Show {
            hides_null: *is_nested || show.hides_null || self.kind == Kind::Delete,
            forces_replacement: self.replaces && *is_nested,
            ..show
        };
        let keys: Vec<String> = elements.iter().map(|(name, _)| key(name)).collect();
        let width = if *is_nested { 0 } else { width(keys.iter()) };
        let mut text = format!("{{{replacement}\n");
        let mut hidden = 0;
        for (key, (_, element)) in keys.iter().zip(elements) {
            if element.kind == Kind::NoOp && !show.shows_unchanged {
                hidden += 1;
                continue;
            }
            show.warnings(&mut text, element, indent + 1);
            let comma = if matches!(element.shape, Shape::Object { .. }) {
                ","
            } else {
                ""
            };
            let start = parts.start(indent + 1, element.kind);
            let value = element.render(indent + 1, parts);
            let _ = writeln!(text, "{start}{key:width$} = {value}{comma}");
        }
        show.hidden(&mut text, indent + 1, hidden, "element");
        let _ = write!(text, "{}}}{null}", show.start(indent, Kind::NoOp));
        text
    }

    /// Returns an object.
    pub(super) fn object(&self, indent: usize, show: Show) -> String {
        let Shape::Object {
            attributes,
            is_nested,
        } = &self.shape
        else {
            return String::new();
        };
        let replacement = show.replacement(self.replaces);
        let null = show.null_suffix(self.kind);
        if attributes.is_empty() {
            return format!("{{}}{null}{replacement}");
        }
        let parts = Show {
            hides_null: !is_nested,
            ..show.parts()
        };
        let mut text = format!("{{{replacement}\n");
        self::attributes(&mut text, attributes, indent, parts);
        let _ = write!(text, "{}}}{null}", show.start(indent, Kind::NoOp));
        text
    }
}

/// Writes the attributes of an object or block, and counts the hidden ones.
pub(super) fn attributes(
    text: &mut String,
    attributes: &[(&Text, Diff<'_>)],
    indent: usize,
    show: Show,
) {
    let mut sorted: Vec<_> = attributes.iter().collect();
    sorted.sort_by_key(|(name, _)| *name);
    let names: Vec<String> = sorted.iter().map(|(name, _)| self::name(name)).collect();
    let width = width(names.iter());
    let mut hidden = 0;
    for (shown, (name, attribute)) in names.iter().zip(sorted) {
        let show = Show {
            shows_unchanged: show.shows_unchanged || is_important(name),
            ..show
        };
        if attribute.kind == Kind::NoOp && !show.shows_unchanged {
            hidden += 1;
            continue;
        }
        show.warnings(text, attribute, indent + 1);
        let start = show.start(indent + 1, attribute.kind);
        let value = attribute.render(indent + 1, show);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{start}{shown:width$} = {value}");
    }
    show.hidden(text, indent + 1, hidden, "attribute");
}
