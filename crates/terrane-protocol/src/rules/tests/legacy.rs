//! Tests of the configuration that hosts derive from a state (I9).

use terrane_value::{Object, Type, Value};

use super::{both, computed, optional, required, set};
use crate::rules::legacy_config;
use crate::schema::{Attribute, Block, BlockNesting, NestedBlock, Nesting};

fn block(attributes: Vec<Attribute>, blocks: Vec<NestedBlock>) -> Block {
    Block {
        attributes,
        blocks,
        ..Block::default()
    }
}

/// The configuration of an object with the single attribute or block `name`.
fn config(block: &Block, name: &str, value: impl Into<Value>) -> Value {
    let mut object = Object::from_pairs([(name, value.into())]);
    legacy_config(block, &mut object);
    object.get(name).unwrap().clone()
}

fn deprecated(attribute: Attribute) -> Attribute {
    Attribute {
        deprecation: Some("Use another.".to_owned()),
        ..attribute
    }
}

#[test]
fn i9_a_legacy_config_has_the_values_that_a_configuration_can_set() {
    let kept = |attribute: Attribute, value: &str| {
        config(&block(vec![attribute], Vec::new()), "a", value) == Value::from(value)
    };
    assert!(kept(required("a", Type::String), "x"));
    assert!(kept(required("a", Type::String), ""));
    assert!(kept(optional("a", Type::String), "x"));
    assert!(!kept(optional("a", Type::String), ""));
    assert!(kept(both("a", Type::String), "x"));
    assert!(!kept(computed("a", Type::String), "x"));
    assert!(!kept(deprecated(optional("a", Type::String)), "x"));
    assert!(kept(deprecated(required("a", Type::String)), "x"));
}

#[test]
fn i9_a_legacy_config_has_no_computed_id() {
    let id = |attribute: Attribute| {
        let name = attribute.name.clone();
        config(&block(vec![attribute], Vec::new()), &name, "x")
    };
    let kept = Value::from("x");
    assert_eq!(id(both("id", Type::String)), Value::Null);
    assert_eq!(id(optional("id", Type::String)), kept);
    assert_eq!(id(both("name", Type::String)), kept);
    let required = Attribute {
        computed: true,
        ..required("id", Type::String)
    };
    assert_eq!(id(required), kept);
}

#[test]
fn i9_a_legacy_config_strips_nested_values() {
    let parts = || vec![optional("x", Type::String), computed("y", Type::String)];
    let full = || Value::object([("x", Value::from("1")), ("y", Value::from("2"))]);
    let stripped = || Value::object([("x", Value::from("1")), ("y", Value::Null)]);
    for (nesting, of) in [
        (Nesting::Single, (|it| it) as fn(Value) -> Value),
        (Nesting::List, |it| Value::list([it])),
        (Nesting::Set, |it| set([it])),
        (Nesting::Map, |it| Value::mapping([("k", it)])),
    ] {
        let attribute = Attribute {
            optional: true,
            ..Attribute::nested("a", nesting, parts())
        };
        let attribute = block(vec![attribute], Vec::new());
        assert_eq!(config(&attribute, "a", of(full())), of(stripped()));
        assert_eq!(config(&attribute, "a", Value::Null), Value::Null);
    }
    let nested = |deprecation| NestedBlock {
        name: "a".into(),
        nesting: BlockNesting::List,
        block: Block {
            attributes: parts(),
            deprecation,
            ..Block::default()
        },
        min_items: 0,
        max_items: 0,
    };
    let blocks = block(Vec::new(), vec![nested(None)]);
    let value = config(&blocks, "a", Value::list([full()]));
    assert_eq!(value, Value::list([stripped()]));
    let blocks = block(Vec::new(), vec![nested(Some("Use another.".to_owned()))]);
    let value = config(&blocks, "a", Value::list([full()]));
    assert_eq!(value, Value::list::<Value>([]));
}
