//! Which element of the state a configured element is.
//!
//! Elements with a key are found by it. The others are found by what is configured in them: the first element of the state, not taken yet, that
//! differs only in what the provider decides. Of elements with the same key, those are paired first that are the same so, and then the others in
//! their order. Unknown values never make a pair that the known ones would undo. Everything is looked up by hash, so the work is linear.

use std::hash::{BuildHasher as _, Hash as _, Hasher};

use foldhash::HashMap;
use foldhash::fast::RandomState;
use terrane_value::{Data, Object, Value};

use super::is_left_to_provider;
use crate::schema::{Block, BlockNesting, Member, Nesting, Shape};

/// The position of the element of the state that each configured one, with its defaults, goes on from.
pub(super) fn partners(
    member: &Member,
    block: &Block,
    prior: &[Value],
    configs: &[Value],
) -> Vec<Option<usize>> {
    let mut pool = Pool::new(block, prior);
    match member.aligned_by() {
        Some(key) => {
            let ordered = !matches!(
                member.shape(),
                Shape::Nested {
                    nesting: Nesting::Set,
                    ..
                } | Shape::Block {
                    nesting: BlockNesting::Set,
                    ..
                }
            );
            partners_by_key(key, ordered, &mut pool, configs)
        }
        None if block.inside().decided => {
            let configs = configs.iter().map(Value::as_object);
            configs.map(|config| pool.take(config?)).collect()
        }
        // Nothing depends on which element it is.
        None => vec![None; configs.len()],
    }
}

/// Pairs elements by their key.
///
/// A host plans again when more is known, and that plan must not know less. An element whose key is unknown may turn out to have any key, and then it
/// comes before the elements after it. So an element gets a partner only where no unknown value can give that partner to another element. `ordered`
/// says that an element keeps its position when more is known; in a set, none does.
fn partners_by_key(
    key: usize,
    ordered: bool,
    pool: &mut Pool<'_>,
    configs: &[Value],
) -> Vec<Option<usize>> {
    let member = &pool.block.members()[key];
    let mut keyed = Vec::new();
    let mut keyless = Vec::new();
    // The position from which on an element may have to give its partner to one before.
    let mut doubt = usize::MAX;
    for (at, config) in configs.iter().enumerate() {
        let Some(config) = config.as_object() else {
            continue;
        };
        match config.at(key) {
            value if value.is_unknown() => doubt = doubt.min(if ordered { at } else { 0 }),
            value if is_left_to_provider(member, value) => keyless.push((at, config)),
            _ => keyed.push((at, config)),
        }
    }
    let mut groups: HashMap<&Value, Group> = HashMap::default();
    for (at, element) in pool.elements.iter().enumerate().rev() {
        if let Some(object) = element.as_object() {
            let group = groups
                .entry(object.at(key))
                .or_insert_with(|| Group::new(doubt));
            group.prior.push(at);
        }
    }
    for (at, config) in &keyed {
        if let Some(group) = groups.get_mut(config.at(key)) {
            group.add(*at, ordered, config);
        }
    }
    let mut partners = vec![None; configs.len()];
    for (at, config) in &keyed {
        if let Some(group) = groups.get(config.at(key))
            && group.prior.len() > 1
            && *at < group.doubt
        {
            partners[*at] = pool.take(config);
        }
    }
    for (at, config) in keyed {
        if let (None, Some(group)) = (partners[at], groups.get_mut(config.at(key)))
            && (group.doubt == usize::MAX || (group.single && at < group.doubt))
        {
            partners[at] = std::iter::from_fn(|| group.prior.pop()).find(|at| pool.claim(*at));
        }
    }
    let unknown =
        |(_, config): &&(usize, &Object)| !config.values().iter().all(Value::is_wholly_known);
    let first_unknown = keyless.iter().find(unknown).map(|(at, _)| *at);
    let certain = match (doubt, first_unknown) {
        (usize::MAX, None) => usize::MAX,
        (usize::MAX, Some(first)) if ordered => first,
        // An element with an unknown key may take any element of the state.
        _ => 0,
    };
    for (at, config) in keyless {
        if at < certain {
            partners[at] = pool.take(config);
        }
    }
    partners
}

/// The elements of one key.
struct Group {
    /// The positions in the state, last one first.
    prior: Vec<usize>,
    /// Whether the state has one such element, so that it goes to the first configured one, whatever else is in both.
    single: bool,
    /// How many are configured.
    configured: usize,
    /// Whether a configured one is not wholly known.
    unknown: bool,
    /// The position from which on a configured element may have to give its partner to another.
    doubt: usize,
}

impl Group {
    fn new(doubt: usize) -> Self {
        Self {
            prior: Vec::new(),
            single: true,
            configured: 0,
            unknown: false,
            doubt,
        }
    }

    /// Adds a configured element.
    fn add(&mut self, at: usize, ordered: bool, config: &Object) {
        self.single = self.prior.len() == 1;
        self.configured += 1;
        self.unknown |= !config.values().iter().all(Value::is_wholly_known);
        if self.unknown {
            // An unknown value decides which element of the state is the same, and in a set, which configured one is the first.
            match (ordered, self.single, self.configured) {
                (true, false, _) => self.doubt = self.doubt.min(at),
                (false, false, _) | (false, true, 2..) => self.doubt = 0,
                _ => {}
            }
        }
    }
}

/// The elements of the state that are not taken yet.
struct Pool<'a> {
    block: &'a Block,
    elements: &'a [Value],
    taken: Vec<bool>,
    hasher: RandomState,
    /// By a hash of what is configured, for each pattern of attributes that are left to the provider.
    by_pattern: HashMap<Vec<bool>, HashMap<u64, Vec<usize>>>,
}

impl<'a> Pool<'a> {
    fn new(block: &'a Block, elements: &'a [Value]) -> Self {
        Self {
            block,
            elements,
            taken: vec![false; elements.len()],
            hasher: RandomState::default(),
            by_pattern: HashMap::default(),
        }
    }

    /// Takes an element that differs from a configured one only in what the provider decides.
    fn take(&mut self, config: &Object) -> Option<usize> {
        let Self {
            block,
            elements,
            taken,
            hasher,
            by_pattern,
        } = self;
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
        let found = candidates.remove(at);
        taken[found] = true;
        Some(found)
    }

    /// Takes the element at a position, unless it is taken.
    fn claim(&mut self, at: usize) -> bool {
        !std::mem::replace(&mut self.taken[at], true)
    }
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
            for (key, element) in elements.iter() {
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
                    .zip(configs.iter())
                    .all(|((key, element), (other, config))| {
                        key == other && objects(element, config)
                    })
        }
        (Data::Set(elements), Data::Set(configs)) => {
            let (elements, configs) = (elements.iter().as_slice(), configs.iter().as_slice());
            elements.len() == configs.len()
                && partners(member, nested, elements, configs)
                    .iter()
                    .all(Option::is_some)
        }
        _ => objects(element, config),
    }
}
