//! Tests of the rules for the proposed state, named after the numbers of the rules.

use terrane_protocol::rules::Rules;
use terrane_protocol::schema::Schema;
use terrane_protocol::schema::{Attribute, Block, BlockNesting, NestedBlock, Nesting};
use terrane_value::{Data, Object, Type, Typed, Value};

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

fn proposal(rules: &Rules, prior: impl Into<Value>, config: impl Into<Value>) -> Value {
    let proposed = super::propose(rules, Some(&a(prior)), Some(&a(config))).unwrap();
    proposed.get("a").unwrap().clone()
}

const NULL: Value = Value::Null;

/// Every nesting with more than one object.
const COLLECTIONS: [Nesting; 3] = [Nesting::List, Nesting::Set, Nesting::Map];

/// A collection of one element.
fn one(nesting: Nesting, element: impl Into<Value>) -> Value {
    match nesting {
        Nesting::Single => element.into(),
        Nesting::List => Value::list([element]),
        Nesting::Set => Value::set([element.into()]),
        Nesting::Map => Value::mapping([("k", element)]),
    }
}

#[test]
fn n1_without_a_prior_object_nothing_but_the_configuration_is_proposed() {
    let rules = rules(parts().to_vec(), Vec::new());
    let config = Object::from_pairs([("x", Value::from("1")), ("y", NULL)]);
    assert_eq!(super::propose(&rules, None, None), None);
    assert_eq!(super::propose(&rules, None, Some(&config)), Some(config));
}

#[test]
fn n2_provider_values_are_the_prior_ones_and_all_others_the_configured_ones() {
    for (optional, computed, config, expected) in [
        (true, false, NULL, NULL),
        (false, true, NULL, "old".into()),
        (true, true, NULL, "old".into()),
        (true, true, "new".into(), "new".into()),
        (true, true, Value::unknown(), Value::unknown()),
    ] {
        let rules = rules(vec![attribute("a", optional, computed)], Vec::new());
        assert_eq!(proposal(&rules, "old", config), expected);
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
    assert_eq!(proposal(&rules, xy("1", "c"), NULL), NULL);
    assert_eq!(proposal(&rules, xy(NULL, "c"), NULL), xy(NULL, "c"));

    for nesting in COLLECTIONS {
        let a = Attribute {
            optional: true,
            computed: true,
            ..Attribute::nested("a", nesting, parts())
        };
        let rules = self::rules(vec![a], Vec::new());
        assert_eq!(proposal(&rules, one(nesting, xy("1", "c")), NULL), NULL);
        let left = one(nesting, xy(NULL, "c"));
        assert_eq!(proposal(&rules, left.clone(), NULL), left);
    }
}

#[test]
fn n3_single_objects_lists_and_maps_are_paired_by_path() {
    assert_eq!(
        proposal(&nested(Nesting::Single), xy("1", "c"), xy("2", NULL)),
        xy("2", "c")
    );
    assert_eq!(proposal(&nested(Nesting::Single), xy("1", "c"), NULL), NULL);
    assert_eq!(
        proposal(
            &nested(Nesting::List),
            Value::list([xy("1", "c")]),
            Value::list([xy("2", NULL), xy("3", NULL)])
        ),
        Value::list([xy("2", "c"), xy("3", NULL)])
    );
    assert_eq!(
        proposal(
            &nested(Nesting::Map),
            Value::mapping([("k", xy("1", "c"))]),
            Value::mapping([("k", xy("2", NULL)), ("l", xy("3", NULL))])
        ),
        Value::mapping([("k", xy("2", "c")), ("l", xy("3", NULL))])
    );
}

#[test]
fn n3_an_element_of_a_set_is_paired_with_the_first_possible_one() {
    let rules = nested(Nesting::Set);
    let prior = Value::set([xy("1", "c"), xy("2", "d"), xy("2", "e")]);
    assert_eq!(
        proposal(
            &rules,
            prior.clone(),
            Value::set([xy("2", NULL), xy("3", NULL)])
        ),
        Value::set([xy("2", "d"), xy("3", NULL)])
    );
    assert_eq!(proposal(&rules, prior, Value::unknown()), Value::unknown());
}

/// Whether a set element takes prior values from a prior element that differs in a nested attribute.
fn continues(nesting: Nesting, prior: impl Into<Value>, config: impl Into<Value>) -> bool {
    let part = Attribute {
        optional: true,
        ..Attribute::nested("part", nesting, parts())
    };
    let a = Attribute {
        optional: true,
        ..Attribute::nested("a", Nesting::Set, [part, attribute("id", false, true)])
    };
    let element =
        |part: Value, id: Value| Value::set([Value::object([("part", part), ("id", id)])]);
    let proposed = proposal(
        &rules(vec![a], Vec::new()),
        element(prior.into(), "old".into()),
        element(config.into(), NULL),
    );
    let element = proposed.as_set().unwrap().iter().next().unwrap();
    let Value::Known(Data::Object(element)) = element else {
        panic!("{element:?}");
    };
    element.get("id") == Some(&"old".into())
}

#[test]
fn n3_an_element_with_nested_attributes_is_paired_with_one_with_the_same_ones() {
    let (known, same, other) = (|| xy("1", "c"), || xy("1", NULL), || xy("2", NULL));
    for nesting in [Nesting::Single, Nesting::List, Nesting::Map] {
        assert!(continues(
            nesting,
            one(nesting, known()),
            one(nesting, same())
        ));
        assert!(!continues(
            nesting,
            one(nesting, known()),
            one(nesting, other())
        ));
        assert!(!continues(nesting, one(nesting, known()), NULL));
        assert!(
            continues(nesting, NULL, one(nesting, same())),
            "a null prior part contradicts nothing"
        );
    }

    let with_null = |part: Value| Value::list([NULL, part]);
    assert!(continues(
        Nesting::List,
        with_null(known()),
        with_null(same())
    ));
    let two = Value::list([same(), same()]);
    assert!(
        continues(Nesting::List, Value::list([known()]), two),
        "every prior part has its configured one"
    );
    let two = Value::list([known(), known()]);
    assert!(!continues(Nesting::List, two, Value::list([same()])));
    let map = |key: &'static str, part: Value| Value::mapping([(key, part)]);
    let two = Value::list([known(), NULL]);
    assert!(!continues(Nesting::List, two, Value::list([same()])));
    assert!(!continues(
        Nesting::Map,
        map("k", known()),
        map("l", same())
    ));
    let two = Value::mapping([("k", same()), ("l", same())]);
    for key in ["k", "l"] {
        assert!(continues(Nesting::Map, map(key, known()), two.clone()));
    }
}

#[test]
fn n3_a_null_or_unknown_element_of_a_set_is_paired_with_any_element() {
    let rules = nested(Nesting::Set);
    let config = || Value::set([xy("1", NULL)]);
    assert_eq!(
        proposal(&rules, Value::set([Value::unknown()]), config()),
        Value::set([xy("1", Value::unknown())])
    );
    let known = || xy("1", "c");
    for (prior, y) in [
        ([NULL, known()], NULL),
        ([known(), NULL], "c".into()),
        ([Value::unknown(), known()], Value::unknown()),
        ([known(), Value::unknown()], "c".into()),
    ] {
        let proposed = proposal(&rules, Value::set(prior), config());
        assert_eq!(proposed, Value::set([xy("1", y)]), "the first one");
    }
}

#[test]
fn n3_an_element_that_configures_other_computed_values_is_not_paired() {
    let a = Attribute {
        optional: true,
        ..Attribute::nested(
            "a",
            Nesting::Set,
            [attribute("x", true, true), attribute("y", false, true)],
        )
    };
    let rules = rules(vec![a], Vec::new());
    let prior = Value::set([xy("1", "c")]);
    let config = Value::set([xy("2", NULL)]);
    assert_eq!(proposal(&rules, prior.clone(), config.clone()), config);
    let unset = Value::set([xy(NULL, NULL)]);
    assert_eq!(proposal(&rules, prior.clone(), unset), prior);
}

#[test]
fn n3_a_new_element_of_a_list_is_the_configured_one() {
    let a = Attribute {
        optional: true,
        ..Attribute::nested(
            "a",
            Nesting::List,
            [Attribute {
                computed: true,
                ..Attribute::new("x", Type::Dynamic)
            }],
        )
    };
    let rules = rules(vec![a], Vec::new());
    let null = Value::Known(Data::Dynamic(Box::new(Typed {
        ty: Type::String,
        value: NULL,
    })));
    let config = Value::list([Value::object([("x", null)])]);
    assert_eq!(
        proposal(&rules, Value::list::<Value>([]), config.clone()),
        config,
        "with the type of a null"
    );
}

#[test]
fn n6_a_new_map_element_is_proposed_as_configured_unless_the_map_was_unknown() {
    // Hosts differ only in the second case: OpenTofu up to 1.12 takes the configuration unchanged there too.
    let map = nested(Nesting::Map);
    let config = Value::mapping([("k", xy("1", NULL)), ("l", NULL)]);
    for prior in [
        NULL,
        Value::mapping([("m", xy("2", "c"))]),
        Value::mapping([("k", NULL)]),
    ] {
        assert_eq!(proposal(&map, prior, config.clone()), config);
    }
    assert_eq!(
        proposal(&map, Value::unknown(), config),
        Value::mapping([("k", xy("1", Value::unknown())), ("l", NULL)])
    );
}

#[test]
fn n5_the_computed_parts_of_an_unknown_object_are_unknown() {
    for nesting in COLLECTIONS {
        assert_eq!(
            proposal(
                &nested(nesting),
                Value::unknown(),
                one(nesting, xy("1", NULL))
            ),
            one(nesting, xy("1", Value::unknown()))
        );
    }
}

#[test]
fn n4_blocks_are_paired_by_path_and_unset_computed_values_are_null() {
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
        proposal(&list, prior.clone(), Value::list([xy("2", NULL)])),
        Value::list([xy("2", "c")])
    );
    assert_eq!(proposal(&list, prior.clone(), none.clone()), none);
    assert_eq!(
        proposal(&list, prior.clone(), Value::unknown()),
        Value::unknown()
    );
    assert_eq!(
        proposal(
            &block(BlockNesting::List, true),
            prior.clone(),
            Value::list([xy("2", NULL)])
        ),
        Value::list([xy("2", "c")])
    );
    for (nesting, prior, none) in [
        (BlockNesting::List, prior, none),
        (
            BlockNesting::Set,
            Value::set([xy("1", "c")]),
            Value::set::<Value>([]),
        ),
        (
            BlockNesting::Map,
            Value::mapping([("k", xy("1", "c"))]),
            Value::mapping::<&str, Value>([]),
        ),
    ] {
        for unset in [none, NULL] {
            assert_eq!(proposal(&block(nesting, true), prior.clone(), unset), NULL);
        }
    }
    assert_eq!(
        proposal(
            &block(BlockNesting::Group, false),
            xy("1", "c"),
            xy(NULL, NULL)
        ),
        xy(NULL, "c")
    );
}

/// Blocks with the attribute `d`, whose value has any type.
fn dynamic_blocks(nesting: BlockNesting, computed: bool) -> Rules {
    let d = Attribute {
        optional: true,
        computed: true,
        ..Attribute::new("d", Type::Dynamic)
    };
    let of = Block {
        attributes: vec![d],
        computed,
        ..Block::default()
    };
    rules(Vec::new(), vec![block("a", nesting, of)])
}

fn typed(ty: Type, value: Value) -> Value {
    Typed { ty, value }.into()
}

/// A list of one block of [`dynamic_blocks`].
fn list_of(d: Type, value: impl Into<Value>) -> Value {
    let ty = Type::tuple([Type::object([("d", d)])]);
    typed(ty, Value::tuple([Value::object([("d", value.into())])]))
}

/// A map of one block of [`dynamic_blocks`].
fn map_of(d: Type, value: impl Into<Value>) -> Value {
    let ty = Type::object([("k", Type::object([("d", d)]))]);
    let element = Value::object([("d", value.into())]);
    typed(ty, Value::object([("k", element)]))
}

#[test]
fn n4_a_null_without_a_type_takes_the_prior_value() {
    let rules = dynamic_blocks(BlockNesting::List, false);
    let prior = list_of(Type::String, "c");
    let config = list_of(Type::Dynamic, NULL);
    assert_eq!(proposal(&rules, prior.clone(), config), prior);
}

#[test]
fn n4_a_new_block_of_a_map_has_nulls_without_a_type() {
    let rules = dynamic_blocks(BlockNesting::Map, false);
    let none = typed(Type::object::<&str>([]), Value::object::<&str, Value>([]));
    assert_eq!(
        proposal(&rules, none, map_of(Type::String, NULL)),
        map_of(Type::Dynamic, NULL)
    );
}

#[test]
fn n4_an_empty_list_of_computed_blocks_is_unset() {
    let none = || typed(Type::tuple([]), Value::tuple::<Value>([]));
    let prior = || list_of(Type::String, "c");
    let proposed = proposal(&dynamic_blocks(BlockNesting::List, true), prior(), none());
    assert_eq!(proposed, typed(Type::tuple([]), NULL));
    let proposed = proposal(&dynamic_blocks(BlockNesting::List, false), prior(), none());
    assert_eq!(proposed, none());
}

#[test]
fn n4_a_single_computed_block_without_attributes_is_kept() {
    let computed = Block {
        computed: true,
        ..Block::default()
    };
    let block = block("a", BlockNesting::Single, computed);
    let empty = Value::object::<&str, Value>([]);
    let rules = rules(Vec::new(), vec![block]);
    assert_eq!(proposal(&rules, NULL, empty.clone()), empty);
}

fn block(name: &str, nesting: BlockNesting, block: Block) -> NestedBlock {
    NestedBlock {
        name: name.into(),
        nesting,
        block,
        min_items: 0,
        max_items: 0,
    }
}

#[test]
fn n5_an_unknown_block_of_a_set_has_no_nested_blocks() {
    let blocks = vec![block("list", BlockNesting::List, Block::default())];
    let outer = Block {
        blocks,
        ..Block::default()
    };
    let rules = rules(Vec::new(), vec![block("a", BlockNesting::Set, outer)]);
    let none = Value::object([("list", Value::list::<Value>([]))]);
    let config = Value::set([Value::unknown()]);
    assert_eq!(proposal(&rules, NULL, config), Value::set([none]));
}

#[test]
fn n4_a_group_is_proposed_although_it_is_not_configured() {
    let group = Block {
        attributes: parts().to_vec(),
        ..Block::default()
    };
    let group = block("a", BlockNesting::Group, group);
    let group = rules(Vec::new(), vec![group]);
    assert_eq!(proposal(&group, xy("1", "c"), NULL), xy("1", "c"));
}

#[test]
fn n5_of_a_data_source_everything_computed_is_unknown() {
    let config = a(Value::mapping([("k", xy("2", NULL))]));
    let proposed = super::propose_data(&nested(Nesting::Map), &config);
    assert_eq!(
        proposed,
        a(Value::mapping([("k", xy("2", Value::unknown()))]))
    );
}
