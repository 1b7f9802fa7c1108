//! The rules of the proposed state, by number.

use crate::Schema;
use crate::rules::Rules;
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
fn n6_what_is_new_in_a_map_is_proposed_as_configured_unless_the_map_was_unknown() {
    // Hosts differ only in the second case: OpenTofu up to 1.12 takes the configuration as it is there too.
    let map = nested(Nesting::Map);
    let config = Value::mapping([("k", xy("1", NULL)), ("l", NULL)]);
    for prior in [
        NULL,
        Value::mapping([("m", xy("2", "c"))]),
        Value::mapping([("k", NULL)]),
    ] {
        assert_eq!(propose(&map, prior, config.clone()), config);
    }
    assert_eq!(
        propose(&map, Value::unknown(), config),
        Value::mapping([("k", xy("1", Value::unknown())), ("l", NULL)])
    );
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
