//! What the configuration leaves out: defaults, and for elements that are paired, what their partners in the state have (rules L6, L9 and N3).

use terrane_value::{Object, Value};

use super::elements;
use super::pairs::{self, Pairs};
use crate::schema::{Block, BlockNesting, Member, Shape};

/// Puts defaults where nothing is configured, at every depth below what is configured.
///
/// Sets, and lists whose elements have a key, are built anew from the configuration, defaults first: an element's default is part of what it
/// is. Which element of the state belongs to which is noted in `pairs`.
pub(super) fn complete<'a>(
    block: &Block,
    config: &'a Object,
    prior: Option<&'a Object>,
    planned: &mut Object,
    pairs: &mut Pairs,
) {
    for (at, member) in block.members().iter().enumerate() {
        let configured = config.at(at);
        if configured.is_absent() {
            if let Some(default) = member.default_value() {
                *planned.at_mut(at) = default;
            } else if let (true, Some(prior)) = (member.is_computed_block(), prior) {
                // Hosts propose null for computed blocks that are not configured.
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
            fill_inside(member, planned.at_mut(at));
            pairs::fill(member, nested, configured, prior, planned.at_mut(at), pairs);
            continue;
        }
        elements::each_mut(planned.at_mut(at), |step, planned| {
            if let Some(config) = elements::beside(configured, step) {
                let prior = elements::beside(prior, step);
                complete(nested, config, prior, planned, pairs);
            }
        });
    }
}

/// Puts defaults where an object has null, at every depth: a configured element, or a state that was written before the attribute existed.
pub(crate) fn fill_missing(block: &Block, object: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let value = object.at_mut(at);
        if value.is_absent() {
            if let Some(default) = member.default_value() {
                *value = default;
            }
        } else {
            fill_inside(member, value);
        }
    }
}

/// Puts blocks that an object lacks where a state has null for them, at every depth: an empty collection, or a group without values. In a
/// configuration, no such block is null, so a null would be a difference.
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

fn fill_inside(member: &Member, value: &mut Value) {
    let Some(nested) = member
        .shape()
        .nested()
        .filter(|nested| nested.inside().defaults)
    else {
        return;
    };
    elements::each_of_all_mut(value, |object| fill_missing(nested, object));
}
