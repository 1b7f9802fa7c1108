//! Which element of the state a configured element is.
//!
//! Elements with a key are found by it. The others are found by what is configured in them: the first element of the state, not taken yet, that
//! differs only in what the provider decides. Both are looked up by hash, so the work is linear.

use std::hash::{BuildHasher as _, Hash as _, Hasher};

use foldhash::HashMap;
use foldhash::fast::RandomState;
use terrane_value::{Data, Object, Value};

use super::is_left_to_provider;
use crate::schema::{Block, Member};

/// The elements of the state that are not taken yet.
pub(super) struct Pool<'a> {
    block: &'a Block,
    elements: &'a [Value],
    taken: Vec<bool>,
    index: Index<'a>,
}

enum Index<'a> {
    /// Nothing depends on which element it is.
    Needless,
    /// By the value of the attribute at a position: the elements that have it, last one first.
    Key(usize, HashMap<&'a Value, Vec<usize>>),
    /// By a hash of what is configured, for each pattern of attributes that are left to the provider.
    Pattern(RandomState, HashMap<Vec<bool>, HashMap<u64, Vec<usize>>>),
}

impl<'a> Pool<'a> {
    pub(super) fn new(member: &Member, block: &'a Block, elements: &'a [Value]) -> Self {
        let index = match member.aligned_by() {
            Some(key) => Index::Key(key, by_key(elements, key)),
            None if block.inside().decided => {
                Index::Pattern(RandomState::default(), HashMap::default())
            }
            None => Index::Needless,
        };
        Self {
            block,
            elements,
            taken: vec![false; elements.len()],
            index,
        }
    }

    /// Takes the element of the state that a configured one, with its defaults, goes on from.
    pub(super) fn take(&mut self, config: &Object) -> Option<usize> {
        let Self {
            block,
            elements,
            taken,
            index,
        } = self;
        let found = match index {
            Index::Needless => None,
            Index::Key(key, by_key) => by_key.get_mut(config.at(*key))?.pop(),
            Index::Pattern(hasher, by_pattern) => {
                let pattern = pattern(block, config);
                let hash = hash(block, config, &pattern, hasher);
                let by_hash = by_pattern
                    .entry(pattern)
                    .or_insert_with_key(|pattern| by_hash(elements, block, pattern, hasher));
                let candidates = by_hash.get_mut(&hash)?;
                let at = candidates.iter().rposition(|at| {
                    let element = elements.get(*at).and_then(Value::as_object);
                    !taken[*at] && element.is_some_and(|element| agree(block, element, config))
                })?;
                Some(candidates.remove(at))
            }
        }?;
        taken[found] = true;
        Some(found)
    }
}

fn by_key(elements: &[Value], key: usize) -> HashMap<&Value, Vec<usize>> {
    let mut by_key: HashMap<&Value, Vec<usize>> = HashMap::default();
    for (at, element) in elements.iter().enumerate().rev() {
        if let Some(object) = element.as_object() {
            by_key.entry(object.at(key)).or_default().push(at);
        }
    }
    by_key
}

fn by_hash(
    elements: &[Value],
    block: &Block,
    pattern: &[bool],
    hasher: &RandomState,
) -> HashMap<u64, Vec<usize>> {
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::default();
    for (at, element) in elements.iter().enumerate().rev() {
        if let Some(element) = element.as_object() {
            let hash = hash(block, element, pattern, hasher);
            by_hash.entry(hash).or_default().push(at);
        }
    }
    by_hash
}

/// Says which attributes of an element are left to the provider: elements of one pattern are compared in the others.
fn pattern(block: &Block, config: &Object) -> Vec<bool> {
    let members = block.members().iter().zip(config.values());
    members
        .map(|(member, value)| is_left_to_provider(member, value))
        .collect()
}

/// Hashes what an element has in the attributes that the pattern does not leave to the provider.
fn hash(block: &Block, element: &Object, pattern: &[bool], hasher: &RandomState) -> u64 {
    let mut state = hasher.build_hasher();
    let members = block.members().iter().zip(element.values()).zip(pattern);
    for ((member, value), left) in members {
        if !left {
            hash_value(member, value, &mut state);
        }
    }
    state.finish()
}

/// Hashes a value without what a provider may decide in it, whether it is configured or not.
fn hash_value(member: &Member, value: &Value, state: &mut impl Hasher) {
    let Some(nested) = member
        .shape()
        .nested()
        .filter(|nested| nested.inside().left)
    else {
        return value.hash(state);
    };
    match value {
        Value::Known(Data::Object(object)) => hash_object(nested, object, state),
        Value::Known(Data::List(elements)) => {
            elements.len().hash(state);
            for object in elements.iter().filter_map(Value::as_object) {
                hash_object(nested, object, state);
            }
        }
        Value::Known(Data::Map(elements)) => {
            for (key, element) in elements {
                key.hash(state);
                if let Some(object) = element.as_object() {
                    hash_object(nested, object, state);
                }
            }
        }
        _ => {}
    }
}

fn hash_object(block: &Block, object: &Object, state: &mut impl Hasher) {
    for (member, value) in block.members().iter().zip(object.values()) {
        if !member.is_left() {
            hash_value(member, value, state);
        }
    }
}

/// Whether an element of the state differs from a configured one only in what the provider decides.
fn agree(block: &Block, element: &Object, config: &Object) -> bool {
    let values = element.values().iter().zip(config.values());
    block
        .members()
        .iter()
        .zip(values)
        .all(|(member, (element, config))| {
            if is_left_to_provider(member, config) {
                return true;
            }
            match member
                .shape()
                .nested()
                .filter(|nested| nested.inside().left)
            {
                Some(nested) => agree_inside(member, nested, element, config),
                None => element == config,
            }
        })
}

fn agree_inside(member: &Member, nested: &Block, element: &Value, config: &Value) -> bool {
    let objects = |element: &Value, config: &Value| match (element.as_object(), config.as_object())
    {
        (Some(element), Some(config)) => agree(nested, element, config),
        _ => element == config,
    };
    let (Value::Known(one), Value::Known(other)) = (element, config) else {
        return element == config;
    };
    match (one, other) {
        (Data::List(elements), Data::List(configs)) => {
            elements.len() == configs.len()
                && elements
                    .iter()
                    .zip(configs)
                    .all(|(element, config)| objects(element, config))
        }
        (Data::Map(elements), Data::Map(configs)) => {
            elements.len() == configs.len()
                && elements
                    .iter()
                    .zip(configs)
                    .all(|((key, element), (other, config))| {
                        key == other && objects(element, config)
                    })
        }
        (Data::Set(elements), Data::Set(configs)) => {
            let mut pool = Pool::new(member, nested, elements.iter().as_slice());
            elements.len() == configs.len()
                && configs.iter().all(|config| {
                    config
                        .as_object()
                        .is_some_and(|config| pool.take(config).is_some())
                })
        }
        _ => objects(element, config),
    }
}
