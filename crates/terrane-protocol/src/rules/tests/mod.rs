//! Tests of the rules, named after the numbers of the rules.

mod applied;
mod legacy;
mod planned;

use terrane_value::{Data, Object, Set, Type, Typed, Unknown, Value};

use super::{Finding, Rule, Rules};
use crate::schema::Schema;
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

/// The type of a set of objects with the attributes `x` and `y`.
fn pairs() -> Type {
    Type::set(Type::object([("x", Type::String), ("y", Type::String)]))
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
    for actual in ["dog-1".into(), Value::Null] {
        assert_eq!(
            apply(&rules, refined.clone(), actual),
            [Rule::PromiseBroken]
        );
    }
    let not_null = Value::Unknown(Unknown::default().not_null());
    assert_eq!(
        apply(&rules, not_null, Value::Null),
        [Rule::PlannedValueChanged]
    );
}

#[test]
fn k1_a_broken_promise_is_named() {
    let promised = Unknown::default().not_null();
    let between = promised
        .clone()
        .with_number_lower(1, true)
        .and_then(|it| it.with_number_upper(9, false));
    let list = Type::list(Type::String);
    let none = || Value::list::<Value>([]);
    for (ty, promise, actual, says) in [
        (
            Type::String,
            promised.clone().with_full_string_prefix("s-"),
            "other".into(),
            "text that begins with \"s-\" as the plan promised, found \"other\"",
        ),
        (
            Type::Number,
            between,
            9.into(),
            "a number of at least 1 and less than 9 as the plan promised, found 9",
        ),
        (
            list.clone(),
            promised.clone().with_length_lower(2),
            none(),
            "at least 2 elements as the plan promised, found a list of 0",
        ),
        (
            list,
            promised
                .with_length_lower(1)
                .and_then(|it| it.with_length_upper(2)),
            none(),
            "1 to 2 elements as the plan promised, found a list of 0",
        ),
    ] {
        let planned = a(Value::Unknown(promise.unwrap()));
        let found = rules(both("a", ty)).check_applied(Some(&planned), Some(&a(actual)));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), format!("`a`: expected {says}"));
    }
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
    let lists = rules(both("a", Type::list(Type::String)));
    let list = |elements: &[&str]| Value::list(elements.iter().copied());
    assert_eq!(
        apply(&lists, list(&["x", "y"]), list(&["x"])),
        [Rule::ElementsChanged]
    );
    assert_eq!(
        apply(&lists, list(&["x"]), list(&["x", "y"])),
        [Rule::ElementsChanged]
    );
    assert_eq!(
        apply(&lists, list(&["x"]), list(&["y"])),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(apply(&lists, Value::list([unknown()]), list(&["y"])), NONE);
    let maps = rules(both("a", Type::map(Type::String)));
    let map = |key: &'static str| Value::mapping([(key, "x")]);
    assert_eq!(apply(&maps, map("k"), map("l")), [Rule::ElementsChanged; 2]);
    assert_eq!(apply(&maps, map("k"), map("k")), NONE);
}

#[test]
fn k2_each_applied_element_of_a_set_matches_a_planned_one() {
    let rules = rules(both("a", pairs()));
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
    let rules = rules(both("a", pairs()));
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
        NONE,
        "core compares collections only where both are there"
    );

    let map = blocks(BlockNesting::Map, false);
    let keyed = |key: &'static str, element: &Value| Value::mapping([(key, element.clone())]);
    assert_eq!(apply(&map, keyed("k", &planned), keyed("k", &known)), NONE);
    assert_eq!(
        apply(&map, keyed("k", &planned), keyed("l", &known)),
        NONE,
        "core counts the blocks of a map, and compares those of the same key"
    );
    let two = Value::mapping([("k", known.clone()), ("l", known.clone())]);
    assert_eq!(
        apply(&map, keyed("k", &planned), two),
        [Rule::AppliedBlocks]
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
    assert_eq!(
        apply(&single, xy(unknown(), unknown()), Value::Null),
        [Rule::PlannedValueChanged]
    );
    assert_eq!(apply(&single, unknown(), Value::Null), NONE);
}

#[test]
fn k5_strings_are_compared_after_normalisation() {
    let rules = rules(both("a", Type::String));
    assert_eq!(apply(&rules, "e\u{301}", "\u{e9}"), NONE);
}

#[test]
fn a_finding_states_path_and_remedy() {
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
            .remedy()
            .starts_with("Plan the configured value")
    );
    let remedy = |attribute| {
        let findings = self::rules(attribute).check_applied(Some(&a("b")), Some(&a("c")));
        findings[0].remedy()
    };
    assert!(remedy(required("a", Type::String)).contains("make the attribute computed"));
    assert!(remedy(both("a", Type::String)).contains("do not keep the prior value"));
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
