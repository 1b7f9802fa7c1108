//! The state that hosts propose before a provider plans (rules N1 to N6).

mod lower;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::hash::{BuildHasher as _, Hash as _, Hasher as _};
use std::iter::Peekable;
use std::vec;

use foldhash::HashMap;
use foldhash::fast::RandomState;
use terrane_protocol::peer::{Flags, Instance, Kind, Member, Members, same};
use terrane_protocol::rules::Rules;
use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::{Data, Object, Step, Text, Type, Typed, Value};

/// Makes the state that a host proposes for a managed resource (rules N1 to N6): the configuration, with prior values where the provider decides.
/// `None` stands for null.
///
/// Every object must have the attributes of the schema.
///
/// ```
/// use terrane_protocol::schema::Schema;
/// use terrane_protocol::rules::Rules;
/// use terrane_protocol::schema::Attribute;
/// use terrane_schema::propose;
/// use terrane_value::{Object, Type, Value};
///
/// let mut schema = Schema::default();
/// schema.block.attributes.push(Attribute { required: true, ..Attribute::new("name", Type::String) });
/// schema.block.attributes.push(Attribute { computed: true, ..Attribute::new("id", Type::String) });
/// let prior = Object::from_pairs([("name", "Rex"), ("id", "1")]);
/// let config = Object::from_pairs([("name", Value::from("Max")), ("id", Value::Null)]);
/// let proposed = propose(&Rules::new(&schema), Some(&prior), Some(&config));
/// assert_eq!(proposed, Some(Object::from_pairs([("name", "Max"), ("id", "1")])));
/// ```
#[must_use]
pub fn propose(rules: &Rules, prior: Option<&Object>, config: Option<&Object>) -> Option<Object> {
    let Some(config) = config else {
        return prior.cloned();
    };
    Some(proposed_object(
        Members::of(rules),
        Some(prior.into()),
        config,
    ))
}

/// Makes the object that a host plans for a data source that it cannot read yet. Computed attributes are unknown (rule N5).
#[must_use]
pub fn propose_data(rules: &Rules, config: &Object) -> Object {
    proposed_object(Members::of(rules), Some(Instance::Unknown), config)
}

/// How the objects of an attribute or block are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NestingMode {
    Single,
    List,
    Map,
    Set,
}

/// What objects belong to: a nested attribute or a block. Core proposes null and unknown objects differently for the two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Attribute,
    Block,
}

/// Proposes an object: its configuration, with prior values where the provider decides.
///
/// Without a prior object the prior values are nulls of the configuration's types: a dynamic null keeps its type.
fn proposed_object(members: &Members, prior: Option<Instance<'_>>, config: &Object) -> Object {
    let mut proposed = config.clone();
    for (at, member) in members.iter() {
        let prior = prior.map(|prior| prior.at(at));
        *proposed.at_mut(at) = proposed_member(member, prior.as_deref(), config.at(at));
    }
    proposed
}

fn proposed_member(member: &Member, prior: Option<&Value>, config: &Value) -> Value {
    match &member.kind {
        Kind::Attribute(flags, nested) if flags.computed && config.is_absent() => match prior {
            Some(prior) if !was_configured(*flags, nested.as_ref(), prior) => prior.clone(),
            _ => config.clone(),
        },
        Kind::Attribute(_, Some((nesting, members))) => {
            proposed_collection((*nesting).into(), Owner::Attribute, members, prior, config)
        }
        Kind::Attribute(_, None) => config.clone(),
        Kind::Block {
            nesting: BlockNesting::Group,
            members,
            ..
        } if config.is_null() => proposed_element(Owner::Block, members, prior, config),
        Kind::Block {
            nesting,
            computed,
            members,
        } => match unset_blocks(*computed, config) {
            Some(unset) => unset,
            None => proposed_collection((*nesting).into(), Owner::Block, members, prior, config),
        },
    }
}

/// Returns null for an empty collection of computed blocks: hosts take it for blocks that are not configured.
fn unset_blocks(computed: bool, config: &Value) -> Option<Value> {
    let empty = |data: &Data| match data {
        Data::List(elements) | Data::Tuple(elements) => elements.is_empty(),
        Data::Set(elements) => elements.is_empty(),
        Data::Map(elements) => elements.is_empty(),
        Data::Object(elements) => elements.is_empty(),
        Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Dynamic(_) => false,
    };
    match config {
        Value::Known(Data::Dynamic(typed)) if typed.value.known().is_some_and(empty) => {
            let (ty, value) = (typed.ty.clone(), Value::Null);
            computed.then(|| Typed { ty, value }.into())
        }
        Value::Known(Data::Object(_)) => None,
        Value::Known(data) if empty(data) => computed.then_some(Value::Null),
        _ => None,
    }
}

/// Whether a prior value can only come from a configuration that has since been removed.
fn was_configured(flags: Flags, nested: Option<&(Nesting, Members)>, prior: &Value) -> bool {
    flags.optional && nested.is_some_and(|(_, members)| has_configured(members, prior))
}

/// Proposes one object of a nested attribute or block, which may be null or unknown.
fn proposed_element(
    owner: Owner,
    members: &Members,
    prior: Option<&Value>,
    config: &Value,
) -> Value {
    if let Some(config) = config.as_object() {
        return proposed_object(members, prior.map(Instance::from), config).into();
    }
    match (owner, config, prior) {
        (Owner::Attribute, Value::Unknown(_), _) => unknown_object(members).into(),
        (Owner::Attribute, config, _) => config.clone(),
        (Owner::Block, Value::Null, None) => Value::Null,
        (Owner::Block, Value::Unknown(_), None | Some(Value::Null)) => empty_object(members).into(),
        (Owner::Block, _, Some(prior)) => prior.clone(),
        (Owner::Block, _, None) => config.clone(),
    }
}

fn proposed_collection(
    nesting: NestingMode,
    owner: Owner,
    members: &Members,
    prior: Option<&Value>,
    config: &Value,
) -> Value {
    let Value::Known(data) = config else {
        return config.clone();
    };
    if nesting == NestingMode::Single {
        return proposed_element(owner, members, prior, config);
    }
    let configured = members.elements(config);
    if configured.is_empty() {
        return config.clone();
    }
    let mut priors = Priors::new(nesting, members, prior.unwrap_or(&Value::Null));
    let proposed = configured.iter().map(|(step, config)| {
        let proposed = match (priors.take(step, config), nesting) {
            // An element of a list without a prior one is proposed as it is configured.
            (None, NestingMode::List) => config.clone().into_owned(),
            (None, _) if owner == Owner::Block => {
                proposed_element(owner, members, Some(&Value::Null), config)
            }
            (prior, _) => proposed_element(owner, members, prior.as_deref(), config),
        };
        (step, proposed)
    });
    match data {
        Data::Set(_) => Value::set(proposed.map(|(_, value)| value)),
        Data::List(_) => Value::list(proposed.map(|(_, value)| value)),
        Data::Dynamic(_) if nesting == NestingMode::List => {
            lower::tuple(proposed.map(|(_, value)| (value, &members.ty)).collect())
        }
        Data::Dynamic(_) => lower::object(
            keyed(proposed)
                .map(|(key, value)| (key, value, &members.ty))
                .collect(),
        ),
        _ => Value::mapping(keyed(proposed)),
    }
}

fn keyed<'a>(
    elements: impl Iterator<Item = (&'a Step, Value)>,
) -> impl Iterator<Item = (Text, Value)> {
    elements.filter_map(|(step, value)| match step {
        Step::Key(key) => Some((key.clone(), value)),
        _ => None,
    })
}

/// The prior elements of a collection, from which the proposed ones take their computed values.
enum Priors<'a> {
    /// The collection was unknown, and so is each element.
    Unknown,
    /// The elements of a list or map, by position or key, in order.
    Placed(Peekable<vec::IntoIter<(Step, Cow<'a, Value>)>>),
    /// The elements of a set, found by their content.
    Set(Pool<'a>),
}

impl<'a> Priors<'a> {
    fn new(nesting: NestingMode, members: &'a Members, prior: &'a Value) -> Self {
        match (nesting, prior) {
            (NestingMode::Set, Value::Known(Data::Set(priors))) => {
                Self::Set(Pool::new(members, priors.iter().as_slice()))
            }
            (_, Value::Unknown(_)) => Self::Unknown,
            _ => Self::Placed(members.elements(prior).into_iter().peekable()),
        }
    }

    /// Takes the prior element of a configured element. Calls must be in the order of the steps.
    fn take(&mut self, step: &Step, config: &Value) -> Option<Cow<'a, Value>> {
        match self {
            Self::Unknown => Some(Cow::Owned(Value::unknown())),
            Self::Placed(priors) => {
                while priors.next_if(|(other, _)| other < step).is_some() {}
                priors
                    .next_if(|(other, _)| other == step)
                    .map(|(_, prior)| prior)
            }
            Self::Set(pool) => pool.take(config).map(Cow::Borrowed),
        }
    }
}

/// Whether a value has a part that only a configuration can have set.
fn has_configured(members: &Members, value: &Value) -> bool {
    let Some(object) = value.as_object() else {
        return members
            .elements(value)
            .iter()
            .any(|(_, element)| has_configured(members, element));
    };
    members.iter().any(|(at, member)| {
        let value = object.at(at);
        match &member.kind {
            Kind::Attribute(flags, nested) => {
                let inside = |(_, members): &(_, _)| has_configured(members, value);
                !value.is_absent() && (!flags.computed || nested.as_ref().is_some_and(inside))
            }
            Kind::Block { .. } => false,
        }
    })
}

/// The elements of a prior set that are not yet matched with a configured element.
struct Pool<'a> {
    members: &'a Members,
    elements: &'a [Value],
    hasher: RandomState,
    /// The positions of objects in descending order, by a hash of the attributes that are not computed.
    by_hash: HashMap<u64, Vec<usize>>,
    /// The positions of null and unknown elements, in descending order. They can match any configured element.
    without_object: Vec<usize>,
}

impl<'a> Pool<'a> {
    fn new(members: &'a Members, elements: &'a [Value]) -> Self {
        let mut pool = Self {
            members,
            elements,
            hasher: RandomState::default(),
            by_hash: HashMap::default(),
            without_object: Vec::new(),
        };
        for (at, element) in elements.iter().enumerate().rev() {
            match element.as_object() {
                Some(object) => {
                    let hash = pool.hash(object);
                    pool.by_hash.entry(hash).or_default().push(at);
                }
                None => pool.without_object.push(at),
            }
        }
        pool
    }

    /// Takes the first prior element that may have come from a configured element.
    fn take(&mut self, config: &Value) -> Option<&'a Value> {
        let hash = self.hash(config.as_object()?);
        let (members, elements) = (self.members, self.elements);
        let may_match = |at: &usize| comes_from_element(members, &elements[*at], config);
        // The positions are in descending order, so the last match is the first element.
        let first_match = |positions: &[usize]| {
            let index = positions.iter().rposition(may_match)?;
            Some((positions[index], index))
        };
        let mut no_candidates = Vec::new();
        let candidates = self.by_hash.get_mut(&hash).unwrap_or(&mut no_candidates);
        let same_hash = first_match(candidates);
        let position = match (same_hash, first_match(&self.without_object)) {
            (Some((same_hash, _)), Some((position, index))) if position < same_hash => {
                self.without_object.remove(index)
            }
            (Some((_, index)), _) => candidates.remove(index),
            (None, Some((_, index))) => self.without_object.remove(index),
            (None, None) => return None,
        };
        elements.get(position)
    }

    fn hash(&self, object: &Object) -> u64 {
        let mut state = self.hasher.build_hasher();
        for (at, member) in self.members.iter() {
            let value = object.at(at);
            if let Kind::Attribute(flags, None) = &member.kind
                && !flags.computed
                // Values that differ only in refinements must have the same hash.
                && value.is_wholly_known()
            {
                value.hash(&mut state);
            }
        }
        state.finish()
    }
}

/// Whether a prior value differs from a configured one only in computed attributes that are not configured.
///
/// Like core, the comparison walks the parts of the prior value. A null or unknown prior value has no parts, so it matches any configured value.
fn comes_from(member: &Member, prior: &Value, config: &Value) -> bool {
    if same(prior, config) {
        return true;
    }
    match &member.kind {
        Kind::Attribute(_, Some((Nesting::Set, _))) => false,
        Kind::Block {
            nesting: BlockNesting::Set,
            ..
        } => false,
        Kind::Attribute(_, Some((Nesting::Single, members))) => {
            comes_from_element(members, prior, config)
        }
        Kind::Block {
            nesting: BlockNesting::Single | BlockNesting::Group,
            members,
            ..
        } => comes_from_element(members, prior, config),
        Kind::Attribute(_, Some((_, members))) | Kind::Block { members, .. } => {
            let by_step = members.elements(config);
            let mut configs = by_step.iter().peekable();
            members.elements(prior).iter().all(|(step, prior)| {
                while configs.next_if(|(other, _)| other < step).is_some() {}
                match configs.next_if(|(other, _)| other == step) {
                    Some((_, config)) => comes_from_element(members, prior, config),
                    None => {
                        config.is_unknown() && comes_from_element(members, prior, &Value::unknown())
                    }
                }
            })
        }
        Kind::Attribute(flags, None) => {
            let is_set = matches!(member.ty, Type::Set(_));
            !is_set && flags.computed && config.is_absent()
        }
    }
}

/// [`comes_from`] for an object.
fn comes_from_element(members: &Members, prior: &Value, config: &Value) -> bool {
    same(prior, config)
        || match (prior.as_object(), Instance::from(config)) {
            (None, _) => true,
            (Some(_), Instance::Null) => false,
            (Some(prior), config) => members
                .iter()
                .all(|(at, member)| comes_from(member, prior.at(at), &config.at(at))),
        }
}

/// The object that an empty configuration block stands for: attributes are null and collections of blocks are empty.
fn empty_object(members: &Members) -> Object {
    let values = members.iter().map(|(_, member)| match &member.kind {
        Kind::Attribute(..) => Value::Null,
        Kind::Block {
            nesting: BlockNesting::Group,
            members,
            ..
        } => empty_object(members).into(),
        Kind::Block { nesting, .. } => match (nesting, &member.ty) {
            (BlockNesting::List, Type::Dynamic) => lower::tuple(Vec::new()),
            (BlockNesting::Map, Type::Dynamic) => lower::object(Vec::new()),
            (nesting, _) => nesting.absent(),
        },
    });
    Object::aligned(members.object_type(), values.collect())
}

/// Returns an object whose attributes and blocks are all unknown.
fn unknown_object(members: &Members) -> Object {
    let values = members.iter().map(|_| Value::unknown());
    Object::aligned(members.object_type(), values.collect())
}

impl From<Nesting> for NestingMode {
    fn from(nesting: Nesting) -> Self {
        match nesting {
            Nesting::Single => Self::Single,
            Nesting::List => Self::List,
            Nesting::Set => Self::Set,
            Nesting::Map => Self::Map,
        }
    }
}

impl From<BlockNesting> for NestingMode {
    fn from(nesting: BlockNesting) -> Self {
        match nesting {
            BlockNesting::Single | BlockNesting::Group => Self::Single,
            BlockNesting::List => Self::List,
            BlockNesting::Set => Self::Set,
            BlockNesting::Map => Self::Map,
        }
    }
}
