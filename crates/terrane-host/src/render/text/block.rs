//! Blocks.

use std::fmt::Write as _;

use terrane_value::Text;

use super::collection;
use super::show::{Show, name};
use crate::quote::quoted;
use crate::render::diff::{Diff, Group, Shape};
use crate::render::kind::Kind;

impl Diff<'_> {
    /// Returns the contents of a block: attributes, and then blocks by their names.
    pub(super) fn block(
        &self,
        attributes: &[(&Text, Diff<'_>)],
        groups: &[Group<'_>],
        indent: usize,
        show: Show,
    ) -> String {
        let replacement = show.replacement(self.replaces);
        if attributes.is_empty() && groups.is_empty() {
            return format!("{{}}{replacement}");
        }
        let parts = show.parts();
        let mut text = format!("{{{replacement}\n");
        collection::attributes(&mut text, attributes, indent, parts);
        let mut hidden = 0;
        for group in groups {
            let mut is_first = true;
            for (label, block) in &group.blocks {
                let secret = secret(group, block);
                let block = secret.as_ref().unwrap_or(block);
                if block.kind == Kind::NoOp && !show.shows_unchanged {
                    hidden += 1;
                    continue;
                }
                if is_first && !attributes.is_empty() {
                    text.push('\n');
                }
                is_first = false;
                let parts = Show {
                    forces_replacement: group.replaces,
                    ..parts
                };
                parts.warnings(&mut text, block, indent + 1);
                let label = label.map(|label| format!(" {}", quoted(label)));
                let label = label.unwrap_or_default();
                let start = parts.start(indent + 1, block.kind);
                let name = name(group.name);
                let value = block.render(indent + 1, parts);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{start}{name}{label} {value}");
            }
        }
        if hidden > 0 {
            text.push('\n');
            show.hidden(&mut text, indent + 1, hidden, "block");
        }
        text + &show.start(indent, Kind::NoOp) + "}"
    }

    /// Returns a block whose contents are secrets.
    pub(super) fn hidden_block(&self, indent: usize, show: Show) -> String {
        let start = show.start(indent, Kind::NoOp);
        let replacement = show.replacement(self.replaces);
        let first = "# At least one attribute in this block is (or was) sensitive,";
        let second = "# so its contents will not be displayed.";
        format!("{{{replacement}\n{start}  {first}\n{start}  {second}\n{start}}}")
    }
}

/// Returns a hidden block, if all blocks of the group are secrets together.
fn secret<'a>(group: &Group<'a>, block: &Diff<'a>) -> Option<Diff<'a>> {
    let (was, becomes) = (group.was_sensitive, group.becomes_sensitive);
    let is_hidden = match block.kind {
        Kind::Create => becomes,
        Kind::Delete => was,
        Kind::Update | Kind::NoOp => was || becomes,
    };
    let kind = match block.kind {
        Kind::NoOp if was != becomes => Kind::Update,
        kind => kind,
    };
    let shape = Shape::Sensitive {
        is_block: true,
        was_sensitive: was,
        becomes_sensitive: becomes,
        inner: block.kind,
    };
    is_hidden.then_some(Diff {
        shape,
        kind,
        replaces: block.replaces,
    })
}
