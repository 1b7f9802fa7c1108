//! The rules, by number.

mod applied;

use terrane_value::{Data, Object, Set, Type, Typed, Unknown, Value};

use super::{Finding, Rule, Rules};
use crate::Schema;
use crate::schema::{Attribute, Block, BlockNesting, NestedBlock, Nesting};

fn required(name: &str, ty: Type) -> Attribute {
    Attribute {
        required: true,
        ..Attribute::new(name, ty)
    }
}

fn optional(name: &str, ty: Type) -> Attribute {
    Attribute {
        optional: true,
        ..Attribute::new(name, ty)
    }
}

fn computed(name: &str, ty: Type) -> Attribute {
    Attribute {
        computed: true,
        ..Attribute::new(name, ty)
    }
}

fn both(name: &str, ty: Type) -> Attribute {
    Attribute {
        computed: true,
        ..optional(name, ty)
    }
}

fn rules_of(attributes: Vec<Attribute>, blocks: Vec<NestedBlock>) -> Rules {
    Rules::new(&Schema {
        version: 0,
        block: Block {
            attributes,
            blocks,
            ..Block::default()
        },
    })
}

fn rules(attribute: Attribute) -> Rules {
    rules_of(vec![attribute], Vec::new())
}

fn blocks(nesting: BlockNesting, computed: bool) -> Rules {
    let block = NestedBlock {
        name: "a".into(),
        nesting,
        block: Block {
            attributes: vec![
                required("x", Type::String),
                self::computed("y", Type::String),
            ],
            computed,
            ..Block::default()
        },
        min_items: 0,
        max_items: 0,
    };
    rules_of(Vec::new(), vec![block])
}

fn a(value: impl Into<Value>) -> Object {
    Object::from_pairs([("a", value.into())])
}

/// An object of the blocks' and nested attributes' schema.
fn xy(x: impl Into<Value>, y: impl Into<Value>) -> Value {
    Value::object([("x", x.into()), ("y", y.into())])
}

fn plan(
    rules: &Rules,
    prior: impl Into<Value>,
    config: impl Into<Value>,
    planned: impl Into<Value>,
) -> Vec<Rule> {
    rules_found(&rules.check_plan(Some(&a(prior)), Some(&a(config)), Some(&a(planned))))
}

fn apply(rules: &Rules, planned: impl Into<Value>, actual: impl Into<Value>) -> Vec<Rule> {
    rules_found(&rules.check_applied(Some(&a(planned)), Some(&a(actual))))
}

fn rules_found(findings: &[Finding]) -> Vec<Rule> {
    findings.iter().map(|finding| finding.rule).collect()
}

const NONE: [Rule; 0] = [];

fn unknown() -> Value {
    Value::unknown()
}

fn set(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::Known(Data::Set(elements.into_iter().collect::<Set>()))
}

#[test]
fn c1_a_plan_is_there_where_the_configuration_is() {
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
fn c5_what_is_computed_may_be_anything_while_it_is_not_configured() {
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
fn c6_a_configured_value_of_a_computed_attribute_is_planned_as_it_is() {
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
fn c6_elements_are_compared_with_the_prior_ones_beside_them() {
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
    assert_eq!(
        plan(&computed, Value::Null, Value::Null, one(&planned)),
        NONE
    );
    assert_eq!(
        plan(&computed, Value::Null, one(&config), one(&xy("z", "y"))),
        [Rule::ConfiguredValueChanged],
        "configured ones are compared"
    );
}

#[test]
fn c8_sensitive_values_are_not_told() {
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
    for finding in planned.iter().chain(&applied) {
        assert!(!finding.problem.contains("hunter"), "{finding}");
    }
    assert_eq!((planned.len(), applied.len()), (1, 1));
}

#[test]
fn k1_known_values_stay() {
    let rules = rules(both("a", Type::String));
    assert_eq!(apply(&rules, "x", "x"), NONE);
    assert_eq!(apply(&rules, Value::Null, Value::Null), NONE);
    for (planned, actual) in [
        (Value::from("x"), Value::from("y")),
        ("x".into(), Value::Null),
        (Value::Null, "x".into()),
        ("x".into(), unknown()),
    ] {
        assert_eq!(apply(&rules, planned, actual), [Rule::PlannedValueChanged]);
    }
    let found = |planned, actual| rules_found(&rules.check_applied(planned, actual));
    let object = a("x");
    assert_eq!(found(None, Some(&object)), [Rule::PlannedValueChanged]);
    assert_eq!(found(Some(&object), None), [Rule::PlannedValueChanged]);
    assert_eq!(found(None, None), NONE);
}

#[test]
fn k1_unknown_values_become_anything_in_their_range() {
    let rules = rules(both("a", Type::String));
    for actual in [Value::Null, "x".into()] {
        assert_eq!(apply(&rules, unknown(), actual), NONE);
    }
    let refined = Unknown::default()
        .not_null()
        .with_full_string_prefix("pet-")
        .map(Value::Unknown)
        .unwrap();
    assert_eq!(apply(&rules, refined.clone(), "pet-1"), NONE);
    assert_eq!(
        apply(&rules, refined.clone(), "dog-1"),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(
        apply(&rules, refined, Value::Null),
        [Rule::PlannedValueChanged]
    );
}

#[test]
fn k1_a_dynamic_value_keeps_its_planned_type() {
    let rules = rules(both("a", Type::Dynamic));
    let dynamic =
        |ty: Type, value: Value| Value::Known(Data::Dynamic(Box::new(Typed { ty, value })));
    let text = dynamic(Type::String, "1".into());
    let number = dynamic(Type::Number, Value::Known(Data::Number(1.into())));
    assert_eq!(apply(&rules, text.clone(), text.clone()), NONE);
    assert_eq!(
        apply(&rules, text.clone(), number.clone()),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(apply(&rules, unknown(), number), NONE);
    assert_eq!(apply(&rules, dynamic(Type::String, unknown()), text), NONE);
}

#[test]
fn k2_elements_of_lists_and_maps_stay() {
    let rules = rules(both("a", Type::Dynamic));
    let list = |elements: &[&str]| Value::list(elements.iter().copied());
    assert_eq!(
        apply(&rules, list(&["x", "y"]), list(&["x"])),
        [Rule::ElementsChanged]
    );
    assert_eq!(
        apply(&rules, list(&["x"]), list(&["x", "y"])),
        [Rule::ElementsChanged]
    );
    assert_eq!(
        apply(&rules, list(&["x"]), list(&["y"])),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(apply(&rules, Value::list([unknown()]), list(&["y"])), NONE);
    let map = |key: &'static str| Value::mapping([(key, "x")]);
    assert_eq!(
        apply(&rules, map("k"), map("l")),
        [Rule::ElementsChanged; 2]
    );
    assert_eq!(apply(&rules, map("k"), map("k")), NONE);
}

#[test]
fn k2_elements_of_sets_come_from_planned_ones() {
    let rules = rules(both("a", Type::set(Type::Dynamic)));
    let (x1, xu) = (xy("x", "1"), xy("x", unknown()));
    assert_eq!(apply(&rules, set([x1.clone()]), set([x1.clone()])), NONE);
    assert_eq!(apply(&rules, set([xu.clone()]), set([x1.clone()])), NONE);
    assert_eq!(
        apply(&rules, set([xu.clone()]), set([xy("z", "1")])),
        [Rule::ElementsChanged]
    );
    assert_eq!(
        apply(&rules, set([x1.clone()]), set([])),
        [Rule::ElementsChanged]
    );
    let more = set([x1.clone(), xy("x", "2")]);
    assert_eq!(
        apply(&rules, set([xu.clone()]), more.clone()),
        [Rule::ElementsChanged],
        "not longer than planned"
    );
    assert_eq!(apply(&rules, set([xu.clone(), x1.clone()]), more), NONE);
    assert_eq!(
        apply(&rules, set([xu, x1.clone()]), set([x1])),
        NONE,
        "elements that turn out to be equal are one"
    );
}

#[test]
fn k2_large_sets_are_compared_in_linear_time() {
    let rules = rules(both("a", Type::set(Type::Dynamic)));
    let elements = |y: fn(usize) -> Value| set((0..20_000).map(|at| xy(format!("x{at}"), y(at))));
    let planned = elements(|_| Value::unknown());
    let actual = elements(|at| format!("y{at}").into());
    assert_eq!(
        apply(&rules, planned, actual),
        NONE,
        "quadratic work would not end"
    );
}

#[test]
fn k3_applied_blocks_are_the_planned_ones() {
    let (known, planned) = (xy("x", "y"), xy("x", unknown()));
    let list = blocks(BlockNesting::List, false);
    let one = |element: &Value| Value::list([element.clone()]);
    assert_eq!(apply(&list, one(&planned), one(&known)), NONE);
    assert_eq!(
        apply(&list, one(&planned), Value::list::<Value>([])),
        [Rule::AppliedBlocks]
    );
    assert_eq!(apply(&list, unknown(), one(&known)), NONE);
    assert_eq!(
        apply(&list, one(&planned), Value::Null),
        [Rule::AppliedBlocks]
    );

    let map = blocks(BlockNesting::Map, false);
    let keyed = |key: &'static str, element: &Value| Value::mapping([(key, element.clone())]);
    assert_eq!(apply(&map, keyed("k", &planned), keyed("k", &known)), NONE);
    assert_eq!(
        apply(&map, keyed("k", &planned), keyed("l", &known)),
        [Rule::AppliedBlocks; 2]
    );

    let sets = blocks(BlockNesting::Set, false);
    assert_eq!(
        apply(&sets, set([planned.clone()]), set([known.clone()])),
        NONE
    );
    assert_eq!(
        apply(&sets, set([planned.clone()]), set([xy("z", "y")])),
        [Rule::AppliedBlocks]
    );

    let single = blocks(BlockNesting::Single, false);
    assert_eq!(apply(&single, planned.clone(), known), NONE);
    assert_eq!(
        apply(&single, planned, Value::Null),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(apply(&single, xy(unknown(), unknown()), Value::Null), NONE);
    assert_eq!(apply(&single, unknown(), Value::Null), NONE);
}

#[test]
fn k5_strings_are_compared_after_normalisation() {
    let rules = rules(both("a", Type::String));
    assert_eq!(apply(&rules, "e\u{301}", "\u{e9}"), NONE);
}

#[test]
fn a_finding_says_where_and_what_to_do() {
    let rules = rules(Attribute {
        optional: true,
        ..Attribute::nested("a", Nesting::List, [required("x", Type::String)])
    });
    let object = |x: &str| a(Value::list([Value::object([("x", x)])]));
    let findings = rules.check_plan(None, Some(&object("b")), Some(&object("c")));
    assert_eq!(
        findings[0].to_string(),
        "`a[0].x`: expected the configured value \"b\", found \"c\""
    );
    assert!(
        findings[0]
            .rule
            .remedy()
            .starts_with("Plan the configured value")
    );
    let rules = self::rules(required("a", Type::String));
    for (prior, expected) in [
        (
            None,
            "`a`: expected the configured value, which is unknown, found \"c\"",
        ),
        (
            Some(a("b")),
            "`a`: expected the configured value, which is unknown, or the prior value \"b\", found \"c\"",
        ),
    ] {
        let findings = rules.check_plan(prior.as_ref(), Some(&a(unknown())), Some(&a("c")));
        assert_eq!(findings[0].to_string(), expected);
    }
}
