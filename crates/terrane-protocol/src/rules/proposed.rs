//! The state that hosts propose before a provider plans (rules N1 to N6).

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use terrane_value::{Data, Object, Value};

use super::shape::{Kind, Member, Members};
use super::{as_object, at_of, is_null};
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
            if flags.computed && is_null(config) {
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
                return prior.clone();
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
                let partner = pool.take(config);
                let prior = match partner {
                    Some(partner) => partner,
                    None if prior.is_unknown() => prior,
                    None => &Value::Null,
                };
                each(prior, config)
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
    /// By a hash of what no provider decides, last one first.
    by_hash: HashMap<u64, Vec<usize>>,
}

impl<'a> Pool<'a> {
    fn new(members: &'a Members, elements: &'a [Value]) -> Self {
        let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, element) in elements.iter().enumerate().rev() {
            by_hash.entry(hash(members, element)).or_default().push(at);
        }
        Self {
            members,
            elements,
            by_hash,
        }
    }

    /// Takes the first element that could have come from a configured one.
    fn take(&mut self, config: &Value) -> Option<&'a Value> {
        let candidates = self.by_hash.get_mut(&hash(self.members, config))?;
        let found = candidates.iter().rposition(|at| {
            let (prior, config) = (as_object(&self.elements[*at]), as_object(config));
            matches!((prior, config), (Some(prior), Some(config)) if comes_from(self.members, prior, config))
        })?;
        self.elements.get(candidates.remove(found))
    }
}

fn hash(members: &Members, element: &Value) -> u64 {
    let mut state = DefaultHasher::new();
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
            Kind::Attribute(flags, _) if flags.computed && is_null(config) => true,
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
                    .zip(config)
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

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use crate::Schema;
    use crate::schema::{Attribute, Block, BlockNesting, NestedBlock, Nesting};
    use terrane_value::{Object, Type, Value};

    fn attribute(name: &str, optional: bool, computed: bool) -> Attribute {
        Attribute {
            optional,
            computed,
            ..Attribute::new(name, Type::String)
        }
    }

    fn parts() -> [Attribute; 2] {
        [attribute("x", true, false), attribute("y", false, true)]
    }

    fn rules(attributes: Vec<Attribute>, blocks: Vec<NestedBlock>) -> Rules {
        Rules::new(&Schema {
            version: 0,
            block: Block {
                attributes,
                blocks,
                ..Block::default()
            },
        })
    }

    fn nested(nesting: Nesting) -> Rules {
        let a = Attribute {
            optional: true,
            ..Attribute::nested("a", nesting, parts())
        };
        rules(vec![a], Vec::new())
    }

    fn xy(x: impl Into<Value>, y: impl Into<Value>) -> Value {
        Value::object([("x", x.into()), ("y", y.into())])
    }

    fn a(value: impl Into<Value>) -> Object {
        Object::from_pairs([("a", value.into())])
    }

    fn propose(rules: &Rules, prior: impl Into<Value>, config: impl Into<Value>) -> Value {
        let proposed = rules.propose(Some(&a(prior)), Some(&a(config))).unwrap();
        proposed.get("a").unwrap().clone()
    }

    const NULL: Value = Value::Null;

    #[test]
    fn n1_without_a_prior_object_nothing_but_the_configuration_is_proposed() {
        let rules = rules(parts().to_vec(), Vec::new());
        let config = Object::from_pairs([("x", Value::from("1")), ("y", NULL)]);
        assert_eq!(rules.propose(None, None), None);
        assert_eq!(rules.propose(None, Some(&config)), Some(config));
    }

    #[test]
    fn n2_what_the_provider_decides_is_as_it_was_and_the_rest_as_it_is_configured() {
        for (optional, computed, config, expected) in [
            (true, false, NULL, NULL),
            (false, true, NULL, "old".into()),
            (true, true, NULL, "old".into()),
            (true, true, "new".into(), "new".into()),
            (true, true, Value::unknown(), Value::unknown()),
        ] {
            let rules = rules(vec![attribute("a", optional, computed)], Vec::new());
            assert_eq!(propose(&rules, "old", config), expected);
        }
    }

    #[test]
    fn n2_a_removed_nested_attribute_that_was_configured_is_removed() {
        let a = Attribute {
            optional: true,
            computed: true,
            ..Attribute::nested("a", Nesting::Single, parts())
        };
        let rules = rules(vec![a], Vec::new());
        assert_eq!(propose(&rules, xy("1", "c"), NULL), NULL);
        assert_eq!(propose(&rules, xy(NULL, "c"), NULL), xy(NULL, "c"));
    }

    #[test]
    fn n3_single_objects_lists_and_maps_go_by_their_place() {
        assert_eq!(
            propose(&nested(Nesting::Single), xy("1", "c"), xy("2", NULL)),
            xy("2", "c")
        );
        assert_eq!(propose(&nested(Nesting::Single), xy("1", "c"), NULL), NULL);
        assert_eq!(
            propose(
                &nested(Nesting::List),
                Value::list([xy("1", "c")]),
                Value::list([xy("2", NULL), xy("3", NULL)])
            ),
            Value::list([xy("2", "c"), xy("3", NULL)])
        );
        assert_eq!(
            propose(
                &nested(Nesting::Map),
                Value::mapping([("k", xy("1", "c"))]),
                Value::mapping([("k", xy("2", NULL)), ("l", xy("3", NULL))])
            ),
            Value::mapping([("k", xy("2", "c")), ("l", xy("3", NULL))])
        );
    }

    #[test]
    fn n3_an_element_of_a_set_goes_on_from_the_first_that_it_could_have_been() {
        let rules = nested(Nesting::Set);
        let prior = Value::set([xy("1", "c"), xy("2", "d"), xy("2", "e")]);
        assert_eq!(
            propose(
                &rules,
                prior.clone(),
                Value::set([xy("2", NULL), xy("3", NULL)])
            ),
            Value::set([xy("2", "d"), xy("3", NULL)])
        );
        assert_eq!(propose(&rules, prior, Value::unknown()), Value::unknown());
    }

    #[test]
    fn n4_blocks_go_by_their_place_and_computed_ones_stay_while_they_are_unset() {
        let block = |nesting, computed| {
            let block = NestedBlock {
                name: "a".into(),
                nesting,
                block: Block {
                    attributes: parts().to_vec(),
                    computed,
                    ..Block::default()
                },
                min_items: 0,
                max_items: 0,
            };
            rules(Vec::new(), vec![block])
        };
        let (prior, none) = (Value::list([xy("1", "c")]), Value::list::<Value>([]));
        let list = block(BlockNesting::List, false);
        assert_eq!(
            propose(&list, prior.clone(), Value::list([xy("2", NULL)])),
            Value::list([xy("2", "c")])
        );
        assert_eq!(propose(&list, prior.clone(), none.clone()), none);
        assert_eq!(
            propose(&list, prior.clone(), Value::unknown()),
            Value::unknown()
        );
        assert_eq!(
            propose(&block(BlockNesting::List, true), prior.clone(), none),
            prior
        );
        assert_eq!(
            propose(
                &block(BlockNesting::Group, false),
                xy("1", "c"),
                xy(NULL, NULL)
            ),
            xy(NULL, "c")
        );
    }

    #[test]
    fn n5_of_a_data_source_everything_computed_is_unknown() {
        let config = a(Value::mapping([("k", xy("2", NULL))]));
        let proposed = nested(Nesting::Map).propose_data(&config);
        assert_eq!(
            proposed,
            a(Value::mapping([("k", xy("2", Value::unknown()))]))
        );
    }
}
