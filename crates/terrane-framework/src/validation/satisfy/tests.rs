use std::slice::from_ref;

use proptest::prelude::*;
use terrane_protocol::Severity;
use terrane_protocol::rules::legacy_config;
use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::{Data, Map, Object, Set, Type, Value};

use super::satisfy;
use crate::schema::{Block, Member, Relation, Shape};
use crate::validation::{Known, validate};

/// Random choices from a seed.
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap_or_default()
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

fn leaf(choices: &mut Choices, name: &str) -> Member {
    let member = Member::new(name.to_owned(), Shape::Type(Type::String));
    let member = if choices.one_in(8) {
        member.sensitive()
    } else {
        member
    };
    match choices.below(8) {
        0 => member.set_required(),
        1 | 2 => member.set_computed(true),
        3 => member.default(|| "x".into()),
        4 => member.deprecated("Use another one."),
        5 => member.set_computed(false),
        _ => member,
    }
}

fn block(choices: &mut Choices, names: &[&str], depth: usize) -> Block {
    let mut members: Vec<Member> = names.iter().map(|it| leaf(choices, it)).collect();
    let mut paths: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
    if depth > 0 {
        let inner = block(choices, &["m", "n"], depth - 1);
        let name = "box";
        paths.extend(["box", "box.m", "box.n"].map(str::to_owned));
        let shape = if choices.one_in(2) {
            Shape::Nested {
                nesting: choices.of(&[Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map]),
                object: inner,
            }
        } else {
            Shape::Block {
                nesting: choices.of(&[
                    BlockNesting::Single,
                    BlockNesting::List,
                    BlockNesting::Set,
                    BlockNesting::Map,
                ]),
                block: inner,
                min_items: u64::from(choices.one_in(4)),
                max_items: 0,
            }
        };
        members.push(Member::new(name, shape));
    }
    let mut block = Block::new(members);
    for _ in 0..choices.below(4) {
        block = block.relation(relation(choices, &paths));
    }
    block
}

fn relation(choices: &mut Choices, paths: &[String]) -> Relation {
    let mut rest = paths.to_vec();
    let mut some = |choices: &mut Choices| {
        let count = 2 + choices.below(2);
        let mut taken = Vec::new();
        for _ in 0..count.min(rest.len()) {
            let at = choices.below(rest.len());
            taken.push(rest.swap_remove(at));
        }
        taken
    };
    match choices.below(5) {
        0 => Relation::exactly_one_of(some(choices)),
        1 => Relation::at_least_one_of(some(choices)),
        2 => Relation::at_most_one_of(some(choices)),
        3 => Relation::all_or_none(some(choices)),
        _ => Relation::requires(some(choices)),
    }
}

fn object(choices: &mut Choices, block: &Block) -> Object {
    let values = block.members().iter().map(|member| match member.shape() {
        Shape::Type(_) if member.required() => "x".into(),
        Shape::Type(_) => choices.of(&[Value::Null, "".into(), "x".into(), "y".into()]),
        Shape::Nested { nesting, object } => match nesting {
            _ if choices.one_in(4) => Value::Null,
            Nesting::Single => Value::Known(Data::Object(self::object(choices, object))),
            Nesting::List => Value::Known(Data::List(elements(choices, object, 0))),
            Nesting::Set => Value::Known(Data::Set(
                elements(choices, object, 0).into_iter().collect(),
            )),
            Nesting::Map => Value::Known(Data::Map(map(elements(choices, object, 0)))),
        },
        Shape::Block {
            nesting,
            block,
            min_items,
            ..
        } => {
            let least = usize::try_from(*min_items).unwrap_or_default();
            match nesting {
                BlockNesting::Single | BlockNesting::Group if least == 0 && choices.one_in(4) => {
                    Value::Null
                }
                BlockNesting::Single | BlockNesting::Group => {
                    Value::Known(Data::Object(object(choices, block)))
                }
                BlockNesting::List => Value::Known(Data::List(elements(choices, block, least))),
                BlockNesting::Set => Value::Known(Data::Set(
                    elements(choices, block, least).into_iter().collect(),
                )),
                BlockNesting::Map => Value::Known(Data::Map(map(elements(choices, block, least)))),
            }
        }
    });
    Object::aligned(block.object_type(), values.collect())
}

fn elements(choices: &mut Choices, block: &Block, least: usize) -> Vec<Value> {
    let count = least + choices.below(3 - least);
    (0..count)
        .map(|_| Value::Known(Data::Object(object(choices, block))))
        .collect()
}

fn map(elements: Vec<Value>) -> Map {
    let mut map = Map::new();
    for (at, element) in elements.into_iter().enumerate() {
        map.insert(at.to_string(), element);
    }
    map
}

/// All configurations that contain a part of a state.
fn parts(block: &Block, state: &Object) -> Vec<Vec<Value>> {
    let members = block.members().iter().zip(state.values());
    product(members.map(|(member, value)| parts_of_member(member, value)))
}

/// All rows with one of each list of options.
fn product<T: Clone>(options: impl IntoIterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    let rows = options.into_iter();
    rows.fold(vec![Vec::new()], |rows, options| {
        let longer = rows.iter().flat_map(|row| {
            let longer = options
                .iter()
                .map(|it| [row.as_slice(), from_ref(it)].concat());
            longer.collect::<Vec<_>>()
        });
        longer.collect()
    })
}

fn parts_of_member(member: &Member, value: &Value) -> Vec<Value> {
    let absent = super::absent(member);
    if !member.configurable() || value.is_null() || is_omitted(member, value) {
        return vec![absent];
    }
    let has_optional_elements = match member.shape() {
        Shape::Block { min_items, .. } => *min_items == 0,
        Shape::Type(_) | Shape::Nested { .. } => true,
    };
    let mut all = match member.shape().nested() {
        Some(block) => parts_of_value(block, value, has_optional_elements),
        None => vec![value.clone()],
    };
    if super::is_optional(member) && *value != absent {
        all.push(absent);
    }
    all
}

fn parts_of_value(block: &Block, value: &Value, has_optional_elements: bool) -> Vec<Value> {
    let each = |elements: &[Value]| {
        product(elements.iter().map(|element| {
            let mut parts: Vec<Option<Value>> =
                parts_of_value(block, element, has_optional_elements)
                    .into_iter()
                    .map(Some)
                    .collect();
            parts.extend(has_optional_elements.then_some(None));
            parts
        }))
    };
    match value {
        Value::Known(Data::Object(object)) => parts(block, object)
            .into_iter()
            .map(|values| Object::aligned(block.object_type(), values).into())
            .collect(),
        Value::Known(Data::List(elements)) => each(elements)
            .into_iter()
            .map(|values| Value::Known(Data::List(values.into_iter().flatten().collect())))
            .collect(),
        Value::Known(Data::Set(elements)) => each(elements.iter().as_slice())
            .into_iter()
            .map(|values| Value::Known(Data::Set(values.into_iter().flatten().collect())))
            .collect(),
        Value::Known(Data::Map(elements)) => {
            let values: Vec<Value> = elements.values().cloned().collect();
            let maps = each(&values).into_iter().map(|values| {
                let pairs = elements
                    .keys()
                    .cloned()
                    .zip(values)
                    .filter_map(|(key, value)| Some((key, value?)));
                Value::Known(Data::Map(pairs.collect()))
            });
            maps.collect()
        }
        _ => Vec::new(),
    }
}

/// Whether hosts omit a value from a generated configuration.
fn is_omitted(member: &Member, value: &Value) -> bool {
    let is_empty = value.as_str() == Some("");
    let is_attribute = !matches!(member.shape(), Shape::Block { .. });
    let is_optional = is_attribute && !member.required();
    is_optional && (member.deprecation().is_some() || is_empty)
}

/// The errors of a configuration, and of the file that a host writes from it. A host cannot write a required sensitive value.
fn errors(block: &Block, config: &Object) -> Vec<String> {
    let mut found = Vec::new();
    for config in [config, &written(block, config)] {
        validate(block, config, None, Known::NONE, &mut found);
    }
    found.retain(|it| it.severity == Severity::Error);
    found.retain(|it| it.summary != "Missing Configuration for Required Attribute");
    found.into_iter().map(|it| it.to_string()).collect()
}

fn written(block: &Block, config: &Object) -> Object {
    let mut config = config.clone();
    let values = block.members().iter().zip(config.values().to_vec());
    for (member, value) in values {
        let value = match member.shape().nested() {
            _ if member.is_sensitive() => Value::Null,
            Some(block) => written_value(block, value),
            None => value,
        };
        config.set(member.name(), value);
    }
    config
}

fn written_value(block: &Block, value: Value) -> Value {
    let all = |elements: Vec<Value>| elements.into_iter().map(|it| written_value(block, it));
    match value {
        Value::Known(Data::Object(object)) => Value::Known(Data::Object(written(block, &object))),
        Value::Known(Data::List(elements)) => Value::Known(Data::List(all(elements).collect())),
        Value::Known(Data::Set(elements)) => {
            Value::Known(Data::Set(all(elements.into_iter().collect()).collect()))
        }
        Value::Known(Data::Map(mut elements)) => {
            for value in elements.values_mut() {
                *value = written_value(block, value.clone());
            }
            Value::Known(Data::Map(elements))
        }
        value => value,
    }
}

fn generated(block: &Block, state: &Object) -> (Object, Vec<String>) {
    let mut config = state.clone();
    legacy_config(&block.to_protocol(0).block, &mut config);
    let (config, violated) = satisfy(block, state, config);
    (config, violated.into_iter().map(|it| it.detail).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn i10_a_generated_configuration_validates_if_a_part_of_the_state_does(seed: u64) {
        let mut choices = Choices(seed);
        let block = block(&mut choices, &["a", "b", "c"], 1);
        let state = object(&mut choices, &block);
        let (config, violated) = generated(&block, &state);
        let parts: Vec<Object> = parts(&block, &state).into_iter().map(|values| Object::aligned(block.object_type(), values)).collect();
        prop_assert!(parts.contains(&config), "{config:?} is no part of {state:?}");
        let found = errors(&block, &config);
        let is_possible = parts.iter().any(|part| errors(&block, part).is_empty());
        prop_assert_eq!(found.is_empty(), is_possible, "{:?} of {:?}: {:?}", config, state, found);
        prop_assert_eq!(found.is_empty(), violated.is_empty(), "{:?} {:?}", found, violated);
    }
}

/// A collection of objects that all have values too many, and need one that they do not have.
#[test]
fn i10_many_objects_satisfy_their_relations() {
    let text = |name: &str| Member::new(name.to_owned(), Shape::Type(Type::String));
    let element = Block::new([
        text("cidr"),
        text("group").set_computed(true),
        text("all").default(|| "no".into()),
        text("from"),
        text("to").deprecated("It is the same."),
    ])
    .relation(Relation::exactly_one_of(["cidr", "group", "all"]))
    .relation(Relation::all_or_none(["from", "to"]));
    let rules = Shape::Block {
        nesting: BlockNesting::Set,
        block: element,
        min_items: 0,
        max_items: 0,
    };
    let block = Block::new([Member::new("rules", rules), text("note")])
        .relation(Relation::at_most_one_of(["rules.cidr", "rules.group"]))
        .relation(Relation::requires(["rules.from", "note"]));
    let rule = |at: usize| {
        let pairs = [("all", "no"), ("from", "1"), ("group", "g"), ("to", "1")];
        let pairs = pairs.map(|(name, value)| (name, Value::from(value)));
        let cidr = ("cidr", Value::from(format!("10.{at}.0.0/16")));
        Value::Known(Data::Object(Object::from_pairs(
            [cidr].into_iter().chain(pairs),
        )))
    };
    let rules: Set = (0..200).map(rule).collect();
    let state = Object::from_pairs([
        ("rules", Value::Known(Data::Set(rules))),
        ("note", "".into()),
    ]);
    let (config, violated) = generated(&block, &state);
    assert_eq!(violated, [""; 0]);
    assert_eq!(errors(&block, &config), [""; 0]);
    let Some(Value::Known(Data::Set(rules))) = config.get("rules") else {
        panic!("{config:?}");
    };
    for rule in rules.iter() {
        let Value::Known(Data::Object(rule)) = rule else {
            panic!("{rule:?}");
        };
        let set: Vec<&str> = rule
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(set, ["cidr"]);
    }
}

#[test]
fn i10_an_omitted_id_is_added_if_a_relation_needs_it() {
    let text = |name: &str| Member::new(name.to_owned(), Shape::Type(Type::String));
    let block = Block::new([text("id").set_computed(true), text("name")])
        .relation(Relation::exactly_one_of(["id", "name"]));
    let state = |name: Value| Object::from_pairs([("id", "1".into()), ("name", name)]);
    let (config, violated) = generated(&block, &state(Value::Null));
    assert_eq!((config, violated.len()), (state(Value::Null), 0));
    let named = Object::from_pairs([("id", Value::Null), ("name", "a".into())]);
    assert_eq!(generated(&block, &state("a".into())).0, named);
}

#[test]
fn i10_a_relation_that_no_part_of_the_state_satisfies_is_reported() {
    let text = |name: &str| Member::new(name.to_owned(), Shape::Type(Type::String));
    let block = Block::new([
        text("a"),
        text("b"),
        text("pin").sensitive(),
        text("x").set_computed(true),
        text("y"),
    ])
    .relation(Relation::exactly_one_of(["a", "b"]))
    .relation(Relation::requires(["y", "pin"]))
    .relation(Relation::at_most_one_of(["x", "y"]));
    let state = Object::from_pairs([
        ("a", Value::Null),
        ("b", Value::Null),
        ("pin", "1".into()),
        ("x", "x".into()),
        ("y", "y".into()),
    ]);
    let mut config = state.clone();
    legacy_config(&block.to_protocol(0).block, &mut config);
    let (config, violated) = satisfy(&block, &state, config);
    let violated: Vec<_> = violated
        .iter()
        .map(|it| (it.detail.as_str(), it.is_written_alone))
        .collect();
    let none = "Exactly one of `a` and `b` must be set, but none of them is set. Set one of them.";
    assert_eq!(violated, [(none, false)]);
    // The host does not write the pin that `y` requires.
    let values = [
        ("a", Value::Null),
        ("b", Value::Null),
        ("pin", "1".into()),
        ("x", "x".into()),
        ("y", Value::Null),
    ];
    assert_eq!(config, Object::from_pairs(values));

    let block = Block::new([text("pin").sensitive(), text("token").sensitive()])
        .relation(Relation::exactly_one_of(["pin", "token"]));
    let state = Object::from_pairs([("pin", Value::from("1")), ("token", Value::Null)]);
    let (config, violated) = satisfy(&block, &state, state.clone());
    assert_eq!(config, state);
    assert!(violated.iter().all(|it| it.is_written_alone));
    assert_eq!(violated.len(), 1);
}
