//! Differences as text.

mod block;
mod collection;
mod show;
mod string;

pub(super) use show::{Show, name, width};

use super::diff::{Diff, Shape};
use super::kind::Kind;
use super::part::{Content, Part};

impl Diff<'_> {
    /// Returns the difference as text, without the start of its first line.
    pub(in crate::render) fn render(&self, indent: usize, show: Show) -> String {
        let suffix = || {
            let null = show.null_suffix(self.kind);
            null + &show.replacement(self.replaces)
        };
        match &self.shape {
            Shape::Primitive { before, after } => self.primitive(before, after, indent, show),
            Shape::List { .. } | Shape::Set { .. } => self.list(indent, show),
            Shape::Map { .. } => self.map(indent, show),
            Shape::Object { .. } => self.object(indent, show),
            Shape::Block { attributes, groups } => self.block(attributes, groups, indent, show),
            Shape::Sensitive { is_block: true, .. } => self.hidden_block(indent, show),
            Shape::Sensitive { .. } => format!("(sensitive value){}", suffix()),
            Shape::WriteOnly => format!("(write-only attribute){}", suffix()),
            Shape::Unknown(None) => {
                format!("(known after apply){}", show.replacement(self.replaces))
            }
            Shape::Unknown(Some(before)) => {
                let before_show = Show {
                    hides_null: true,
                    ..show.parts()
                };
                format!(
                    "{} -> (known after apply){}",
                    before.render(indent, before_show),
                    show.replacement(self.replaces)
                )
            }
            Shape::TypeChange(before, after) => {
                let parts = Show {
                    hides_null: true,
                    ..show.parts()
                };
                format!(
                    "{} {} {}",
                    before.render(indent, parts),
                    show.arrow(),
                    after.render(indent, parts)
                )
            }
        }
    }

    fn primitive(&self, before: &Part, after: &Part, indent: usize, show: Show) -> String {
        let is_text = |part: &Part| matches!(part.content, Content::String(_));
        if is_text(before) || is_text(after) {
            return self.string(before, after, indent, show);
        }
        let shown = |part: &Part| match &part.content {
            Content::Bool(value) => value.to_string(),
            Content::Number(number) => number.to_string(),
            _ => show.null(),
        };
        let replacement = show.replacement(self.replaces);
        match self.kind {
            Kind::NoOp => format!("{}{replacement}", shown(before)),
            Kind::Create => format!("{}{replacement}", shown(after)),
            Kind::Delete => {
                let null = show.null_suffix(self.kind);
                format!("{}{null}{replacement}", shown(before))
            }
            Kind::Update => {
                let arrow = show.arrow();
                format!("{} {arrow} {}{replacement}", shown(before), shown(after))
            }
        }
    }
}
