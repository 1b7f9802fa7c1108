//! Tests of the rules for plans (C1 to C9).

use super::*;

#[test]
fn c1_a_plan_exists_where_a_configuration_exists() {
    let rules = rules(optional("a", Type::String));
    let object = a("x");
    let found = |config, planned| rules_found(&rules.check_plan(None, config, planned));
    assert_eq!(found(None, None), NONE);
    assert_eq!(found(Some(&object), Some(&object)), NONE);
    assert_eq!(found(Some(&object), None), [Rule::PlannedPresence]);
    assert_eq!(found(None, Some(&object)), [Rule::PlannedPresence]);
}

#[test]
fn c2_collections_of_blocks_are_never_null() {
    for (nesting, empty) in [
        (BlockNesting::List, Value::list::<Value>([])),
        (BlockNesting::Set, set([])),
        (BlockNesting::Map, Value::mapping::<&str, Value>([])),
    ] {
        let rules = blocks(nesting, false);
        assert_eq!(
            plan(&rules, Value::Null, empty.clone(), Value::Null),
            [Rule::NullBlocks]
        );
        assert_eq!(plan(&rules, Value::Null, empty.clone(), empty), NONE);
    }
}

#[test]
fn c3_a_plan_may_be_the_configuration_or_the_prior_value() {
    let rules = rules(required("a", Type::String));
    assert_eq!(plan(&rules, "old", "new", "new"), NONE);
    assert_eq!(plan(&rules, "old", "new", "old"), NONE);
    assert_eq!(
        plan(&rules, "old", "new", "other"),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&rules, "old", "new", unknown()),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&rules, Value::Null, "new", Value::Null),
        [Rule::ConfiguredValueChanged]
    );
}

#[test]
fn c3_refinements_of_unknown_values_are_no_difference() {
    let rules = rules(required("a", Type::String));
    let refined = Value::Unknown(Unknown::default().not_null());
    assert_eq!(plan(&rules, Value::Null, unknown(), refined.clone()), NONE);
    let list = |element: Value| Value::list([Value::from("x"), element]);
    assert_eq!(
        plan(&rules, Value::Null, list(unknown()), list(refined)),
        NONE
    );
}

#[test]
fn c4_write_only_values_are_not_planned() {
    let secret = Attribute {
        write_only: true,
        ..optional("a", Type::String)
    };
    let rules = rules(secret);
    assert_eq!(plan(&rules, Value::Null, "secret", Value::Null), NONE);
    assert_eq!(plan(&rules, Value::Null, Value::Null, Value::Null), NONE);
    assert_eq!(
        plan(&rules, Value::Null, "secret", "other"),
        [Rule::WriteOnlyPlanned]
    );
    assert_eq!(
        plan(&rules, Value::Null, Value::Null, "other"),
        [Rule::WriteOnlyPlanned]
    );
}

#[test]
fn c5_a_computed_value_is_free_if_it_is_not_configured() {
    for attribute in [computed("a", Type::String), both("a", Type::String)] {
        let rules = rules(attribute);
        for planned in [Value::Null, "any".into(), unknown()] {
            assert_eq!(plan(&rules, "old", Value::Null, planned), NONE);
        }
    }
    let rules = rules(optional("a", Type::String));
    assert_eq!(plan(&rules, "old", Value::Null, Value::Null), NONE);
    assert_eq!(
        plan(&rules, "old", Value::Null, "old"),
        [Rule::UnconfiguredValuePlanned]
    );
    assert_eq!(
        plan(&rules, "old", Value::Null, unknown()),
        [Rule::UnconfiguredValuePlanned]
    );
}

#[test]
fn c5_a_null_in_a_dynamic_value_is_not_configured() {
    let null = Value::Known(Data::Dynamic(Box::new(Typed {
        ty: Type::String,
        value: Value::Null,
    })));
    let rules = rules(both("a", Type::Dynamic));
    assert_eq!(plan(&rules, Value::Null, null, unknown()), NONE);
}

#[test]
fn c6_a_configured_value_of_a_computed_attribute_is_planned_unchanged() {
    let rules = rules(both("a", Type::String));
    assert_eq!(
        plan(&rules, Value::Null, "x", "X"),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&rules, Value::Null, "x", unknown()),
        [Rule::ConfiguredValueChanged]
    );
}

#[test]
fn c6_nested_attributes_are_compared_by_part() {
    let nested = |nesting| {
        rules(Attribute {
            optional: true,
            ..Attribute::nested(
                "a",
                nesting,
                [required("x", Type::String), computed("y", Type::String)],
            )
        })
    };
    let (config, planned, bad) = (xy("x", Value::Null), xy("x", unknown()), xy("X", unknown()));

    let single = nested(Nesting::Single);
    assert_eq!(
        plan(&single, Value::Null, config.clone(), planned.clone()),
        NONE
    );
    assert_eq!(
        plan(&single, Value::Null, config.clone(), bad.clone()),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&single, Value::Null, config.clone(), Value::Null),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&single, Value::Null, config.clone(), unknown()),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&single, xy("old", "y"), config.clone(), xy("old", "z")),
        NONE
    );

    let list = nested(Nesting::List);
    let one = |element: &Value| Value::list([element.clone()]);
    assert_eq!(plan(&list, Value::Null, one(&config), one(&planned)), NONE);
    assert_eq!(
        plan(&list, Value::Null, one(&config), one(&bad)),
        [Rule::ConfiguredValueChanged]
    );
    let two = Value::list([planned.clone(), planned.clone()]);
    assert_eq!(
        plan(&list, Value::Null, one(&config), two),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&list, Value::Null, one(&config), one(&unknown())),
        [Rule::ConfiguredValueChanged]
    );

    let map = nested(Nesting::Map);
    let keyed = |key: &str, element: &Value| Value::mapping([(key.to_owned(), element.clone())]);
    assert_eq!(
        plan(
            &map,
            keyed("j", &bad),
            keyed("k", &config),
            keyed("k", &planned)
        ),
        NONE
    );
    assert_eq!(
        plan(&map, Value::Null, keyed("k", &config), keyed("l", &planned)),
        [Rule::ConfiguredValueChanged]
    );
    assert_eq!(
        plan(&map, Value::Null, keyed("k", &config), keyed("k", &bad)),
        [Rule::ConfiguredValueChanged]
    );

    let sets = nested(Nesting::Set);
    assert_eq!(
        plan(
            &sets,
            Value::Null,
            set([config.clone()]),
            set([bad.clone()])
        ),
        NONE,
        "elements of sets have no address"
    );
    let both = set([planned, bad]);
    assert_eq!(
        plan(&sets, Value::Null, set([config.clone()]), both.clone()),
        NONE,
        "what is not known may turn out to be equal"
    );
    let known = |x: &str| xy(x, "y");
    let two = set([known("x"), known("z")]);
    for (configured, planned, expected) in [
        (
            set([config.clone()]),
            two.clone(),
            &[Rule::ConfiguredValueChanged][..],
        ),
        (
            two.clone(),
            set([known("x")]),
            &[Rule::ConfiguredValueChanged],
        ),
        (set([]), both.clone(), &[Rule::ConfiguredValueChanged]),
        (set([config.clone(), unknown()]), set([known("x")]), &[]),
        (two, both, &[]),
    ] {
        assert_eq!(plan(&sets, Value::Null, configured, planned), expected);
    }
}

#[test]
fn c6_elements_are_compared_with_their_prior_counterparts() {
    let rules = rules(Attribute {
        optional: true,
        ..Attribute::nested("a", Nesting::Map, [required("x", Type::String)])
    });
    let x = |x: &str| Value::object([("x", x)]);
    let prior = Value::mapping([("a", x("1")), ("c", x("3")), ("d", x("4"))]);
    let config = Value::mapping([("b", x("20")), ("c", x("30")), ("d", x("40"))]);
    let kept = Value::mapping([("b", x("20")), ("c", x("3")), ("d", x("4"))]);
    assert_eq!(plan(&rules, prior.clone(), config.clone(), kept), NONE);
    let mixed = Value::mapping([("b", x("1")), ("c", x("4")), ("d", x("40"))]);
    assert_eq!(
        plan(&rules, prior, config, mixed),
        [Rule::ConfiguredValueChanged; 2]
    );
}

#[test]
fn c6_a_missing_key_is_named() {
    let rules = rules(Attribute {
        optional: true,
        ..Attribute::nested("a", Nesting::Map, [required("x", Type::String)])
    });
    let x = |x: &str| Value::object([("x", x)]);
    let config = a(Value::mapping([("k", x("1")), ("l", x("1"))]));
    let planned = a(Value::mapping([("l", x("1"))]));
    let found = rules.check_plan(None, Some(&config), Some(&planned));
    let problems: Vec<&str> = found.iter().map(|found| &*found.problem).collect();
    assert_eq!(
        problems,
        ["expected the configured keys, but \"k\" is missing"]
    );
}

#[test]
fn c7_an_unknown_value_without_a_type_is_reported_as_unknown() {
    let block = NestedBlock {
        name: "a".into(),
        nesting: BlockNesting::List,
        block: Block {
            attributes: vec![required("d", Type::Dynamic)],
            ..Block::default()
        },
        min_items: 0,
        max_items: 0,
    };
    let rules = rules_of(Vec::new(), vec![block]);
    let list = |ty: Type, value: Value| {
        let ty = Type::tuple([Type::object([("d", ty)])]);
        let value = Value::tuple([Value::object([("d", value)])]);
        a(Typed { ty, value })
    };
    let config = list(Type::Dynamic, unknown());
    let planned = list(Type::String, "x".into());
    let found = rules.check_plan(None, Some(&config), Some(&planned));
    assert_eq!(
        found[0].problem,
        "expected the configured value, which is unknown, found \"x\""
    );
}

#[test]
fn c7_blocks_are_those_of_the_configuration() {
    let list = blocks(BlockNesting::List, false);
    let (config, planned) = (xy("x", Value::Null), xy("x", unknown()));
    let one = |element: &Value| Value::list([element.clone()]);
    assert_eq!(
        plan(&list, Value::list::<Value>([]), one(&config), one(&planned)),
        NONE
    );
    assert_eq!(
        plan(&list, Value::Null, one(&config), Value::list::<Value>([])),
        [Rule::PlannedBlocks]
    );
    assert_eq!(
        plan(&list, Value::Null, one(&config), one(&unknown())),
        [Rule::PlannedBlocks]
    );
    assert_eq!(
        plan(&list, Value::Null, one(&config), unknown()),
        [Rule::PlannedBlocks]
    );
    assert_eq!(plan(&list, Value::Null, unknown(), unknown()), NONE);
    assert_eq!(
        plan(&list, Value::Null, unknown(), one(&planned)),
        [Rule::PlannedBlocks]
    );

    let sets = blocks(BlockNesting::Set, false);
    assert_eq!(
        plan(
            &sets,
            Value::Null,
            set([config.clone()]),
            set([planned.clone(), config.clone()])
        ),
        NONE
    );
    assert_eq!(
        plan(&sets, Value::Null, set([config.clone()]), set([unknown()])),
        [Rule::PlannedBlocks]
    );

    let computed = blocks(BlockNesting::List, true);
    let none = Value::list::<Value>([]);
    for left in [one(&planned), unknown(), none.clone()] {
        assert_eq!(plan(&computed, Value::Null, Value::Null, left), NONE);
    }
    assert_eq!(
        plan(&computed, Value::Null, Value::Null, Value::Null),
        [Rule::NullBlocks]
    );
    assert_eq!(
        plan(&computed, Value::Null, one(&config), unknown()),
        [Rule::PlannedBlocks]
    );
    assert_eq!(
        plan(&computed, Value::Null, none, one(&planned)),
        [Rule::PlannedBlocks],
        "a host that does not know computed blocks sends an empty list"
    );
    let single = blocks(BlockNesting::Single, true);
    for left in [planned, unknown(), Value::Null] {
        assert_eq!(plan(&single, Value::Null, Value::Null, left), NONE);
    }
    assert_eq!(
        plan(&computed, Value::Null, one(&config), one(&xy("z", "y"))),
        [Rule::ConfiguredValueChanged],
        "configured ones are compared"
    );
}

#[test]
fn c8_sensitive_values_are_not_shown() {
    let secret = Attribute {
        sensitive: true,
        ..required("a", Type::String)
    };
    let rules = rules(secret);
    let planned = rules.check_plan(
        Some(&a("hunter1")),
        Some(&a("hunter2")),
        Some(&a("hunter3")),
    );
    let applied = rules.check_applied(Some(&a("hunter2")), Some(&a("hunter3")));
    let promise = Unknown::new().with_full_string_prefix("hunter").unwrap();
    let promised = a(Value::Unknown(promise));
    let broken = rules.check_applied(Some(&promised), Some(&a("other hunter")));
    for finding in planned.iter().chain(&applied).chain(&broken) {
        assert!(!finding.problem.contains("hunter"), "{finding}");
    }
    assert_eq!((planned.len(), applied.len(), broken.len()), (1, 1, 1));
}
