//! Completes the configuration with defaults, and with values of the state for paired elements (rules L6, L9 and N3).

use terrane_value::{Object, Value};

use super::decide::{KeepDecision, keep_decision};
use super::pairs::{self, Pairs};
use crate::elements;
use crate::schema::{Block, BlockNesting, Member, Shape};

/// Sets defaults for attributes that are not configured, at every depth of configured values.
///
/// Sets, and lists whose elements have a key, are rebuilt from the configuration with defaults, because defaults are part of an element's contents.
/// `pairs` records the configured element and the element of the state that belong to each planned element.
pub(super) fn complete<'a>(
    block: &Block,
    config: &'a Object,
    prior: Option<&'a Object>,
    planned: &mut Object,
    pairs: &mut Pairs,
) {
    for (at, member) in block.in_order() {
        let configured = config.at(at);
        if configured.is_absent() {
            if let Some(default) = member.default_value() {
                *planned.at_mut(at) = default;
            } else if let Some(prior) = prior
                && (member.is_computed_block() || keeps_objects(member, prior, planned))
            {
                *planned.at_mut(at) = prior.at(at).clone();
            }
            continue;
        }
        let Some(nested) = member.shape().nested().filter(|_| member.is_completed()) else {
            continue;
        };
        let prior = prior.map_or(&Value::Null, |prior| prior.at(at));
        if member.is_paired() {
            *planned.at_mut(at) = configured.clone();
            fill_nested(member, planned.at_mut(at));
            pairs::fill(member, nested, configured, prior, planned.at_mut(at), pairs);
            continue;
        }
        elements::each_mut(planned.at_mut(at), |step, planned| {
            if let Some(config) = elements::counterpart(configured, step) {
                let prior = elements::counterpart(prior, step);
                complete(nested, config, prior, planned, pairs);
            }
        });
    }
}

/// Whether objects that are not configured are kept. Hosts propose null for them if they have values that only a configuration sets, and for computed
/// blocks.
fn keeps_objects(member: &Member, prior: &Object, planned: &Object) -> bool {
    member.may_keep_objects()
        && keep_decision(member, Some(prior), planned, false) == KeepDecision::Yes
}

/// Sets defaults for nulls of an object, at every depth. The object is a configured element, or a state that is older than the attribute.
pub(crate) fn fill_missing(block: &Block, object: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let value = object.at_mut(at);
        if value.is_absent() {
            if let Some(default) = member.default_value() {
                *value = default;
            }
        } else {
            fill_nested(member, value);
        }
    }
}

/// Replaces null blocks of a state, at every depth, by an empty collection or a group without values. In a configuration such blocks are never null,
/// so a null would appear as a difference.
pub(crate) fn fill_absent_blocks(block: &Block, object: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let value = object.at_mut(at);
        let Shape::Block {
            nesting,
            block: nested,
            ..
        } = member.shape()
        else {
            continue;
        };
        if value.is_null() {
            *value = match nesting {
                BlockNesting::Group => Object::new(nested.object_type()).into(),
                nesting => nesting.absent(),
            };
        }
        elements::each_of_all_mut(value, |object| fill_absent_blocks(nested, object));
    }
}

fn fill_nested(member: &Member, value: &mut Value) {
    let Some(nested) = member
        .shape()
        .nested()
        .filter(|nested| nested.facts().defaults)
    else {
        return;
    };
    elements::each_of_all_mut(value, |object| fill_missing(nested, object));
}
