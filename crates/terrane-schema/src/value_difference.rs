//! Differences between two values.

use terrane_value::{Data, Path, Step, Typed, Value};

/// A difference between two values at one path.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueDifference {
    /// The path at which the values differ.
    pub path: Path,
    /// The value at this path in the first value, if the path exists there.
    pub before: Option<Value>,
    /// The value at this path in the second value, if the path exists there.
    pub after: Option<Value>,
}

/// Lists the differences between two values, at the innermost paths.
///
/// Elements of sets are not compared with each other: each element is present or absent.
///
/// # Examples
///
/// ```
/// use terrane_schema::value_differences;
/// use terrane_value::Value;
///
/// let before = Value::object([("name", "Rex"), ("kind", "dog")]);
/// let after = Value::object([("name", "Max"), ("kind", "dog")]);
/// let differences = value_differences(&before, &after);
/// assert_eq!(differences.len(), 1);
/// assert_eq!(differences[0].path.to_string(), "name");
/// ```
pub fn value_differences(before: &Value, after: &Value) -> Vec<ValueDifference> {
    let mut found = Vec::new();
    compare(Some(before), Some(after), &mut Path::root(), &mut found);
    found
}

fn compare(
    before: Option<&Value>,
    after: Option<&Value>,
    path: &mut Path,
    found: &mut Vec<ValueDifference>,
) {
    let (Some(Value::Known(a)), Some(Value::Known(b))) = (before, after) else {
        if before != after {
            record(before, after, path, found);
        }
        return;
    };
    let mut inside = |step: Step, before, after| {
        path.push(step);
        compare(before, after, path, found);
        path.pop();
    };
    match (a, b) {
        (Data::List(a), Data::List(b)) | (Data::Tuple(a), Data::Tuple(b)) => {
            for index in 0..a.len().max(b.len()) {
                inside(index.into(), a.get(index), b.get(index));
            }
        }
        (Data::Map(a), Data::Map(b)) => {
            for (key, before) in a.iter() {
                inside(Step::Key(key.clone()), Some(before), b.get(key));
            }
            for (key, after) in b.iter().filter(|(key, _)| !a.contains_key(key)) {
                inside(Step::Key(key.clone()), None, Some(after));
            }
        }
        (Data::Object(a), Data::Object(b)) => {
            for (name, before) in a.iter() {
                inside(Step::Attribute(name.clone()), Some(before), b.get(name));
            }
            for (name, after) in b.iter().filter(|(name, _)| a.get(name).is_none()) {
                inside(Step::Attribute(name.clone()), None, Some(after));
            }
        }
        (Data::Set(a), Data::Set(b)) if a != b => {
            let gone = a.iter().filter(|element| !b.contains(element));
            let new = b.iter().filter(|element| !a.contains(element));
            let mut changes = gone
                .map(|value| (value, true))
                .chain(new.map(|value| (value, false)))
                .peekable();
            if changes.peek().is_none() {
                // The sets differ only in how often they contain an unknown element.
                return record(before, after, path, found);
            }
            for (value, is_gone) in changes {
                let step = Step::Element(Box::new(value.clone()));
                if is_gone {
                    inside(step, Some(value), None)
                } else {
                    inside(step, None, Some(value))
                }
            }
        }
        (Data::Dynamic(a), Data::Dynamic(b)) if has_parts(a) && a.ty == b.ty && has_parts(b) => {
            compare(Some(&a.value), Some(&b.value), path, found);
        }
        _ if a != b => record(before, after, path, found),
        _ => {}
    }
}

/// Whether a value of dynamic type has parts, such as elements or attributes.
fn has_parts(typed: &Typed) -> bool {
    typed.value.is_known() && !typed.ty.is_primitive()
}

fn record(
    before: Option<&Value>,
    after: Option<&Value>,
    path: &Path,
    found: &mut Vec<ValueDifference>,
) {
    found.push(ValueDifference {
        path: path.clone(),
        before: before.cloned(),
        after: after.cloned(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(before: &Value, after: &Value) -> Vec<String> {
        let show =
            |value: Option<Value>| value.map_or("-".to_owned(), |value| format!("{value:?}"));
        value_differences(before, after)
            .into_iter()
            .map(|d| format!("{}: {} {}", d.path, show(d.before), show(d.after)))
            .collect()
    }

    #[test]
    fn names_the_innermost_places() {
        let before = Value::object([
            ("a", Value::list([1, 2])),
            ("b", Value::set([1, 2])),
            ("c", Value::Null),
        ]);
        let after = Value::object([
            ("a", Value::list([1])),
            ("b", Value::set([3, 2])),
            ("c", Value::unknown()),
        ]);
        assert_eq!(
            listed(&before, &after),
            [
                "a[1]: Known(Number(2)) -",
                "b[=1]: Known(Number(1)) -",
                "b[=3]: - Known(Number(3))",
                "c: Null Unknown(Unknown(None))",
            ]
        );
    }

    #[test]
    fn added_and_removed_keys_and_attributes_are_reported() {
        let before = Value::object([
            ("m", Value::mapping([("x", 1), ("y", 2)])),
            ("old", Value::Null),
        ]);
        let after = Value::object([
            ("m", Value::mapping([("y", 2), ("z", 3)])),
            ("new", Value::Null),
        ]);
        assert_eq!(
            listed(&before, &after),
            [
                "m[\"x\"]: Known(Number(1)) -",
                "m[\"z\"]: - Known(Number(3))",
                "old: Null -",
                "new: - Null"
            ]
        );
    }

    #[test]
    fn sets_may_differ_in_number_alone() {
        let (twice, once) = (
            Value::set([Value::unknown(), Value::unknown()]),
            Value::set([Value::unknown()]),
        );
        assert_eq!(
            value_differences(&twice, &once),
            [ValueDifference {
                path: Path::root(),
                before: Some(twice),
                after: Some(once)
            }]
        );
    }

    #[test]
    fn other_kinds_differ_as_a_whole() {
        assert_eq!(
            listed(&1.into(), &"a".into()),
            [": Known(Number(1)) Known(String(\"a\"))"]
        );
        assert_eq!(
            value_differences(&Value::list([1]), &Value::tuple([1])).len(),
            1
        );
    }
}
