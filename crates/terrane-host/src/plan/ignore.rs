//! `ignore_changes`: values of the object replace those of the configuration.

use terrane_hcl::syntax::ast::{Traversal, TraversalStepKind};
use terrane_protocol::schema::Block;
use terrane_value::{Data, Path, Step, Value};

use crate::config::IgnoreChanges;

/// Returns the configuration without the changes that are ignored. Without an object there are none.
pub(crate) fn ignore_changes(
    block: &Block,
    ignored: &IgnoreChanges,
    prior: &Value,
    config: Value,
) -> Value {
    if prior.is_null() || config.is_null() {
        return config;
    }
    match ignored {
        IgnoreChanges::All => {
            let mut all = prior.clone();
            if let Some(object) = all.as_object_mut() {
                for attribute in &block.attributes {
                    if attribute.computed && !attribute.optional {
                        object.set(&attribute.name, Value::Null);
                    }
                }
            }
            all
        }
        IgnoreChanges::Attributes(traversals) => traversals
            .iter()
            .fold(config, |config, it| ignore(&path(it), prior, config)),
    }
}

/// Returns the path of an element of `ignore_changes`.
fn path(traversal: &Traversal) -> Path {
    let mut path = Path::root().attribute(traversal.root.name.clone());
    for step in &traversal.steps {
        path.push(match &step.kind {
            TraversalStepKind::Attribute(name) => Step::Attribute(name.clone()),
            TraversalStepKind::StringIndex(key) => Step::Key(key.clone()),
            TraversalStepKind::NumberIndex(index) => {
                Step::Index(index.to_usize().unwrap_or(usize::MAX))
            }
        });
    }
    path
}

fn ignore(path: &Path, prior: &Value, config: Value) -> Value {
    replaced(prior, config, path.steps())
}

/// Replaces the part of the configuration at a path by that of the object, where both have it. A key of a map is added, removed or kept.
fn replaced(prior: &Value, config: Value, steps: &[Step]) -> Value {
    let Some((step, rest)) = steps.split_first() else {
        return prior.clone();
    };
    let Value::Known(mut data) = config else {
        return config;
    };
    match (&mut data, step) {
        (Data::Dynamic(typed), _) => {
            let prior = match prior {
                Value::Known(Data::Dynamic(prior)) if prior.ty == typed.ty => &prior.value,
                _ => return Value::Known(data),
            };
            typed.value = replaced(prior, std::mem::take(&mut typed.value), steps);
        }
        (Data::Map(map), Step::Key(key) | Step::Attribute(key)) => {
            let old = prior.as_map().and_then(|prior| prior.get(key));
            match (old, map.get_mut(key)) {
                (Some(old), _) if rest.is_empty() => {
                    map.insert(key.clone(), old.clone());
                }
                (None, Some(_)) if rest.is_empty() => {
                    map.remove(key);
                }
                (Some(old), Some(new)) => *new = replaced(old, std::mem::take(new), rest),
                _ => {}
            }
        }
        (Data::Object(object), Step::Attribute(name) | Step::Key(name)) => {
            let old = prior.as_object().and_then(|prior| prior.get(name));
            if let (Some(old), Some(new)) = (old, object.get_mut(name)) {
                *new = replaced(old, std::mem::take(new), rest);
            }
        }
        (Data::List(new), Step::Index(index)) => {
            let old = prior.as_list().and_then(|prior| prior.get(*index));
            if let (Some(old), Some(new)) = (old, new.get_mut(*index)) {
                *new = replaced(old, std::mem::take(new), rest);
            }
        }
        (Data::Tuple(new), Step::Index(index)) => {
            let old = prior.as_tuple().and_then(|prior| prior.get(*index));
            if let (Some(old), Some(new)) = (old, new.get_mut(*index)) {
                *new = replaced(old, std::mem::take(new), rest);
            }
        }
        _ => {}
    }
    Value::Known(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_of_a_map_is_restored_or_removed_and_other_keys_change() {
        let tags = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(key, value)| (*key, Value::from(*value)));
            Value::object([("tags", Value::mapping(pairs))])
        };
        let prior = tags(&[("a", "1"), ("b", "1")]);
        let config = tags(&[("a", "2"), ("b", "2"), ("c", "2")]);
        let path = |key: &str| Path::root().attribute("tags").key(key);
        let config = ignore(&path("a"), &prior, config);
        let config = ignore(&path("c"), &prior, config);
        assert_eq!(config, tags(&[("a", "1"), ("b", "2")]));
    }

    #[test]
    fn attribute_of_the_object_replaces_an_unknown_one() {
        let prior = Value::object([("name", "Rex")]);
        let config = Value::object([("name", Value::unknown())]);
        let path = Path::root().attribute("name");
        assert_eq!(ignore(&path, &prior, config), prior);
    }
}
