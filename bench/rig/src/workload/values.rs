//! Configurations, plans and states.

use terrane_value::{Number, Value};

use super::Items;

/// An object of a resource with items.
pub(super) fn nested(id: Value, items: Value) -> Value {
    Value::object([("id", id), ("items", items)])
}

fn number(number: usize) -> Value {
    Value::from(Number::from(number))
}

pub(super) mod items {
    use super::{Items, Number, Value, number};

    /// The configured items. Every second one leaves its protocol to the default.
    pub(crate) fn configured(kind: Items, count: usize) -> Value {
        collect(kind, count, |at| {
            if at.is_multiple_of(2) {
                Value::Null
            } else {
                "udp".into()
            }
        })
    }

    /// The planned items.
    pub(crate) fn planned(kind: Items, count: usize) -> Value {
        collect(kind, count, |at| {
            (if at.is_multiple_of(2) { "tcp" } else { "udp" }).into()
        })
    }

    fn collect(kind: Items, count: usize, proto: impl Fn(usize) -> Value) -> Value {
        let items = (0..count).map(|at| item(at, proto(at)));
        match kind {
            Items::List => Value::list(items),
            Items::Set => Value::set(items),
            Items::Map => Value::mapping((0..count).map(key).zip(items)),
        }
    }

    fn key(at: usize) -> String {
        format!("item-{at:06}")
    }

    fn item(at: usize, proto: Value) -> Value {
        let rule = [("port", number(1000 + at % 60_000)), ("proto", proto)];
        let labels = [
            ("env", "production".to_owned()),
            ("team", format!("team-{}", at % 7)),
        ];
        Value::object([
            ("name", key(at).into()),
            ("value", Value::from(Number::try_from(at as f64 + 0.5).ok())),
            ("labels", Value::mapping(labels)),
            ("rule", Value::object(rule)),
        ])
    }
}

pub(super) mod small {
    use super::Value;

    pub(crate) fn config() -> Value {
        object(Value::Null, Value::Null)
    }

    pub(crate) fn planned() -> Value {
        object(Value::unknown(), 10.into())
    }

    pub(crate) fn created() -> Value {
        object("small-one".into(), 10.into())
    }

    fn object(id: Value, size: Value) -> Value {
        Value::object([
            ("id", id),
            ("name", "one".into()),
            ("size", size),
            ("enabled", true.into()),
            ("tags", Value::mapping([("a", "1"), ("b", "2")])),
        ])
    }
}

pub(super) mod wide {
    use super::{Value, number};

    pub(crate) fn config(attributes: usize) -> Value {
        object(attributes, |_| Value::Null)
    }

    pub(crate) fn planned(attributes: usize) -> Value {
        object(attributes, |_| Value::unknown())
    }

    pub(crate) fn created(attributes: usize, id: &str) -> Value {
        object(attributes, |name| {
            (if name == "id" { id } else { name }).into()
        })
    }

    fn object(attributes: usize, computed: impl Fn(&str) -> Value) -> Value {
        let attributes = (0..attributes).map(|at| {
            let name = format!("attr_{at:03}");
            let value = attribute(at, || computed(&name));
            (name, value)
        });
        Value::object(attributes.chain([("id".to_owned(), computed("id"))]))
    }

    fn attribute(at: usize, computed: impl FnOnce() -> Value) -> Value {
        match at % 5 {
            0 => format!("value {at}").into(),
            1 => number(at),
            2 => at.is_multiple_of(2).into(),
            3 => Value::list(["one", "two"]),
            _ => computed(),
        }
    }
}
