//! The comparison of blocks.

use std::collections::BTreeSet;

use terrane_protocol::schema::{Block, BlockNesting, NestedBlock};

use terrane_value::Text;

use super::typed::{attribute, set_write_only};
use super::{Change, Diff, Group, Shape};
use crate::render::kind::Kind;

/// Compares two objects by the schema of their block. Attributes and blocks that are not relevant count as unchanged.
pub(in crate::render) fn object<'a>(
    change: &Change<'a>,
    schema: &'a Block,
    relevant: Option<&BTreeSet<Text>>,
) -> Diff<'a> {
    let again = |change: &Change<'a>| object(change, schema, relevant);
    let member = |change: Change<'a>, name: &Text| match relevant {
        Some(names) if !names.contains(name) => change.as_no_op(),
        _ => change,
    };
    if let Some(diff) = change.sensitive(true, again) {
        return diff;
    }
    if let Some(diff) = change.unknown(again) {
        return diff;
    }
    let mut kind = change.kind_of_collection();
    let mut attributes = Vec::new();
    for attribute in &schema.attributes {
        let value = member(change.attribute(&attribute.name), &attribute.name);
        let diff = self::attribute(&value, attribute);
        if diff.kind == Kind::NoOp && value.is_null() {
            continue;
        }
        kind = kind.and(diff.kind);
        attributes.push((&attribute.name, diff));
    }
    let mut groups = Vec::new();
    for nested in &schema.blocks {
        let value = member(change.entry(&nested.name), &nested.name);
        let Some((blocks, nested_kind)) = blocks(&value, nested) else {
            continue;
        };
        kind = kind.and(nested_kind);
        groups.push(Group {
            name: &nested.name,
            blocks,
            replaces: change.replaces(),
            was_sensitive: change.before_is_sensitive(),
            becomes_sensitive: change.after_is_sensitive(),
        });
    }
    let write_only = schema.attributes.iter().filter(|it| it.write_only);
    set_write_only(change, &mut attributes, kind, write_only);
    attributes.sort_by_key(|(name, _)| *name);
    groups.sort_by_key(|group| group.name);
    change.diff_of(Shape::Block { attributes, groups }, kind)
}

fn block<'a>(change: &Change<'a>, schema: &'a Block) -> Diff<'a> {
    object(change, schema, None)
}

/// Blocks with their labels, and the action for all of them.
type Blocks<'a> = (Vec<(Option<&'a Text>, Diff<'a>)>, Kind);

/// Compares the blocks of one name. Nothing is returned if there are none.
fn blocks<'a>(change: &Change<'a>, nested: &'a NestedBlock) -> Option<Blocks<'a>> {
    let compare = |change: &Change<'a>| block(change, &nested.block);
    // A list that is hidden or unknown as a whole has no blocks to compare.
    if change.is_unknown() && nested.nesting.is_collection() {
        let diff = change.unknown(compare)?;
        let kind = diff.kind;
        return Some((vec![(None, diff)], kind));
    }
    let unlabelled = |(diffs, kind): (Vec<Diff<'a>>, Kind)| {
        (diffs.into_iter().map(|diff| (None, diff)).collect(), kind)
    };
    let (blocks, kind): Blocks<'a> = match nested.nesting {
        BlockNesting::Single | BlockNesting::Group => {
            let change = Change {
                before_is_explicit: false,
                after_is_explicit: false,
                ..change.clone()
            };
            let diff = block(&change, &nested.block);
            let kind = diff.kind;
            (vec![(None, diff)], kind)
        }
        BlockNesting::List => unlabelled(change.positions(compare)),
        BlockNesting::Set => unlabelled(change.matched(compare)),
        BlockNesting::Map => {
            let (entries, kind) = change.entries(compare);
            let entries = entries.into_iter();
            (
                entries.map(|(label, diff)| (Some(label), diff)).collect(),
                kind,
            )
        }
    };
    let is_absent = kind == Kind::NoOp && change.is_null();
    (!is_absent).then_some((blocks, kind))
}
