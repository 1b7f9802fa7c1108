//! Keeps known values of an object: values of the state replace values that a call has left unknown or lost.

use std::collections::HashMap;
use std::mem;

use terrane_value::{Data, Object, Set, Value};

/// The maximum number of patterns of unknown attributes in the elements of one collection. Each pattern requires a walk over the elements.
pub(crate) const PATTERNS: usize = 16;

/// Replaces values of `object` by prior values, if they are unknown, or if they are null although the plan was not.
pub fn retain(object: &mut Object, prior: &Object, planned: Option<&Object>) {
    if object.names() != prior.names() {
        return;
    }
    let planned = planned.filter(|planned| planned.names() == object.names());
    for at in 0..object.len() {
        let planned = planned.map(|planned| planned.at(at));
        retain_value(object.at_mut(at), prior.at(at), planned);
    }
}

fn retain_value(value: &mut Value, prior: &Value, planned: Option<&Value>) {
    let lost = match value {
        Value::Unknown(_) => true,
        Value::Null => planned.is_some_and(|planned| !planned.is_null()),
        Value::Known(Data::Dynamic(_)) => !value.is_wholly_known(),
        Value::Known(_) => false,
    };
    if lost && prior.is_wholly_known() {
        *value = prior.clone();
        return;
    }
    let planned = planned.and_then(Value::known);
    match (value, prior) {
        (Value::Known(Data::Object(object)), Value::Known(Data::Object(prior))) => {
            let planned = match planned {
                Some(Data::Object(planned)) => Some(planned),
                _ => None,
            };
            retain(object, prior, planned);
        }
        (Value::Known(Data::List(elements)), Value::Known(Data::List(prior))) => {
            if elements.len() != prior.len() {
                retain_elements(elements, prior);
                return;
            }
            let planned = match planned {
                Some(Data::List(planned)) if planned.len() == prior.len() => Some(planned),
                _ => None,
            };
            for (at, (element, prior)) in elements.iter_mut().zip(prior).enumerate() {
                retain_value(element, prior, planned.and_then(|planned| planned.get(at)));
            }
        }
        (Value::Known(Data::Map(elements)), Value::Known(Data::Map(prior))) => {
            let planned = match planned {
                Some(Data::Map(planned)) => Some(planned),
                _ => None,
            };
            for (key, element) in elements.iter_mut() {
                if let Some(prior) = prior.get(key) {
                    retain_value(element, prior, planned.and_then(|planned| planned.get(key)));
                }
            }
        }
        (Value::Known(Data::Set(set)), Value::Known(Data::Set(prior))) => {
            if set.iter().all(Value::is_wholly_known) {
                return;
            }
            let mut elements: Vec<Value> = mem::take(set).into_iter().collect();
            let prior: Vec<Value> = prior.iter().cloned().collect();
            retain_elements(&mut elements, &prior);
            let mut retained = Set::with_capacity(elements.len());
            for element in elements {
                retained.insert(element);
            }
            *set = retained;
        }
        _ => {}
    }
}

/// Completes elements whose position has no meaning. Each one uses the first unused prior element with the same known values.
fn retain_elements(elements: &mut [Value], prior: &[Value]) {
    let mut patterns: HashMap<Vec<bool>, HashMap<Vec<&Value>, Vec<usize>>> = HashMap::new();
    let mut taken = vec![false; prior.len()];
    for element in elements.iter_mut().filter(|it| !it.is_wholly_known()) {
        let Some(object) = element.as_object_mut() else {
            continue;
        };
        let pattern: Vec<bool> = object.values().iter().map(Value::is_wholly_known).collect();
        if !patterns.contains_key(&pattern) && patterns.len() == PATTERNS {
            continue;
        }
        let by_values = patterns
            .entry(pattern)
            .or_insert_with_key(|pattern| by_values(prior, pattern));
        let values = object.values().iter();
        let known: Vec<&Value> = values.filter(|value| value.is_wholly_known()).collect();
        let same = by_values.get(&known).into_iter().flatten();
        let Some(at) = same.copied().find(|at| !taken[*at]) else {
            continue;
        };
        taken[at] = true;
        if let Some(prior) = prior[at].as_object() {
            retain(object, prior, None);
        }
    }
}

/// Returns the positions of elements by the values that a pattern selects.
fn by_values<'a>(elements: &'a [Value], pattern: &[bool]) -> HashMap<Vec<&'a Value>, Vec<usize>> {
    let mut by_values: HashMap<Vec<&Value>, Vec<usize>> = HashMap::new();
    for (at, element) in elements.iter().enumerate() {
        let Some(object) = element.as_object().filter(|it| it.len() == pattern.len()) else {
            continue;
        };
        let values = object.values().iter().zip(pattern);
        let picked = values.filter(|(_, picks)| **picks).map(|(value, _)| value);
        by_values.entry(picked.collect()).or_default().push(at);
    }
    by_values
}

#[cfg(test)]
mod tests {
    use terrane_value::Text;

    use super::*;

    fn object(id: impl Into<Value>, name: &str) -> Value {
        Object::from_pairs([("id", id.into()), ("name", Value::from(name))]).into()
    }

    fn retained(value: Value, prior: Value, planned: Option<Value>) -> Value {
        let of = |value| Object::from_pairs([("it", value)]);
        let mut object = of(value);
        retain(&mut object, &of(prior), planned.map(of).as_ref());
        object.take("it").unwrap()
    }

    #[test]
    fn an_unknown_value_becomes_the_one_of_the_state() {
        let known = object("1", "a");
        assert_eq!(retained(Value::unknown(), known.clone(), None), known);
        let prior = object("1", "old");
        let found = retained(object(Value::unknown(), "new"), prior, None);
        assert_eq!(found, object("1", "new"));
    }

    #[test]
    fn a_null_is_replaced_by_the_prior_value_if_another_value_was_planned() {
        let prior = || Value::from("old");
        for (planned, expected) in [
            (Some(Value::from("new")), prior()),
            (Some(Value::Null), Value::Null),
            (Some(Value::unknown()), prior()),
            (None, Value::Null),
        ] {
            assert_eq!(retained(Value::Null, prior(), planned), expected);
        }
    }

    #[test]
    fn elements_are_completed_from_prior_ones_with_the_same_known_values() {
        let prior = [object("1", "a"), object("2", "b"), object("3", "b")];
        let left = |name| object(Value::unknown(), name);
        let elements = [left("b"), left("c")];
        let expected = [object("2", "b"), left("c")];
        let list = |elements: &[Value]| Value::Known(Data::List(elements.to_vec()));
        let found = retained(list(&elements), list(&prior), None);
        assert_eq!(found, list(&expected));
        let set = |elements: &[Value]| {
            let mut set = Set::new();
            for element in elements {
                set.insert(element.clone());
            }
            Value::Known(Data::Set(set))
        };
        let found = retained(set(&elements), set(&prior), None);
        assert_eq!(found, set(&expected));
    }

    #[test]
    fn lists_of_equal_length_are_completed_by_index_and_maps_by_key() {
        let list = |elements: [Value; 2]| Value::Known(Data::List(elements.into()));
        let found = retained(
            list([object(Value::unknown(), "x"), object("9", "y")]),
            list([object("1", "a"), object("2", "b")]),
            None,
        );
        assert_eq!(found, list([object("1", "x"), object("9", "y")]));
        let map = |value: Value| {
            let pairs = [(Text::from("k"), value)];
            Value::Known(Data::Map(pairs.into_iter().collect()))
        };
        let found = retained(
            map(object(Value::unknown(), "x")),
            map(object("1", "a")),
            None,
        );
        assert_eq!(found, map(object("1", "x")));
    }
}
