//! Elements that are paired by a key, while some values are unknown.

use terrane_value::{Data, Object, Type, Value};

use super::plan;
use super::sets::nested;
use crate::schema::{Block, Nesting};
use crate::testing::{computed, optional};

/// `?` is an unknown value, and an empty text is a value that is not configured.
fn value(text: &str) -> Value {
    match text {
        "" => Value::Null,
        "?" => Value::unknown(),
        text => text.into(),
    }
}

/// Plans elements that consist of a key and an `x`. In the state, their ids are their positions. Returns the planned ids, and `None` for unknown ones.
fn ids(nesting: Nesting, prior: &[[&str; 2]], config: &[[&str; 2]]) -> Vec<Option<usize>> {
    let members = [
        computed("key", Type::String).optional(),
        optional("x", Type::String),
        computed("id", Type::String).keep(),
    ];
    let block = Block::new([nested("rules", nesting, members).align("key")]);
    let ty = block.members()[0].shape().nested().unwrap().object_type();
    let element = |[key, x]: &[&str; 2], id: Option<usize>| {
        let mut object = Object::new(ty);
        object.set("key", value(key));
        object.set("x", value(x));
        object.set("id", id.map_or(Value::Null, |id| id.to_string().into()));
        Value::from(object)
    };
    let rules = |elements: Vec<Value>| {
        let elements = match nesting {
            Nesting::Set => Value::set(elements),
            _ => Value::list(elements),
        };
        let mut object = Object::new(block.object_type());
        object.set("rules", elements);
        object
    };
    let prior = prior.iter().enumerate();
    let prior = rules(prior.map(|(at, it)| element(it, Some(at))).collect());
    let config = rules(config.iter().map(|it| element(it, None)).collect());
    let plan = plan(&block, &config, Some(&prior), config.clone());
    let planned: Vec<&Value> = match plan.planned.get("rules") {
        Some(Value::Known(Data::Set(elements))) => elements.iter().collect(),
        Some(Value::Known(Data::List(elements))) => elements.iter().collect(),
        other => panic!("{other:?}"),
    };
    let ids = planned.into_iter().map(|element| {
        let id = element.as_object().unwrap().get("id").unwrap();
        id.as_str().map(|id| id.parse().unwrap())
    });
    ids.collect()
}

const BOTH: [Nesting; 2] = [Nesting::List, Nesting::Set];

#[test]
fn l10_elements_with_one_key_are_paired_with_equal_ones() {
    for nesting in BOTH {
        let prior = [["k", "1"], ["k", "2"]];
        assert_eq!(
            ids(nesting, &prior, &[["k", "2"], ["k", "3"]]),
            [Some(1), Some(0)]
        );
    }
}

#[test]
fn l10_an_unknown_value_leaves_the_elements_with_its_key_without_a_partner() {
    let prior = [["k", "1"], ["k", "2"], ["l", "1"]];
    let config = [["k", "?"], ["k", "2"], ["l", "2"]];
    for nesting in BOTH {
        assert_eq!(ids(nesting, &prior, &config), [None, None, Some(2)]);
    }
}

#[test]
fn l10_in_a_set_an_unknown_value_decides_which_element_is_the_first_with_its_key() {
    let (prior, config) = ([["k", "1"]], [["k", "?"], ["k", "2"]]);
    assert_eq!(ids(Nesting::Set, &prior, &config), [None, None]);
    assert_eq!(ids(Nesting::List, &prior, &config), [Some(0), None]);
}

#[test]
fn l10_in_a_set_an_unknown_key_leaves_all_elements_without_a_partner() {
    let config = [["k", "1"], ["?", "9"]];
    for prior in [&[["k", "1"], ["k", "2"]][..], &[["k", "1"]]] {
        assert_eq!(ids(Nesting::Set, prior, &config), [None, None]);
        assert_eq!(ids(Nesting::List, prior, &config), [Some(0), None]);
    }
}

#[test]
fn l10_elements_of_a_list_without_a_key_are_paired_until_the_first_unknown_value() {
    let prior = [["k", "1"], ["l", "2"]];
    let config = [["", "1"], ["", "?"], ["", "2"]];
    assert_eq!(ids(Nesting::List, &prior, &config), [Some(0), None, None]);
    assert_eq!(ids(Nesting::Set, &prior, &config), [None, None, None]);
}
