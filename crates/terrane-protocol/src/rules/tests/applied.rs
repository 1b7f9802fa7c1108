//! Tests of the rules for applied objects (K1 to K5).

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
fn k1_a_dynamic_null_keeps_the_planned_type() {
    let rules = rules(both("a", Type::Dynamic));
    let null = |ty| dynamic(ty, Value::Null);
    let planned = dynamic(Type::String, unknown());
    assert_eq!(apply(&rules, planned.clone(), null(Type::String)), NONE);
    assert_eq!(
        apply(&rules, Value::Null, null(Type::String)),
        NONE,
        "nothing is planned of a null without a type"
    );
    let text = dynamic(Type::String, "x");
    let tuple = dynamic(Type::tuple([Type::String]), Value::tuple(["x"]));
    for (planned, actual) in [
        (text.clone(), null(Type::String)),
        (null(Type::String), text),
        (null(Type::String), Value::Null),
        (null(Type::Number), null(Type::String)),
        (planned.clone(), null(Type::Number)),
        (planned.clone(), Value::Null),
        (planned, tuple),
    ] {
        assert_eq!(apply(&rules, planned, actual), [Rule::PlannedValueChanged]);
    }
}

#[test]
fn k1_an_object_keeps_its_attributes() {
    let rules = rules(both("a", Type::Dynamic));
    let object = |name: &'static str| {
        dynamic(
            Type::object([(name, Type::String)]),
            Value::object([(name, "x")]),
        )
    };
    assert_eq!(
        apply(&rules, object("x"), object("y")),
        [Rule::PlannedValueChanged]
    );
    let open = dynamic(
        Type::object([("x", Type::Dynamic)]),
        Value::object([("x", Value::Null)]),
    );
    assert_eq!(apply(&rules, open, object("x")), NONE);
}

#[test]
fn k1_two_unknown_values_agree_unless_their_ranges_are_disjoint() {
    let unknown = |it: Result<Unknown, _>| it.map(Value::Unknown).unwrap();
    let text = |prefix: &str| unknown(Unknown::new().with_full_string_prefix(prefix));
    let at_least = |number: i32| unknown(Unknown::new().with_number_lower(number, true));
    let below = |number: i32| unknown(Unknown::new().with_number_upper(number, false));
    let longer = |length| unknown(Unknown::new().with_length_lower(length));
    let texts = rules(both("a", Type::String));
    let numbers = rules(both("a", Type::Number));
    let sets = rules(both("a", Type::set(Type::String)));
    assert_eq!(apply(&texts, text("a"), text("b")), NONE);
    assert_eq!(apply(&numbers, at_least(2), below(2)), NONE);
    assert_eq!(
        apply(&numbers, at_least(2), below(1)),
        [Rule::PromiseBroken]
    );
    let set = |elements: [Value; 3]| Value::set(elements);
    let shorter = || unknown(Unknown::new().with_length_upper(1));
    assert_eq!(
        apply(
            &sets,
            shorter(),
            set(["a".into(), "b".into(), Value::unknown()])
        ),
        NONE,
        "a set with an unknown element may have one element in the end"
    );
    assert_eq!(
        apply(&sets, longer(4), set(["a", "b", "c"].map(Into::into))),
        [Rule::PromiseBroken]
    );
    assert_eq!(apply(&sets, longer(2), shorter()), [Rule::PromiseBroken]);
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
            "expected the planned keys, found \"l\" next to them",
        ]
    );
}

#[test]
fn k2_only_the_added_key_is_named() {
    let rules = rules(both("a", Type::map(Type::String)));
    let planned = a(Value::mapping([("l", "x")]));
    let actual = a(Value::mapping([("k", "x"), ("l", "x")]));
    let found = rules.check_applied(Some(&planned), Some(&actual));
    let problems: Vec<&str> = found.iter().map(|found| &*found.problem).collect();
    assert_eq!(
        problems,
        ["expected the planned keys, found \"k\" next to them"]
    );
}

#[test]
fn k1_an_unknown_set_becomes_one_of_the_promised_length() {
    let rules = rules(both("a", Type::set(Type::String)));
    let at_most = |most| {
        let unknown = Unknown::default().with_length_upper(most).unwrap();
        Value::Unknown(unknown)
    };
    let set = |elements: &[&'static str]| Value::set(elements.iter().copied().map(Value::from));
    assert_eq!(apply(&rules, at_most(0), set(&[])), NONE);
    assert_eq!(apply(&rules, at_most(1), set(&["x"])), NONE);
    let found = apply(&rules, at_most(1), set(&["x", "y"]));
    assert_eq!(found, [Rule::PromiseBroken]);
}

#[test]
fn k3_blocks_with_a_dynamic_type_are_compared_one_by_one() {
    let ty = || Type::object([("x", Type::String), ("y", Type::String)]);
    let list = |x: &'static str| dynamic(Type::list(ty()), Value::list([xy(x, "y")]));
    let blocks_in_a_list = blocks(BlockNesting::List, false);
    assert_eq!(apply(&blocks_in_a_list, list("x"), list("x")), NONE);
    let found = apply(&blocks_in_a_list, list("x"), list("z"));
    assert_eq!(found, [Rule::PlannedValueChanged]);
    let map = |x: &'static str| dynamic(Type::map(ty()), Value::mapping([("k", xy(x, "y"))]));
    let blocks_in_a_map = blocks(BlockNesting::Map, false);
    assert_eq!(apply(&blocks_in_a_map, map("x"), map("x")), NONE);
    let found = apply(&blocks_in_a_map, map("x"), map("z"));
    assert_eq!(found, [Rule::PlannedValueChanged]);
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
fn k3_computed_blocks_match_their_plan() {
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
fn k3_computed_blocks_that_were_planned_as_null_may_exist() {
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
    for (planned, actual) in [(Value::Null, one), (none(), Value::Null)] {
        assert_eq!(
            apply(&configured, planned, actual),
            NONE,
            "core compares collections only where both are there"
        );
    }
}
