//! Elements of sets, which have no address: their partners in the state, and the changes that require a replacement.

use terrane_value::{Object, Type, Value};

use super::{elements, paths, planned};
use crate::schema::{Block, Condition, Member, Nesting, Replace, Shape};
use crate::testing::{computed, json, optional, required};

pub(super) fn nested(
    name: &str,
    nesting: Nesting,
    members: impl IntoIterator<Item = Member>,
) -> Member {
    let object = Block::new(members);
    Member::new(name, Shape::Nested { nesting, object })
}

fn set_of(members: impl IntoIterator<Item = Member>) -> Block {
    Block::new([nested("rules", Nesting::Set, members)])
}

fn rules(elements: &str) -> String {
    format!(r#"{{"rules":[{elements}]}}"#)
}

/// Returns whether a change of elements requires a replacement.
fn asks(prior: &str, config: &str) -> bool {
    let zero = Condition::new(|prior, planned| [prior, planned].contains(&&0.into()));
    let zip = optional("zip", Type::Number).replace();
    let block = set_of([
        required("name", Type::String),
        optional("port", Type::Number).replace(),
        computed("zone", Type::String)
            .optional()
            .replace_if_configured(),
        optional("size", Type::Number).replace_when(Replace::If(zero)),
        nested(
            "site",
            Nesting::Single,
            [nested("street", Nesting::Single, [zip])],
        ),
        nested("plain", Nesting::Single, [optional("x", Type::Number)]),
    ]);
    let (prior, config) = (rules(prior), rules(config));
    let plan = planned(&block, &config, Some(&prior), &config);
    match &*paths(&plan) {
        [] => false,
        [path] if path == "rules" => true,
        others => panic!("{others:?}"),
    }
}

#[test]
fn l20_new_or_changed_replace_attributes_in_a_set_force_replacement() {
    for (prior, config, expected) in [
        (
            r#"{"name":"a","port":1}"#,
            r#"{"name":"b","port":1}"#,
            false,
        ),
        (r#"{"name":"a","port":1}"#, r#"{"name":"b","port":2}"#, true),
        (
            r#"{"name":"a","port":1},{"name":"b","port":1}"#,
            r#"{"name":"c","port":1},{"name":"d","port":1}"#,
            false,
        ),
        (
            r#"{"name":"a","port":1},{"name":"b","port":2}"#,
            r#"{"name":"a","port":1},{"name":"c","port":2}"#,
            false,
        ),
        (
            r#"{"name":"a","port":1}"#,
            r#"{"name":"a","port":1},{"name":"b","port":1}"#,
            true,
        ),
        (
            r#"{"name":"a","port":1},{"name":"b","port":2}"#,
            r#"{"name":"c","port":2},{"name":"d","port":2}"#,
            true,
        ),
        (r#"{"name":"a","port":1}"#, r#"{"name":"a"}"#, true),
        (r#"{"name":"a"}"#, r#"{"name":"a","port":1}"#, true),
        (
            r#"{"name":"a","site":{"street":{"zip":1}}}"#,
            r#"{"name":"b","site":{"street":{"zip":1}}}"#,
            false,
        ),
        (
            r#"{"name":"a","site":{"street":{"zip":1}}}"#,
            r#"{"name":"b","site":{"street":{"zip":2}}}"#,
            true,
        ),
        (
            r#"{"name":"a","plain":{"x":1}}"#,
            r#"{"name":"b","plain":{"x":2}}"#,
            false,
        ),
    ] {
        assert_eq!(asks(prior, config), expected, "{prior} to {config}");
    }
}

#[test]
fn l20_null_fixed_values_in_a_set_do_not_force_replacement() {
    for (prior, config) in [
        (r#"{"name":"a"}"#, r#"{"name":"a"},{"name":"b"}"#),
        (r#"{"name":"a"},{"name":"b"}"#, r#"{"name":"a"}"#),
        (r#"{"name":"a"}"#, r#"{"name":"b"}"#),
        (
            r#"{"name":"a","port":1}"#,
            r#"{"name":"a","port":1},{"name":"b"}"#,
        ),
        (
            r#"{"name":"a","port":1}"#,
            r#"{"name":"b","port":1},{"name":"c"}"#,
        ),
        (
            r#"{"name":"a"}"#,
            r#"{"name":"a"},{"name":"b","site":{"street":{}}}"#,
        ),
    ] {
        assert!(!asks(prior, config), "{prior} to {config}");
    }
}

/// Returns whether a change of elements of a list or a set requires a replacement.
fn asks_in(nesting: Nesting, prior: &str, config: &str) -> bool {
    let members = [
        required("name", Type::String),
        optional("fixed", Type::String).replace(),
    ];
    let block = Block::new([nested("rules", nesting, members)]);
    let (prior, config) = (rules(prior), rules(config));
    !paths(&planned(&block, &config, Some(&prior), &config)).is_empty()
}

#[test]
fn l20_removal_of_an_element_does_not_force_replacement_in_sets_and_lists() {
    const A: &str = r#"{"name":"a","fixed":"x"}"#;
    const B: &str = r#"{"name":"b","fixed":"y"}"#;
    const C: &str = r#"{"name":"c"}"#;
    let several = |elements: &[&str]| elements.join(",");
    for (prior, config, expected) in [
        (several(&[A, B]), several(&[A]), false),
        (several(&[A]), several(&[]), false),
        (several(&[A, C]), several(&[A]), false),
        (several(&[A]), several(&[A, C]), false),
        (several(&[A]), several(&[A, B]), true),
        (several(&[A]), several(&[B]), true),
        (several(&[A]), several(&[C]), true),
        (several(&[C]), several(&[A]), true),
    ] {
        for nesting in [Nesting::List, Nesting::Set] {
            let asks = asks_in(nesting, &prior, &config);
            assert_eq!(asks, expected, "{nesting:?}: {prior} to {config}");
        }
    }
}

#[test]
fn l20_only_the_fixed_values_of_a_nested_object_are_compared() {
    for nesting in [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map] {
        let fixed = optional("fixed", Type::String).replace();
        let part = nested("part", nesting, [optional("x", Type::Number), fixed]);
        let block = set_of([required("name", Type::String), part]);
        let asks = |prior: &str, config: &str| {
            let of = |part: &str| {
                let part = match nesting {
                    Nesting::Single => part.to_owned(),
                    Nesting::List | Nesting::Set => format!("[{part}]"),
                    Nesting::Map => format!(r#"{{"k":{part}}}"#),
                };
                rules(&format!(r#"{{"name":"a","part":{part}}}"#))
            };
            let (prior, config) = (of(prior), of(config));
            !paths(&planned(&block, &config, Some(&prior), &config)).is_empty()
        };
        assert!(!asks(r#"{"x":1,"fixed":"f"}"#, r#"{"x":2,"fixed":"f"}"#));
        assert!(!asks(r#"{"x":1}"#, r#"{"x":2}"#));
        assert!(asks(r#"{"x":1,"fixed":"f"}"#, r#"{"x":1,"fixed":"g"}"#));
        assert!(asks(r#"{"x":1}"#, r#"{"x":1,"fixed":"g"}"#));
    }
}

#[test]
fn l20_the_number_of_nested_elements_with_a_fixed_value_is_compared() {
    let fixed = optional("fixed", Type::String).replace();
    let part = nested("part", Nesting::Set, [optional("x", Type::Number), fixed]);
    let block = set_of([required("name", Type::String), part]);
    let asks = |prior: &str, config: &str| {
        let of = |part: &str| rules(&format!(r#"{{"name":"a","part":[{part}]}}"#));
        let (prior, config) = (of(prior), of(config));
        !paths(&planned(&block, &config, Some(&prior), &config)).is_empty()
    };
    let (one, other) = (r#"{"x":1,"fixed":"f"}"#, r#"{"x":2,"fixed":"f"}"#);
    assert!(!asks(one, other));
    assert!(asks(one, &format!("{one},{other}")));
    assert!(asks(&format!("{one},{other}"), one));
}

#[test]
fn l20_a_replace_condition_compares_null_with_the_value_of_an_added_element() {
    let asks = |condition: fn(&Value, &Value) -> bool| {
        let condition = Replace::If(Condition::new(condition));
        let size = optional("size", Type::Number).replace_when(condition);
        let block = set_of([required("name", Type::String), size]);
        let (prior, config) = (rules(r#"{"name":"a"}"#), rules(r#"{"name":"b","size":0}"#));
        !paths(&planned(&block, &config, Some(&prior), &config)).is_empty()
    };
    assert!(asks(
        |prior, planned| prior.is_null() && *planned == 0.into()
    ));
    assert!(!asks(
        |prior, planned| *prior == 0.into() && planned.is_null()
    ));
}

#[test]
fn l20_new_configured_values_in_a_set_force_replacement() {
    for (prior, config, expected) in [
        (
            r#"{"name":"a","zone":"x"}"#,
            r#"{"name":"b","zone":"x"}"#,
            false,
        ),
        (
            r#"{"name":"a","zone":"x"}"#,
            r#"{"name":"b","zone":"y"}"#,
            true,
        ),
        (r#"{"name":"a","zone":"x"}"#, r#"{"name":"b"}"#, false),
        (
            r#"{"name":"a","zone":"x"},{"name":"b","zone":"y"}"#,
            r#"{"name":"c","zone":"x"},{"name":"d","zone":"x"}"#,
            true,
        ),
    ] {
        assert_eq!(asks(prior, config), expected, "{prior} to {config}");
    }
}

#[test]
fn l20_a_replace_condition_runs_for_added_and_possibly_changed_elements() {
    for (prior, config, expected) in [
        (r#"{"name":"a"}"#, r#"{"name":"b"}"#, false),
        (r#"{"name":"a"}"#, r#"{"name":"b","size":5}"#, false),
        (r#"{"name":"a"}"#, r#"{"name":"b","size":0}"#, true),
        (r#"{"name":"a","size":5}"#, r#"{"name":"b"}"#, false),
        (r#"{"name":"a","size":0}"#, r#"{"name":"b"}"#, true),
        (
            r#"{"name":"a","size":0}"#,
            r#"{"name":"b","size":0}"#,
            false,
        ),
        (
            r#"{"name":"a"},{"name":"b","size":0}"#,
            r#"{"name":"a"}"#,
            false,
        ),
    ] {
        assert_eq!(asks(prior, config), expected, "{prior} to {config}");
    }
}

/// Returns whether an element has a partner that differs from it at most in a nested attribute.
fn continues(nesting: Nesting, prior: &str, config: &str) -> bool {
    let part = [
        optional("x", Type::String),
        computed("y", Type::String).optional(),
    ];
    let block = set_of([
        nested("part", nesting, part),
        computed("id", Type::String).keep(),
    ]);
    let prior = rules(&format!(r#"{{"part":{prior},"id":"old"}}"#));
    let config = rules(&format!(r#"{{"part":{config}}}"#));
    let plan = planned(&block, &config, Some(&prior), &config);
    let set = elements(&plan);
    let element = set.iter().next().and_then(Value::as_object);
    element.and_then(|element| element.get("id")) == Some(&"old".into())
}

#[test]
fn n3_an_element_is_paired_with_one_that_differs_only_in_provider_values_at_any_depth() {
    const KNOWN: &str = r#"{"x":"1","y":"c"}"#;
    const SAME: &str = r#"{"x":"1"}"#;
    for (nesting, open, close) in [
        (Nesting::Single, "", ""),
        (Nesting::List, "[", "]"),
        (Nesting::Set, "[", "]"),
        (Nesting::Map, r#"{"k":"#, "}"),
    ] {
        let known = format!("{open}{KNOWN}{close}");
        for (config, expected) in [
            (KNOWN, true),
            (SAME, true),
            (r#"{"x":"1","y":"d"}"#, false),
            (r#"{"x":"2"}"#, false),
        ] {
            let config = format!("{open}{config}{close}");
            let continues = continues(nesting, &known, &config);
            assert_eq!(continues, expected, "{known} to {config}");
        }
        assert!(!continues(nesting, &known, "null"));
        assert!(!continues(nesting, "null", &known));
        assert!(continues(nesting, "null", "null"));
    }
}

#[test]
fn n3_collections_in_an_element_have_the_same_elements() {
    let (known, same) = (r#"{"x":"1","y":"c"}"#, r#"{"x":"1"}"#);
    let (second, other) = (r#"{"x":"2","y":"d"}"#, r#"{"x":"2"}"#);
    for (nesting, prior, config, expected) in [
        (
            Nesting::List,
            format!("[null,{known}]"),
            format!("[null,{same}]"),
            true,
        ),
        (
            Nesting::List,
            format!("[{known}]"),
            format!("[{same},{same}]"),
            false,
        ),
        (
            Nesting::List,
            format!("[{known},{second}]"),
            format!("[{other},{same}]"),
            false,
        ),
        (
            Nesting::Set,
            format!("[{known},{second}]"),
            format!("[{other},{same}]"),
            true,
        ),
        (
            Nesting::Set,
            format!("[{known}]"),
            format!("[{other},{same}]"),
            false,
        ),
        (
            Nesting::Map,
            format!(r#"{{"k":{known}}}"#),
            format!(r#"{{"l":{same}}}"#),
            false,
        ),
        (
            Nesting::Map,
            format!(r#"{{"k":{known}}}"#),
            format!(r#"{{"k":{same},"l":{same}}}"#),
            false,
        ),
    ] {
        let continues = continues(nesting, &prior, &config);
        assert_eq!(continues, expected, "{prior} to {config}");
    }
}

#[test]
fn l6_elements_of_a_set_that_become_equal_by_defaults_are_merged() {
    let block = set_of([
        required("port", Type::Number),
        required("proto", Type::String).default(|| "tcp".into()),
        computed("slug", Type::String).optional(),
    ]);
    let config = rules(r#"{"port":1},{"port":1,"proto":"tcp"},{"port":2,"slug":"two"}"#);
    let plan = planned(&block, &config, None, &config);
    let set = elements(&plan);
    let slugs: Vec<_> = set
        .iter()
        .map(|element| {
            let element = element.as_object().unwrap();
            (element.get("port"), element.get("slug"))
        })
        .collect();
    assert_eq!(slugs.len(), 2);
    assert!(slugs.contains(&(Some(&2.into()), Some(&"two".into()))));
}

#[test]
fn l10_a_new_element_next_to_an_equal_one_has_unknown_computed_attributes() {
    let block = set_of([json("body"), computed("id", Type::String)]);
    let prior = rules(r#"{"body":"{}","id":"1"}"#);
    let config = rules(r#"{"body":"{ }"},{"body":"[]"}"#);
    let plan = planned(&block, &config, Some(&prior), &config);
    let elements = elements(&plan);
    let ids = elements.iter().map(|element| element.as_object().unwrap());
    assert!(
        ids.clone().count() == 2 && ids.into_iter().all(|it| it.get("id").unwrap().is_unknown())
    );
}

/// Elements with the attributes `x`, `y` and `z`, which the provider fills if they are not configured, and a computed `id`.
fn decided() -> Block {
    let optional = |name| computed(name, Type::String).optional().keep();
    set_of([
        optional("x"),
        optional("y"),
        optional("z"),
        computed("id", Type::Number).keep(),
    ])
}

/// Creates an element. `?` is an unknown value, and a blank is a value that is not configured.
fn element(block: &Block, values: &str, id: Option<i64>) -> Value {
    let text = values.chars().zip(["x", "y", "z"]);
    let mut object = Object::new(block.members()[0].shape().nested().unwrap().object_type());
    for (value, name) in text {
        let value = match value {
            ' ' => Value::Null,
            '?' => Value::unknown(),
            value => value.to_string().into(),
        };
        object.set(name, value);
    }
    if let Some(id) = id {
        object.set("id", id);
    }
    object.into()
}

/// Plans a set. Returns the planned elements in the notation of [`element`], with their ids.
fn planned_set(prior: &[(&str, i64)], config: &[&str]) -> Vec<(String, Option<i64>)> {
    let block = decided();
    let mut state = Object::new(block.object_type());
    let stored = prior.iter().map(|(it, id)| element(&block, it, Some(*id)));
    state.set("rules", Value::set(stored));
    let mut configured = Object::new(block.object_type());
    let wanted = config.iter().map(|it| element(&block, it, None));
    configured.set("rules", Value::set(wanted));
    let plan = super::plan(&block, &configured, Some(&state), configured.clone());
    let set = elements(&plan);
    let mut described: Vec<_> = set
        .iter()
        .filter_map(Value::as_object)
        .map(|element| {
            let text = ["x", "y", "z"].map(|name| match element.get(name).unwrap() {
                Value::Null => " ".to_owned(),
                Value::Unknown(_) => "?".to_owned(),
                value => value.as_str().unwrap().to_owned(),
            });
            let id = element.get("id").unwrap().as_number();
            (text.concat(), id.map(|id| id.to_string().parse().unwrap()))
        })
        .collect();
    described.sort();
    described
}

#[test]
fn n3_every_element_of_a_set_is_paired_if_a_complete_pairing_exists() {
    for (prior, config) in [
        // The element that leaves more to the provider matches both.
        (&[("abc", 1), ("bbc", 2)][..], &["   ", "a  "][..]),
        (&[("abc", 1), ("bbc", 2)], &["   ", "b  "]),
        // Two elements match the same element of the state, and only one of them matches the other.
        (&[("abz", 1), ("qbz", 2)], &["a  ", " b "]),
        (&[("qbz", 1), ("abz", 2)], &["a  ", " b "]),
        // The first element takes the only match of the second one, and has to change its partner.
        (&[("abz", 1), ("qbz", 2)], &[" b ", "a  "]),
        // Two elements have to change their partners.
        (
            &[("abq", 1), ("qbc", 2), ("qqc", 3)],
            &["  c", " b ", "a  "],
        ),
        (
            &[("abq", 1), ("qbc", 2), ("qqc", 3)],
            &["a  ", " b ", "  c"],
        ),
        (
            &[("qqc", 1), ("qbc", 2), ("abq", 3)],
            &["a  ", " b ", "  c"],
        ),
    ] {
        let mut expected: Vec<_> = prior
            .iter()
            .map(|(text, id)| ((*text).to_owned(), Some(*id)))
            .collect();
        expected.sort();
        assert_eq!(planned_set(prior, config), expected, "{config:?}");
    }
}

#[test]
fn n3_an_element_that_leaves_less_to_the_provider_is_paired_first() {
    let one = |text: &str, id: Option<i64>| (text.to_owned(), id);
    for config in [["a  ", "ab "], ["ab ", "a  "]] {
        let planned = planned_set(&[("abc", 1)], &config);
        assert_eq!(planned, [one("a??", None), one("abc", Some(1))]);
    }
}

#[test]
fn n3_an_element_that_leaves_a_part_to_the_provider_is_paired_before_one_that_leaves_the_whole() {
    let decided = |name| computed(name, Type::String).optional().keep();
    let part = nested("part", Nesting::Single, [decided("p"), decided("q")]);
    let block = set_of([decided("x"), part, computed("id", Type::Number).keep()]);
    let prior = rules(r#"{"x":"1","part":{"p":"1","q":"1"},"id":1}"#);
    let (whole, parts) = (r#"{"part":{"p":"1","q":"1"}}"#, r#"{"x":"1","part":{}}"#);
    for config in [format!("{whole},{parts}"), format!("{parts},{whole}")] {
        let config = rules(&config);
        let plan = planned(&block, &config, Some(&prior), &config);
        let set = elements(&plan);
        let described: Vec<_> = set
            .iter()
            .filter_map(Value::as_object)
            .map(|element| {
                let x = element.get("x").and_then(Value::as_str);
                (x, element.get("id") == Some(&1.into()))
            })
            .collect();
        assert_eq!(described.len(), 2);
        for expected in [(Some("1"), true), (None, false)] {
            assert!(described.contains(&expected), "{config}: {described:?}");
        }
    }
}

#[test]
fn n3_an_unknown_element_of_a_set_allows_no_pair_that_the_next_plan_would_undo() {
    let one = |text: &str, id: Option<i64>| (text.to_owned(), id);
    // The unknown element turns out to equal the element of the state, which the other element matches too.
    let prior = [("abc", 1)];
    let first = planned_set(&prior, &["a?c", "a  "]);
    assert_eq!(first, [one("a??", None), one("a?c", None)]);
    let second = planned_set(&prior, &["abc", "a  "]);
    assert_eq!(second, [one("a??", None), one("abc", Some(1))]);
    // An element keeps its partner if no unknown element can turn out to equal it.
    let prior = [("abc", 1), ("def", 2)];
    let first = planned_set(&prior, &["a?c", "d  "]);
    assert_eq!(first, [one("a?c", None), one("def", Some(2))]);
    // `ab ` matches both elements of the state. The unknown value decides which of them becomes its partner.
    let prior = [("abc", 1), ("abd", 2)];
    let first = planned_set(&prior, &["ab ", "a d", "?b "]);
    assert_eq!(first.iter().filter(|(_, id)| id.is_some()).count(), 0);
}
