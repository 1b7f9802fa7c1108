//! Applied values, part by part.

use super::{NONE, a, apply, blocks, both, rules, unknown, xy};
use crate::rules::Rule;
use crate::schema::BlockNesting;
use terrane_value::{Data, Type, Typed, Unknown, Value};

fn dynamic(ty: Type, value: impl Into<Value>) -> Value {
    let value = value.into();
    Value::Known(Data::Dynamic(Box::new(Typed { ty, value })))
}

fn texts(elements: impl IntoIterator<Item = Value>) -> Value {
    dynamic(Type::list(Type::String), Value::list(elements))
}

#[test]
fn k1_a_dynamic_value_is_compared_part_by_part() {
    let rules = rules(both("a", Type::Dynamic));
    let planned = texts(["x".into(), unknown()]);
    let changed = |actual| rules.check_applied(Some(&a(planned.clone())), Some(&a(actual)));
    assert_eq!(changed(texts(["x".into(), "y".into()])), []);
    let found = changed(texts(["z".into(), "y".into()]));
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "`a[0]`: expected \"x\" as planned, found \"z\""
    );
    let numbers = dynamic(Type::list(Type::Number), Value::list::<Value>([]));
    assert_eq!(
        apply(&rules, texts([]), numbers),
        [Rule::PlannedValueChanged],
        "an empty list of another type"
    );
}

#[test]
fn k1_an_unknown_dynamic_value_may_be_null_of_its_type() {
    let rules = rules(both("a", Type::Dynamic));
    let null = dynamic(Type::String, Value::Null);
    let planned = dynamic(Type::String, unknown());
    assert_eq!(apply(&rules, planned, null.clone()), NONE);
    assert_eq!(apply(&rules, Value::Null, null.clone()), NONE);
    assert_eq!(apply(&rules, null.clone(), Value::Null), NONE);
    let text = dynamic(Type::String, "x");
    for (planned, actual) in [(text.clone(), null.clone()), (null, text)] {
        assert_eq!(apply(&rules, planned, actual), [Rule::PlannedValueChanged]);
    }
}

#[test]
fn k1_an_object_keeps_its_attributes() {
    let rules = rules(both("a", Type::Dynamic));
    let object = |name: &'static str| Value::object([(name, "x")]);
    assert_eq!(
        apply(&rules, object("x"), object("y")),
        [Rule::PlannedValueChanged]
    );
}

#[test]
fn k2_keys_that_are_missing_or_added_are_named() {
    let rules = rules(both("a", Type::map(Type::String)));
    let map = |key: &'static str| a(Value::mapping([(key, "x")]));
    let found = rules.check_applied(Some(&map("k")), Some(&map("l")));
    let problems: Vec<&str> = found.iter().map(|found| &*found.problem).collect();
    assert_eq!(
        problems,
        [
            "expected the planned keys, but \"k\" is missing",
            "expected the planned keys, found \"l\" beside them",
        ]
    );
}

#[test]
fn k3_computed_blocks_that_were_planned_as_unknown_are_never_null_collections() {
    let one = |y: Value| Value::list([xy("x", y)]);
    let computed = blocks(BlockNesting::List, true);
    for actual in [one("y".into()), Value::list::<Value>([])] {
        assert_eq!(apply(&computed, unknown(), actual), NONE);
    }
    for planned in [unknown(), one(unknown())] {
        assert_eq!(
            apply(&computed, planned, Value::Null),
            [Rule::AppliedBlocks]
        );
    }
    let single = blocks(BlockNesting::Single, true);
    for actual in [xy("x", "y"), Value::Null] {
        assert_eq!(apply(&single, unknown(), actual), NONE);
    }
}

#[test]
fn k3_computed_blocks_are_what_was_told_of_them_before() {
    let there = || Value::Unknown(Unknown::new().not_null());
    let single = |computed| blocks(BlockNesting::Single, computed);
    let found = apply(&single(true), there(), Value::Null);
    assert_eq!(found, [Rule::PlannedValueChanged]);
    assert_eq!(apply(&single(true), there(), xy("x", "y")), NONE);
    assert_eq!(apply(&single(false), there(), Value::Null), NONE);
    let list = blocks(BlockNesting::List, true);
    let none = Value::list::<Value>([]);
    let some = Value::Unknown(Unknown::new().with_length_lower(1).unwrap());
    assert_eq!(apply(&list, some, none.clone()), [Rule::PromiseBroken]);
    let still_unknown = apply(&list, none, unknown());
    assert_eq!(
        still_unknown, NONE,
        "what is unknown still is told elsewhere"
    );
}

#[test]
fn k3_computed_blocks_that_were_planned_as_null_may_be_there() {
    let one = Value::list([xy("x", "y")]);
    let none = || Value::list::<Value>([]);
    let computed = blocks(BlockNesting::List, true);
    assert_eq!(apply(&computed, Value::Null, one.clone()), NONE);
    assert_eq!(
        apply(&computed, one.clone(), none()),
        [Rule::AppliedBlocks],
        "planned ones stay"
    );
    let configured = blocks(BlockNesting::List, false);
    assert_eq!(apply(&configured, Value::Null, one), [Rule::AppliedBlocks]);
    assert_eq!(
        apply(&configured, none(), Value::Null),
        [Rule::AppliedBlocks],
        "no blocks are an empty list"
    );
}
