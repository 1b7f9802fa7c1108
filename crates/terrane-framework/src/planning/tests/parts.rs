//! Planning of nested attributes, and of objects that do not match the schema.

use std::collections::BTreeSet;

use terrane_value::{Object, Type, Value};

use super::sets::nested;
use super::{object, paths, planned, rules};
use crate::planning::{
    MissingValues, counts, each_count, has_key_alone, keep_equal, missing, prepared,
};
use crate::schema::{
    Block, BlockNesting, Equality, Member, MemberChange, Modifier, Nesting, Shape,
};
use crate::testing::{computed, json, optional, required};

#[test]
fn a_null_where_the_model_promises_a_value_is_found_in_every_nesting() {
    for (nesting, state, expected) in [
        (Nesting::Single, r#"{"proto":"tcp"}"#, "rules.port"),
        (
            Nesting::List,
            r#"[{"port":1,"proto":"tcp"},null]"#,
            "rules[1]",
        ),
        (
            Nesting::Map,
            r#"{"a":{"port":1,"proto":"tcp"},"b":{"proto":"tcp"}}"#,
            r#"rules["b"].port"#,
        ),
        (
            Nesting::Set,
            r#"[{"port":1,"proto":"tcp"},{"proto":"tcp"}]"#,
            "rules",
        ),
    ] {
        let block = rules(nesting);
        let state = object(&block, &format!(r#"{{"rules":{state}}}"#));
        let found = missing(&block, &state).map(|path| path.to_string());
        assert_eq!(found.as_deref(), Some(expected));
    }
}

#[test]
fn l10_code_for_a_field_is_not_called_for_a_data_source() {
    let shouted = |name: &mut MemberChange<'_>| {
        name.set_planned("TOM".into());
        Ok(())
    };
    let block = Block::new([
        required("name", Type::String).modify(Modifier::new(shouted)),
        computed("id", Type::String),
    ]);
    let config = object(&block, r#"{"name":"Tom"}"#);
    assert_eq!(prepared(&block, &config).get("name"), Some(&"Tom".into()));
    let plan = planned(&block, r#"{"name":"Tom"}"#, None, r#"{"name":"Tom"}"#);
    assert_eq!(plan.planned.get("name"), Some(&"TOM".into()));
}

#[test]
fn l10h_a_dynamic_plan_hook_sees_the_object_and_reports() {
    let fits = |label: &mut MemberChange<'_>| {
        let text = |object: Option<&Object>| {
            let note = object.and_then(|object| object.get("note"));
            note.and_then(Value::as_str).unwrap_or("nothing").to_owned()
        };
        let seen = [
            text(label.config_object()),
            text(label.prior_object()),
            text(Some(label.planned_object())),
        ];
        let times = label.private().get::<i64>("times")?.unwrap_or_default();
        label.private_mut().set("times", &(times + 1));
        label.warn(label.path().to_string(), seen.join(", "));
        if label.prior().is_known() && label.config() != label.prior() {
            label.replace();
        }
        Ok(())
    };
    let nested = Shape::Nested {
        nesting: Nesting::Map,
        object: Block::new([
            required("label", Type::String).modify(Modifier::new(fits)),
            optional("note", Type::String),
        ]),
    };
    let block = Block::new([Member::new("boxes", nested)]);
    let state =
        |label, note| format!(r#"{{"boxes":{{"a":{{"label":"{label}","note":"{note}"}}}}}}"#);
    let (prior, config) = (state("x", "old"), state("y", "new"));
    let plan = planned(&block, &config, Some(&prior), &config);
    assert_eq!(paths(&plan), [r#"boxes["a"].label"#]);
    let reports = plan.reports.unwrap();
    let warnings: Vec<_> = reports.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains(r#"boxes["a"].label"#), "{warnings:?}");
    assert!(warnings[0].contains("new, old, new"), "{warnings:?}");
    assert_eq!(reports.private.get("times").unwrap(), Some(1));
}

#[test]
fn an_object_of_another_shape_is_unchanged() {
    let block = Block::new([json("body")]);
    let state = object(&block, r#"{"body":"{}"}"#);
    let other = Object::from_pairs([("text", "{ }")]);
    let mut kept = other.clone();
    keep_equal(&block, &state, &mut kept);
    assert_eq!(kept, other);
    let mut kept = object(&block, r#"{"body":"{ }"}"#);
    keep_equal(&block, &other, &mut kept);
    assert_eq!(kept, object(&block, r#"{"body":"{ }"}"#));
}

/// A key with a private part, whose changes are counted.
fn key() -> Block {
    Block::new([
        required("number", Type::Number),
        optional("private", Type::String).write_only(),
        computed("version", Type::Number).counts("private"),
    ])
}

#[test]
fn a_count_follows_its_element_with_a_numeric_key() {
    let nested = Shape::Nested {
        nesting: Nesting::List,
        object: key(),
    };
    let block = Block::new([Member::new("keys", nested).align("number")]);
    let state = r#"{"keys":[{"number":7,"version":1},{"number":5,"version":2}]}"#;
    let counts = counts(&block, Some(&object(&block, state)));
    let addresses: BTreeSet<&str> = counts.keys().map(|address| &**address).collect();
    let expected = [r#"keys["5"].version"#, r#"keys["7"].version"#];
    assert_eq!(addresses, BTreeSet::from(expected));
}

#[test]
fn nothing_is_counted_in_an_object_of_another_shape() {
    let mut other = Object::from_pairs([("a", "x"), ("b", "y"), ("c", "z")]);
    each_count(&key(), None, &mut other, &mut |counting| {
        panic!("{}", counting.address);
    });
}

#[test]
fn a_state_with_a_key_and_blocks_is_completed_with_unknown_values() {
    let blocks = Shape::Block {
        nesting: BlockNesting::List,
        block: Block::new([required("port", Type::Number)]),
        min_items: 0,
        max_items: 0,
    };
    let block = Block::new([
        required("name", Type::String).key(),
        computed("arn", Type::String),
        Member::new("rules", blocks),
    ]);
    let opened = |state: &str| {
        let state = object(&block, state);
        let opened = MissingValues::of(&block, &state)
            .with_unknown(&state)
            .into_owned();
        opened.get("arn").unwrap().is_unknown()
    };
    assert!(opened(r#"{"name":"a","rules":[{"port":1}]}"#));
    assert!(opened(r#"{"name":"a","rules":[]}"#));
}

#[test]
fn a_state_has_the_key_alone_if_no_other_attribute_and_no_block_is_set() {
    let shape = |nesting| Shape::Block {
        nesting,
        block: Block::new([optional("port", Type::Number)]),
        min_items: 0,
        max_items: 0,
    };
    let block = Block::new([
        required("name", Type::String).key(),
        optional("zone", Type::String).key_optional(),
        optional("note", Type::String),
        Member::new("group", shape(BlockNesting::Single)).group(),
        Member::new("list", shape(BlockNesting::List)),
        Member::new("single", shape(BlockNesting::Single)),
    ]);
    let alone = |rest: &str| {
        let state = format!(r#"{{"name":"a","zone":null,{rest}}}"#);
        has_key_alone(&block, &object(&block, &state))
    };
    let empty = r#""note":null,"group":{"port":null},"list":[],"single":null"#;
    assert!(alone(empty));
    assert!(alone(&empty.replace(r#"{"port":null}"#, "null")));
    for (from, to) in [
        (r#""note":null"#, r#""note":"x""#),
        (r#"{"port":null}"#, r#"{"port":1}"#),
        (r#"[]"#, r#"[{"port":null}]"#),
        (r#""single":null"#, r#""single":{"port":null}"#),
    ] {
        assert!(!alone(&empty.replace(from, to)), "{to}");
    }
}

#[test]
fn missing_values_are_found_in_every_nesting() {
    for (nesting, open, close) in [
        (Nesting::Single, "", ""),
        (Nesting::List, "[", "]"),
        (Nesting::Set, "[", "]"),
        (Nesting::Map, r#"{"k":"#, "}"),
    ] {
        let members = [
            required("port", Type::Number),
            computed("arn", Type::String),
        ];
        let block = Block::new([
            required("name", Type::String).key(),
            nested("rules", nesting, members),
        ]);
        let text = format!(r#"{{"name":"a","rules":{open}{{"port":1}}{close}}}"#);
        let state = object(&block, &text);
        let missing = MissingValues::of(&block, &state);
        let mut opened = missing.with_unknown(&state).into_owned();
        assert!(!opened.get("rules").unwrap().is_wholly_known(), "{text}");
        missing.restore_null(&mut opened);
        assert_eq!(opened, state);
    }
}

/// Whether an element of a set keeps the planned form of its text if its attribute `other` was planned as `before`, and its result is `value`.
fn keeps(ty: &Type, before: Value, value: Value) -> bool {
    let element = Block::new([json("body"), optional("other", ty.clone())]);
    let of = |body: &str, other: Value| {
        let mut object = Object::new(element.object_type());
        object.set("body", body);
        object.set("other", other);
        Value::set([Value::from(object)])
    };
    let nesting = Nesting::Set;
    let object = element.clone();
    let block = Block::new([Member::new("rules", Shape::Nested { nesting, object })]);
    let rules = |elements: Value| {
        let mut object = Object::new(block.object_type());
        object.set("rules", elements);
        object
    };
    let mut result = rules(of("{ }", value.clone()));
    keep_equal(&block, &rules(of("{}", before)), &mut result);
    result.get("rules") == Some(&of("{}", value))
}

#[test]
fn s1_an_element_of_a_set_keeps_its_form_if_its_result_fulfils_the_plan() {
    let unknown = Value::unknown;
    let number = |number: i64| Value::from(number);

    let ty = Type::object([("p", Type::Number), ("q", Type::Number)]);
    let pq = |p: Value, q: Value| Value::object([("p", p), ("q", q)]);
    let keeps_object = |value| keeps(&ty, pq(number(1), unknown()), value);
    assert!(keeps_object(pq(number(1), number(2))));
    assert!(!keeps_object(pq(number(2), number(2))));

    let list = |elements: &[i64]| Value::list(elements.iter().map(|it| number(*it)));
    let before = || Value::list([number(1), unknown()]);
    let keeps_list = |elements| keeps(&Type::list(Type::Number), before(), list(elements));
    assert!(keeps_list(&[1, 2]));
    assert!(!keeps_list(&[2, 2]));
    assert!(!keeps_list(&[1]));
    assert!(!keeps_list(&[1, 2, 3]));

    let map = |elements: &[(&str, i64)]| {
        let elements = elements
            .iter()
            .map(|(key, it)| ((*key).to_owned(), number(*it)));
        Value::mapping(elements)
    };
    let before = || Value::mapping([("a", number(1)), ("b", unknown())]);
    let keeps_map = |elements| keeps(&Type::map(Type::Number), before(), map(elements));
    assert!(keeps_map(&[("a", 1), ("b", 2)]));
    assert!(!keeps_map(&[("a", 2), ("b", 2)]));
    assert!(!keeps_map(&[("a", 1), ("c", 2)]));
    assert!(!keeps_map(&[("a", 1)]));
    assert!(!keeps_map(&[("a", 1), ("b", 2), ("c", 3)]));

    let set = |elements: &[i64]| Value::set(elements.iter().map(|it| number(*it)));
    let before = || Value::set([number(1), unknown()]);
    let keeps_set = |elements| keeps(&Type::set(Type::Number), before(), set(elements));
    assert!(keeps_set(&[1, 2]));
    assert!(!keeps_set(&[1]));
    assert!(!keeps_set(&[1, 2, 3]));

    let ty = Type::object([("p", Type::set(Type::Number)), ("q", Type::Number)]);
    let keeps_set = |elements| {
        let before = pq(set(&[1]), unknown());
        keeps(&ty, before, pq(set(elements), number(2)))
    };
    assert!(keeps_set(&[1]));
    assert!(!keeps_set(&[2]));
    assert!(!keeps_set(&[1, 2]));
}

#[test]
fn s1_an_attribute_of_an_object_keeps_its_form() {
    let ty = Type::object([("body", Type::String), ("n", Type::Number)]);
    let equality = json("body").equality().cloned();
    let equality = Equality::of_attributes([equality, None]).unwrap();
    let block = Block::new([optional("other", ty).equal_by(equality)]);
    let of = |text: &str| object(&block, &format!(r#"{{"other":{text}}}"#));
    let mut result = of(r#"{"body":"{ }","n":2}"#);
    keep_equal(&block, &of(r#"{"body":"{}","n":1}"#), &mut result);
    assert_eq!(result, of(r#"{"body":"{}","n":2}"#));
}
