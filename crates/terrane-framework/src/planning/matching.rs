//! Pairs configured elements with elements of the state.
//!
//! Elements with a key are paired by it. If several elements have the same key, equal elements are paired first, and then the other ones in order.
//!
//! Elements without a key are paired by their configured values. The two elements of a pair may differ only in attributes that the provider decides, and
//! in forms of the same value.
//! While a value is unknown, an element is not paired if the later known value could change the pair. Elements are looked up by hash, so the work is
//! linear.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hash as _, Hasher};

use foldhash::HashMap;
use foldhash::fast::RandomState;
use terrane_value::{Data, Object, Value};

use super::form;
use super::provided::is_left_to_provider;
use crate::elements;
use crate::schema::{Block, Member};

/// For each configured element, with its defaults, returns the position of its partner in the state.
pub(super) fn partners(
    member: &Member,
    block: &Block,
    prior: &[Value],
    configs: &[Value],
) -> Vec<Option<usize>> {
    let mut pool = Pool::new(block, prior);
    match member.aligned_by() {
        Some(key) => partners_by_key(key, !member.shape().is_set(), &mut pool, configs),
        None if block.facts().decided => {
            if configs.iter().all(Value::is_wholly_known) {
                partners_by_content(&mut pool, configs)
            } else {
                certain_partners_by_content(&mut pool.index, configs)
            }
        }
        // No planned value depends on the partner.
        None => vec![None; configs.len()],
    }
}

/// The maximum number of elements of the state that [`make_room`] visits for one more pair.
const MAX_CANDIDATES: usize = 100;

/// Pairs known elements with elements that differ only in attributes that the provider decides.
///
/// An element of the state may match several configured elements: the provider may have chosen for one element a value that is configured in another.
/// So the configured elements with the fewest attributes that the provider decides choose first, because they match the fewest elements. If all
/// matches of an element are taken, the elements that took them change to other partners, if possible.
fn partners_by_content(pool: &mut Pool<'_>, configs: &[Value]) -> Vec<Option<usize>> {
    let mut objects: Vec<_> = objects(configs).collect();
    objects.sort_by_cached_key(|(_, config)| left(pool.index.block, config));
    let mut partners = vec![None; configs.len()];
    let mut takers = vec![None; pool.taken.len()];
    let mut alone = Vec::new();
    for (at, config) in objects {
        partners[at] = pool.take(config);
        match partners[at] {
            Some(found) => takers[found] = Some(at),
            None => alone.push(at),
        }
    }
    let mut free = takers.iter().filter(|taker| taker.is_none()).count();
    for at in alone {
        if free > 0 && make_room(&mut pool.index, configs, at, &mut partners, &mut takers) {
            free -= 1;
        }
    }
    partners
}

/// Finds a partner for an element by a chain of changed partners. It uses the shortest chain that ends at a free element. `takers` contains, for each
/// element of the state, its partner in the configuration.
fn make_room(
    index: &mut Index<'_>,
    configs: &[Value],
    alone: usize,
    partners: &mut [Option<usize>],
    takers: &mut [Option<usize>],
) -> bool {
    // For each visited element of the state, the configured element that would take it.
    let mut would_take: HashMap<usize, usize> = HashMap::default();
    let mut waiting = VecDeque::from([alone]);
    while let Some(at) = waiting.pop_front() {
        for found in configs[at]
            .as_object()
            .map_or_else(Vec::new, |it| index.agreeing(it))
        {
            if would_take.contains_key(&found) {
                continue;
            }
            would_take.insert(found, at);
            if let Some(taker) = takers[found] {
                waiting.push_back(taker);
            } else {
                let mut given = Some(found);
                while let Some(element) = given {
                    let taker = would_take[&element];
                    takers[element] = Some(taker);
                    given = partners[taker].replace(element);
                }
                return true;
            }
        }
        if would_take.len() > MAX_CANDIDATES {
            break;
        }
    }
    false
}

/// Pairs elements if some of them are unknown in part.
///
/// The next plan knows more values. Then an element that is unknown in part may equal any element that has its known values. So two elements are
/// paired only if neither of them matches a third.
fn certain_partners_by_content(index: &mut Index<'_>, configs: &[Value]) -> Vec<Option<usize>> {
    let mut groups: HashMap<Group, usize> = HashMap::default();
    for (_, config) in objects(configs) {
        let group = index.group(config, |member, value| {
            is_left_to_provider(member, value) || !value.is_wholly_known()
        });
        *groups.entry(group).or_default() += 1;
    }
    let mut takers = vec![0_usize; index.elements.len()];
    for (group, count) in groups {
        for at in index.candidates(group).map_or(&[][..], |it| &it.all) {
            takers[*at] += count;
        }
    }
    let mut partners = vec![None; configs.len()];
    for (at, config) in objects(configs) {
        if config.is_wholly_known()
            && let [found] = *index.agreeing(config)
            && takers[found] == 1
        {
            partners[at] = Some(found);
        }
    }
    partners
}

/// Iterates over the configured objects with their positions.
fn objects(configs: &[Value]) -> impl Iterator<Item = (usize, &Object)> {
    let objects = configs.iter().map(Value::as_object).enumerate();
    objects.filter_map(|(at, config)| Some((at, config?)))
}

/// Pairs elements by their key.
///
/// A host plans again when more is known, and the second plan must not contradict the first. An element with an unknown key may turn out to have any
/// key. Then it takes its partner before the elements after it. So an element gets a partner only if no unknown value can give that partner to
/// another element.
///
/// `ordered` is whether an element keeps its position when more is known. In a set, no element does.
fn partners_by_key(
    key: usize,
    ordered: bool,
    pool: &mut Pool<'_>,
    configs: &[Value],
) -> Vec<Option<usize>> {
    let member = &pool.index.block.members()[key];
    let mut keyed = Vec::new();
    let mut keyless = Vec::new();
    // The position from which on an element may lose its partner to an earlier element.
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
    let mut groups: HashMap<&Value, SameKey> = HashMap::default();
    for (at, element) in pool.index.elements.iter().enumerate().rev() {
        if let Some(object) = element.as_object() {
            let group = groups
                .entry(object.at(key))
                .or_insert_with(|| SameKey::new(doubt));
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
    let unknown = |(_, config): &&(usize, &Object)| !config.is_wholly_known();
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

/// The elements with one key.
struct SameKey {
    /// The positions in the state, last one first.
    prior: Vec<usize>,
    /// Whether the state has exactly one such element. Then it is the partner of the first configured one, whatever the other values are.
    single: bool,
    /// The number of configured elements.
    configured: usize,
    /// Whether a configured element is not wholly known.
    unknown: bool,
    /// The position from which on a configured element may lose its partner to another one.
    doubt: usize,
}

impl SameKey {
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
        self.unknown |= !config.is_wholly_known();
        if self.unknown {
            // An unknown value decides which element of the state is equal. In a set, it also decides which configured element is the first.
            match (ordered, self.single, self.configured) {
                (true, false, _) => self.doubt = self.doubt.min(at),
                (false, false, _) | (false, true, 2..) => self.doubt = 0,
                _ => {}
            }
        }
    }
}

/// The elements of the state, and whether each is taken.
struct Pool<'a> {
    index: Index<'a>,
    taken: Vec<bool>,
}

impl<'a> Pool<'a> {
    fn new(block: &'a Block, elements: &'a [Value]) -> Self {
        Self {
            index: Index {
                block,
                elements,
                hasher: RandomState::default(),
                by_pattern: HashMap::default(),
            },
            taken: vec![false; elements.len()],
        }
    }

    /// Takes the first free element that differs from a configured one only in attributes that the provider decides.
    fn take(&mut self, config: &Object) -> Option<usize> {
        let Self { index, taken } = self;
        let (block, elements) = (index.block, index.elements);
        let group = index.group(config, is_left_to_provider);
        let Candidates { all, open } = index.candidates(group)?;
        while open.checked_sub(1).is_some_and(|last| taken[all[last]]) {
            *open -= 1;
        }
        let mut free = all[..*open].iter().rev().filter(|at| !taken[**at]);
        let found = *free.find(|at| is_agreeing(block, &elements[**at], config))?;
        taken[found] = true;
        Some(found)
    }

    /// Takes the element at a position, unless it is taken.
    fn claim(&mut self, at: usize) -> bool {
        !std::mem::replace(&mut self.taken[at], true)
    }
}

/// An index of the elements of the state by their values.
struct Index<'a> {
    block: &'a Block,
    elements: &'a [Value],
    hasher: RandomState,
    /// For each choice of ignored attributes: the elements, by a hash of the other attributes.
    by_pattern: HashMap<Vec<bool>, HashMap<u64, Candidates>>,
}

/// The ignored attributes, and a hash of the other attributes.
type Group = (Vec<bool>, u64);

/// The positions of the elements with one hash, last one first.
#[derive(Default)]
struct Candidates {
    all: Vec<usize>,
    /// The elements of `all` from this position on are taken.
    open: usize,
}

impl Index<'_> {
    /// Returns the group of a configured element.
    fn group(&self, config: &Object, ignored: impl Fn(&Member, &Value) -> bool) -> Group {
        let members = self.block.members().iter().zip(config.values());
        let pattern: Vec<_> = members
            .map(|(member, value)| ignored(member, value))
            .collect();
        let hash = hash(self.block, config, &pattern, &self.hasher);
        (pattern, hash)
    }

    fn candidates(&mut self, (pattern, hash): Group) -> Option<&mut Candidates> {
        let Self {
            block,
            elements,
            hasher,
            by_pattern,
        } = self;
        let by_hash = by_pattern.entry(pattern).or_insert_with_key(|pattern| {
            let mut by_hash: HashMap<u64, Candidates> = HashMap::default();
            for (at, element) in elements.iter().enumerate().rev() {
                if let Some(element) = element.as_object() {
                    let candidates = by_hash.entry(self::hash(block, element, pattern, hasher));
                    let Candidates { all, open } = candidates.or_default();
                    all.push(at);
                    *open += 1;
                }
            }
            by_hash
        });
        by_hash.get_mut(&hash)
    }

    /// Returns the elements that differ from a configured one only in attributes that the provider decides, first one first.
    fn agreeing(&mut self, config: &Object) -> Vec<usize> {
        let (block, elements) = (self.block, self.elements);
        let group = self.group(config, is_left_to_provider);
        let candidates = self.candidates(group).map_or(&[][..], |it| &it.all);
        let agreeing = candidates.iter().rev().copied();
        agreeing
            .filter(|at| is_agreeing(block, &elements[*at], config))
            .collect()
    }
}

/// Counts the attributes of an element that are left to the provider: first those of the element, then those one level deeper, and so on. An element
/// that leaves a whole attribute to the provider sorts after one that leaves only parts of it.
fn left(block: &Block, config: &Object) -> Vec<usize> {
    let mut counts = Vec::new();
    count_left(block, config, 0, &mut counts);
    counts
}

fn count_left(block: &Block, config: &Object, depth: usize, counts: &mut Vec<usize>) {
    if counts.len() == depth {
        counts.push(0);
    }
    for (member, value) in block.members().iter().zip(config.values()) {
        if is_left_to_provider(member, value) {
            counts[depth] += 1;
        } else if let Some(nested) = member.shape().nested().filter(|it| it.facts().left) {
            for object in elements::objects(value) {
                count_left(nested, object, depth + 1, counts);
            }
        }
    }
}

/// Hashes the values of an element, except for the attributes that the pattern ignores.
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

/// Hashes a value without the attributes that the provider may decide, whether they are configured or not.
fn hash_value(member: &Member, value: &Value, state: &mut impl Hasher) {
    let Some(nested) = member.shape().nested().filter(|nested| nested.facts().left) else {
        return if form::has_form(member) {
            form::form_or_value(member, value).hash(state)
        } else {
            value.hash(state)
        };
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

/// Returns whether an element of the state is an object that [`agree`]s with a configured one.
fn is_agreeing(block: &Block, element: &Value, config: &Object) -> bool {
    let element = element.as_object();
    element.is_some_and(|element| agree(block, element, config))
}

/// Returns whether an element of the state differs from a configured one only in attributes that the provider decides.
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
            match member.shape().nested().filter(|nested| nested.facts().left) {
                Some(nested) => agree_nested(member, nested, element, config),
                None => form::is_same(member, element, config),
            }
        })
}

fn agree_nested(member: &Member, nested: &Block, element: &Value, config: &Value) -> bool {
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
