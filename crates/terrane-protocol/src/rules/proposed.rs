//! The state that hosts propose before a provider plans (rules N1 to N6).

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher as _, Hash as _, Hasher as _};

use foldhash::HashMap;
use foldhash::fast::RandomState;
use terrane_value::{Data, Object, Value};

use super::shape::{Kind, Member, Members};
use super::{as_object, at_of};
use crate::schema::{BlockNesting, Nesting};

/// How the objects of an attribute or block are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collected {
    Single,
    Group,
    List,
    Map,
    Set,
}

/// The configuration of an object, with what the prior one has where the provider decides.
pub(super) fn object(members: &Members, prior: &Value, config: &Object) -> Object {
    let mut proposed = config.clone();
    for (at, member) in members.iter() {
        let prior = part(prior, at);
        *proposed.at_mut(at) = self::member(member, &prior, at_of(config, at));
    }
    proposed
}

/// The value of a part; nothing is known of the parts of what is not known.
fn part(prior: &Value, at: usize) -> Value {
    match prior {
        Value::Unknown(_) => Value::unknown(),
        prior => as_object(prior).map_or(Value::Null, |prior| at_of(prior, at).clone()),
    }
}

fn member(member: &Member, prior: &Value, config: &Value) -> Value {
    match &member.kind {
        Kind::Attribute(flags, nested) => {
            if flags.computed && config.is_absent() {
                let was_configured = flags.optional
                    && nested
                        .as_ref()
                        .is_some_and(|(_, members)| has_configured(members, prior));
                return if was_configured {
                    config.clone()
                } else {
                    prior.clone()
                };
            }
            match nested {
                Some((nesting, members)) => collected((*nesting).into(), members, prior, config),
                None => config.clone(),
            }
        }
        Kind::Block {
            nesting,
            computed,
            members,
        } => {
            let unset = *computed && (config.is_null() || is_empty(config));
            if unset {
                return match prior {
                    Value::Null => nesting.absent(),
                    prior => prior.clone(),
                };
            }
            collected((*nesting).into(), members, prior, config)
        }
    }
}

fn collected(nesting: Collected, members: &Members, prior: &Value, config: &Value) -> Value {
    let each = |prior: &Value, config: &Value| match as_object(config) {
        Some(config) => Value::Known(Data::Object(object(members, prior, config))),
        None => config.clone(),
    };
    let Value::Known(data) = config else {
        return config.clone();
    };
    match (nesting, data) {
        (Collected::Single | Collected::Group, _) => each(prior, config),
        (Collected::List, Data::List(configs)) => {
            let priors = elements(prior);
            let proposed = configs
                .iter()
                .enumerate()
                .map(|(at, config)| match priors.get(at) {
                    Some(prior) => each(prior, config),
                    None if prior.is_unknown() => each(prior, config),
                    None => config.clone(),
                });
            Value::Known(Data::List(proposed.collect()))
        }
        (Collected::Map, Data::Map(configs)) => {
            let proposed = configs.iter().map(|(key, config)| {
                let prior = match prior {
                    Value::Known(Data::Map(prior)) => prior.get(key),
                    Value::Unknown(_) => Some(prior),
                    _ => None,
                };
                (key.clone(), each(prior.unwrap_or(&Value::Null), config))
            });
            Value::Known(Data::Map(proposed.collect()))
        }
        (Collected::Set, Data::Set(configs)) => {
            let mut pool = Pool::new(members, elements(prior));
            let proposed = configs.iter().map(|config| {
                // What was not there goes on from nothing, or from something unknown in a set that was unknown.
                each(pool.take(config).unwrap_or(prior), config)
            });
            Value::Known(Data::Set(proposed.collect()))
        }
        _ => config.clone(),
    }
}

fn elements(value: &Value) -> &[Value] {
    match value {
        Value::Known(Data::List(elements)) => elements,
        Value::Known(Data::Set(elements)) => elements.iter().as_slice(),
        _ => &[],
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Known(Data::List(elements)) => elements.is_empty(),
        Value::Known(Data::Set(elements)) => elements.is_empty(),
        Value::Known(Data::Map(elements)) => elements.is_empty(),
        _ => false,
    }
}

/// Whether a value has a part that only a configuration can have set.
fn has_configured(members: &Members, value: &Value) -> bool {
    let Value::Known(data) = value else {
        return false;
    };
    match data {
        Data::Object(object) => members.iter().any(|(at, member)| {
            let value = at_of(object, at);
            match &member.kind {
                Kind::Attribute(flags, nested) => {
                    !value.is_null()
                        && (!flags.computed
                            || nested
                                .as_ref()
                                .is_some_and(|(_, members)| has_configured(members, value)))
                }
                Kind::Block { .. } => false,
            }
        }),
        Data::Map(elements) => elements
            .values()
            .any(|element| has_configured(members, element)),
        _ => elements(value)
            .iter()
            .any(|element| has_configured(members, element)),
    }
}

/// The elements of a prior set that no configured one has taken.
struct Pool<'a> {
    members: &'a Members,
    elements: &'a [Value],
    hasher: RandomState,
    /// By a hash of what no provider decides, last one first.
    by_hash: HashMap<u64, Vec<usize>>,
}

impl<'a> Pool<'a> {
    fn new(members: &'a Members, elements: &'a [Value]) -> Self {
        let hasher = RandomState::default();
        let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::default();
        for (at, element) in elements.iter().enumerate().rev() {
            let hash = hash(members, element, &hasher);
            by_hash.entry(hash).or_default().push(at);
        }
        Self {
            members,
            elements,
            hasher,
            by_hash,
        }
    }

    /// Takes the first element that could have come from a configured one.
    fn take(&mut self, config: &Value) -> Option<&'a Value> {
        let candidates = self
            .by_hash
            .get_mut(&hash(self.members, config, &self.hasher))?;
        let found = candidates.iter().rposition(|at| {
            let (prior, config) = (as_object(&self.elements[*at]), as_object(config));
            matches!((prior, config), (Some(prior), Some(config)) if comes_from(self.members, prior, config))
        })?;
        self.elements.get(candidates.remove(found))
    }
}

fn hash(members: &Members, element: &Value, hasher: &RandomState) -> u64 {
    let mut state = hasher.build_hasher();
    if let Some(object) = as_object(element) {
        for (at, member) in members.iter() {
            if let Kind::Attribute(flags, None) = &member.kind
                && !flags.computed
            {
                at_of(object, at).hash(&mut state);
            }
        }
    }
    state.finish()
}

/// Whether a prior object differs from a configured one only in what the provider decides.
fn comes_from(members: &Members, prior: &Object, config: &Object) -> bool {
    members.iter().all(|(at, member)| {
        let (prior, config) = (at_of(prior, at), at_of(config, at));
        if prior == config {
            return true;
        }
        match &member.kind {
            Kind::Attribute(flags, _) if flags.computed && config.is_absent() => true,
            Kind::Attribute(_, Some((_, members))) | Kind::Block { members, .. } => {
                parts_come_from(members, prior, config)
            }
            Kind::Attribute(_, None) => false,
        }
    })
}

fn parts_come_from(members: &Members, prior: &Value, config: &Value) -> bool {
    let each = |prior: &Value, config: &Value| match (as_object(prior), as_object(config)) {
        (Some(prior), Some(config)) => comes_from(members, prior, config),
        _ => prior == config,
    };
    match (prior, config) {
        (Value::Known(Data::List(prior)), Value::Known(Data::List(config))) => {
            prior.len() == config.len()
                && prior
                    .iter()
                    .zip(config)
                    .all(|(prior, config)| each(prior, config))
        }
        (Value::Known(Data::Map(prior)), Value::Known(Data::Map(config))) => {
            prior.len() == config.len()
                && prior
                    .iter()
                    .zip(config.iter())
                    .all(|((key, prior), (other, config))| key == other && each(prior, config))
        }
        (Value::Known(Data::Object(_)), Value::Known(Data::Object(_))) => each(prior, config),
        _ => false,
    }
}

impl From<Nesting> for Collected {
    fn from(nesting: Nesting) -> Self {
        match nesting {
            Nesting::Single => Self::Single,
            Nesting::List => Self::List,
            Nesting::Set => Self::Set,
            Nesting::Map => Self::Map,
        }
    }
}

impl From<BlockNesting> for Collected {
    fn from(nesting: BlockNesting) -> Self {
        match nesting {
            BlockNesting::Single => Self::Single,
            BlockNesting::Group => Self::Group,
            BlockNesting::List => Self::List,
            BlockNesting::Set => Self::Set,
            BlockNesting::Map => Self::Map,
        }
    }
}
