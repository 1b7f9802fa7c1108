//! Sets of nested objects: which configured element is which element of the state.
//!
//! The elements of a set have no address, so an element is found by what is configured in it: the first element of the state, not taken
//! yet, that differs only in what the provider decides. Elements of the state are hashed once for each pattern of configured attributes,
//! of which there are few, so the work is linear.

use std::collections::HashMap;

use terrane_value::{Data, Object, Set, Step, Value};

use super::computed::kept;
use super::{elements, is_left_to_provider, is_null};
use crate::schema::{Block, Member, Shape};

/// What becomes of an attribute that is left to the provider.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unset {
    /// It has the value of the state: to tell whether anything changes at all.
    AsBefore,
    /// It is unknown, or keeps its value.
    AsPlanned,
}

/// Builds the planned set of the configured elements.
pub(super) fn build(block: &Block, config: &Set, prior: Option<&Value>, unset: Unset) -> Value {
    let mut prior = prior
        .filter(|_| leaves_something_to_provider(block))
        .map(Pool::new);
    let planned = config.iter().map(|element| match element {
        Value::Known(Data::Object(config)) => {
            let with_defaults = complete(block, config, None, Unset::AsBefore);
            let prior = prior
                .as_mut()
                .and_then(|pool| pool.take(block, &with_defaults));
            Value::Known(Data::Object(match (prior, unset) {
                (None, Unset::AsBefore) => with_defaults,
                (prior, unset) => complete(block, config, prior, unset),
            }))
        }
        other => other.clone(),
    });
    Value::Known(Data::Set(planned.collect()))
}

/// Completes a configured element with defaults and with what the provider decides.
fn complete(block: &Block, config: &Object, prior: Option<&Object>, unset: Unset) -> Object {
    let mut object = config.clone();
    for (at, member) in block.members().iter().enumerate() {
        let prior = prior.map(|prior| prior.at(at));
        complete_member(member, object.at_mut(at), prior, unset);
    }
    object
}

fn complete_member(member: &Member, value: &mut Value, prior: Option<&Value>, unset: Unset) {
    if is_null(value) {
        if let Some(default) = member.default_value() {
            *value = default;
        } else if member.computed() {
            *value = match unset {
                Unset::AsBefore => prior.cloned().unwrap_or_default(),
                Unset::AsPlanned => kept(member, prior).unwrap_or_else(Value::unknown),
            };
        }
        return;
    }
    let Some(nested) = member.shape().nested() else {
        return;
    };
    if let Value::Known(Data::Set(elements)) = value {
        *value = build(nested, elements, prior, unset);
        return;
    }
    elements::each_mut(value, |step, object| {
        let prior = prior.and_then(|prior| elements::beside(prior, step.as_ref()));
        *object = complete(nested, object, prior, unset);
    });
}

/// Whether any attribute, at any depth, is left to the provider: if none is, no element has to be found.
fn leaves_something_to_provider(block: &Block) -> bool {
    block.members().iter().any(|member| {
        (member.computed() && !member.has_default())
            || member
                .shape()
                .nested()
                .is_some_and(leaves_something_to_provider)
    })
}

/// The elements of the state that are not taken yet.
struct Pool<'a> {
    elements: Vec<Option<&'a Object>>,
    /// For each pattern of configured attributes: positions of elements by what they have in those attributes, last one first.
    by_pattern: HashMap<Vec<u8>, HashMap<Object, Vec<usize>>>,
}

impl<'a> Pool<'a> {
    fn new(prior: &'a Value) -> Self {
        let elements = match prior {
            Value::Known(Data::Set(set)) => set.iter().map(elements::as_object).collect(),
            _ => Vec::new(),
        };
        Self {
            elements,
            by_pattern: HashMap::new(),
        }
    }

    /// Takes the element of the state that could have come from a configured one.
    fn take(&mut self, block: &Block, config: &Object) -> Option<&'a Object> {
        let Self {
            elements,
            by_pattern,
        } = self;
        let positions = by_pattern.entry(pattern(block, config)).or_insert_with(|| {
            let mut positions: HashMap<Object, Vec<usize>> = HashMap::new();
            for (at, element) in elements.iter().enumerate().rev() {
                if let Some(element) = element {
                    positions
                        .entry(blanked(block, element, config))
                        .or_default()
                        .push(at);
                }
            }
            positions
        });
        let candidates = positions.get_mut(&blanked(block, config, config))?;
        while let Some(at) = candidates.pop() {
            if let Some(element) = elements.get_mut(at).and_then(Option::take) {
                return Some(element);
            }
        }
        None
    }
}

/// Says which attributes of an element are left to the provider: elements of one pattern are compared in the same attributes.
fn pattern(block: &Block, config: &Object) -> Vec<u8> {
    let mut pattern = Vec::new();
    push_pattern(block, config, &mut pattern);
    pattern
}

fn push_pattern(block: &Block, config: &Object, pattern: &mut Vec<u8>) {
    for (at, member) in block.members().iter().enumerate() {
        let value = config.at(at);
        if is_left_to_provider(member, value) {
            pattern.push(b'?');
            continue;
        }
        pattern.push(b'=');
        let Some(nested) = member
            .shape()
            .nested()
            .filter(|nested| leaves_something_to_provider(nested))
        else {
            continue;
        };
        elements::each(value, |step, object| {
            match step {
                None => pattern.push(b'.'),
                Some(Step::Key(key)) => {
                    pattern.push(b'[');
                    pattern.extend_from_slice(key.as_str().as_bytes());
                    pattern.push(0);
                }
                Some(_) => pattern.push(b'#'),
            }
            push_pattern(nested, object, pattern);
        });
    }
}

/// Copies an element without what the provider decides, according to a configured element.
fn blanked(block: &Block, element: &Object, config: &Object) -> Object {
    let mut object = element.clone();
    for (at, member) in block.members().iter().enumerate() {
        let configured = config.at(at);
        if is_left_to_provider(member, configured) {
            *object.at_mut(at) = Value::Null;
            continue;
        }
        let Some(nested) = member.shape().nested() else {
            continue;
        };
        if is_set(member.shape()) {
            continue;
        }
        elements::each_mut(object.at_mut(at), |step, object| {
            if let Some(config) = elements::beside(configured, step.as_ref()) {
                *object = blanked(nested, object, config);
            }
        });
    }
    object
}

fn is_set(shape: &Shape) -> bool {
    use crate::schema::{BlockNesting, Nesting};
    matches!(
        shape,
        Shape::Nested {
            nesting: Nesting::Set,
            ..
        } | Shape::Block {
            nesting: BlockNesting::Set,
            ..
        }
    )
}
