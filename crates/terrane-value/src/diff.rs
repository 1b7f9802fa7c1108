use crate::data::Data;
use crate::path::{Path, Step};
use crate::value::Value;

/// Says how two values differ in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where they differ.
    pub path: Path,
    /// What the first one has there, if it has such a place.
    pub before: Option<Value>,
    /// What the second one has there, if it has such a place.
    pub after: Option<Value>,
}

impl Value {
    /// Lists the innermost places where another value differs from this one.
    ///
    /// Elements of sets have no counterparts: each is there or not.
    pub fn diff(&self, other: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        compare(Some(self), Some(other), &mut Path::root(), &mut found);
        found
    }
}

fn compare(
    before: Option<&Value>,
    after: Option<&Value>,
    path: &mut Path,
    found: &mut Vec<Difference>,
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
            for (key, before) in a {
                inside(Step::Key(key.clone()), Some(before), b.get(key));
            }
            for (key, after) in b.iter().filter(|(key, _)| !a.contains_key(*key)) {
                inside(Step::Key(key.clone()), None, Some(after));
            }
        }
        (Data::Object(a), Data::Object(b)) => {
            for (name, before) in a.iter() {
                inside(Step::Attribute(name.clone()), Some(before), b.get(name));
            }
            if !a.shares_names(b.shared_names()) {
                for (name, after) in b.iter().filter(|(name, _)| a.get(name).is_none()) {
                    inside(Step::Attribute(name.clone()), None, Some(after));
                }
            }
        }
        (Data::Set(a), Data::Set(b)) if a != b => {
            for before in a.iter().filter(|element| !b.contains(element)) {
                inside(Step::Element(Box::new(before.clone())), Some(before), None);
            }
            for after in b.iter().filter(|element| !a.contains(element)) {
                inside(Step::Element(Box::new(after.clone())), None, Some(after));
            }
        }
        (Data::Dynamic(a), Data::Dynamic(b)) if a.has_parts() && a.ty == b.ty && b.has_parts() => {
            compare(Some(&a.value), Some(&b.value), path, found);
        }
        _ if a != b => record(before, after, path, found),
        _ => {}
    }
}

fn record(before: Option<&Value>, after: Option<&Value>, path: &Path, found: &mut Vec<Difference>) {
    found.push(Difference {
        path: path.clone(),
        before: before.cloned(),
        after: after.cloned(),
    });
}
