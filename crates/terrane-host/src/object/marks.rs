//! Marks of values as paths.

use terrane_hcl::value::{Mark, Marks, Value};
use terrane_value::{Path, Step, Text, Type};

/// Returns the paths of the parts that are marked themselves.
pub(crate) fn marked_paths(value: &Value, mark: &Mark) -> Vec<Path> {
    let mut paths = Vec::new();
    collect(value, mark, &mut Path::root(), &mut paths);
    paths
}

fn collect(value: &Value, mark: &Mark, path: &mut Path, paths: &mut Vec<Path>) {
    if !value.contains_marks() {
        return;
    }
    if value.marks().contains(mark) {
        paths.push(path.clone());
    }
    for (step, part) in parts(value) {
        // Elements of sets have no marks of their own.
        path.push(step);
        collect(&part, mark, path, paths);
        path.pop();
    }
}

/// Returns the elements of a list, tuple, map or object with their steps.
fn parts(value: &Value) -> Vec<(Step, Value)> {
    match value.ty() {
        Type::Object(_) => value
            .entries()
            .map(|(name, part)| (Step::Attribute(name.clone()), part.clone()))
            .collect(),
        Type::Map(_) => value
            .entries()
            .map(|(key, part)| (Step::Key(key.clone()), part.clone()))
            .collect(),
        Type::List(_) | Type::Tuple(_) => {
            let elements = value.elements().unwrap_or_default().iter().cloned();
            elements
                .enumerate()
                .map(|(index, part)| (Step::Index(index), part))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Marks the parts at the paths as sensitive. Paths of parts that do not exist are ignored.
pub(crate) fn mark_paths(value: Value, paths: &[Path]) -> Value {
    paths.iter().fold(value, |value, path| {
        mark_at(value, path.steps(), &Mark::Sensitive.into())
    })
}

fn mark_at(value: Value, steps: &[Step], marks: &Marks) -> Value {
    let Some((step, rest)) = steps.split_first() else {
        return value.with_marks(marks);
    };
    if value.elements().is_none() {
        return value;
    }
    if let (Step::Element(_), Type::Set(_)) = (step, value.ty()) {
        return value.with_marks(marks);
    }
    let own = value.marks().clone();
    let change = |at: &Step, part: &Value| {
        if same_step(at, step) {
            mark_at(part.clone(), rest, marks)
        } else {
            part.clone()
        }
    };
    let changed: Vec<(Step, Value)> = parts(&value)
        .into_iter()
        .map(|(at, part)| {
            let part = change(&at, &part);
            (at, part)
        })
        .collect();
    if changed.is_empty() {
        return value;
    }
    let values = |changed: Vec<(Step, Value)>| changed.into_iter().map(|(_, part)| part).collect();
    let named = |changed: Vec<(Step, Value)>| -> Vec<(Text, Value)> {
        let named = changed.into_iter().filter_map(|(step, part)| match step {
            Step::Attribute(name) | Step::Key(name) => Some((name, part)),
            _ => None,
        });
        named.collect()
    };
    let marked = match value.ty() {
        Type::Object(_) => Value::object(named(changed)),
        Type::Map(element) => Value::map_of(Type::clone(element), named(changed)),
        Type::List(element) => Value::list_of(Type::clone(element), values(changed)),
        Type::Tuple(_) => Value::tuple(values(changed)),
        _ => return value,
    };
    marked.with_marks(&own)
}

/// Compares two steps. States write a key of a map and an attribute of an object in the same form.
fn same_step(a: &Step, b: &Step) -> bool {
    match (a, b) {
        (Step::Attribute(a) | Step::Key(a), Step::Attribute(b) | Step::Key(b)) => a == b,
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_to_paths_and_back() {
        let secret = Value::from("s").with_mark(Mark::Sensitive);
        let list = Value::tuple(vec!["a".into(), secret.clone()]);
        let value = Value::object([("list", list), ("map", Value::map([("k", secret)]))]);
        let paths = marked_paths(&value, &Mark::Sensitive);
        let shown: Vec<String> = paths.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["list[1]", "map[\"k\"]"]);
        let (plain, _) = value.clone().unmark_deep();
        assert_eq!(mark_paths(plain, &paths), value);
    }
}
