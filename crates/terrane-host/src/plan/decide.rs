//! Decisions of a plan, as functions without a runtime.

use terrane_value::{Path, Value};

use super::{Action, Reason};
use crate::address::InstanceKey;

/// What decides about the action for an object that is configured.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The object in the state. Null without one, and for a tainted one.
    pub prior: &'a Value,
    /// The planned object.
    pub planned: &'a Value,
    /// The changed attributes that cannot be changed in place.
    pub replaces: &'a [Path],
    /// Why the object is replaced in any case.
    pub forced: Option<Reason>,
    /// Whether the new object is created before the old one is destroyed.
    pub create_before_destroy: bool,
    /// Whether the parts that are sensitive change.
    pub marks_differ: bool,
}

/// Chooses the action.
///
/// ```
/// use terrane_host::plan::{Action, Reason};
/// use terrane_host::plan::decide::{Facts, action};
/// use terrane_value::{Path, Value};
///
/// let (old, new) = (Value::object([("name", "Rex")]), Value::object([("name", "Max")]));
/// let name = [Path::root().attribute("name")];
/// let facts = Facts {
///     prior: &old,
///     planned: &new,
///     replaces: &name,
///     forced: None,
///     create_before_destroy: false,
///     marks_differ: false,
/// };
/// let replaced = (Action::DeleteThenCreate, Some(Reason::ReplaceBecauseCannotUpdate));
/// assert_eq!(action(facts), replaced);
/// assert_eq!(action(Facts { replaces: &[], ..facts }), (Action::Update, None));
/// assert_eq!(action(Facts { prior: &Value::Null, ..facts }), (Action::Create, None));
/// ```
pub fn action(facts: Facts<'_>) -> (Action, Option<Reason>) {
    let replace = if facts.create_before_destroy {
        Action::CreateThenDelete
    } else {
        Action::DeleteThenCreate
    };
    if facts.prior.is_null() {
        return (Action::Create, None);
    }
    if let Some(reason) = facts.forced {
        return (replace, Some(reason));
    }
    if !facts.replaces.is_empty() {
        return (replace, Some(Reason::ReplaceBecauseCannotUpdate));
    }
    if facts.prior != facts.planned || facts.marks_differ {
        return (Action::Update, None);
    }
    (Action::NoOp, None)
}

/// Returns the attributes of a provider's answer that really require a replacement: those whose value changes or is unknown.
///
/// Nothing is replaced if there is no object. Write-only attributes count always, because plans do not have their values.
///
/// # Errors
///
/// Fails with a path that neither object has, which is a bug in the provider.
pub fn replaces(
    prior: &Value,
    planned: &Value,
    required: &[Path],
    is_write_only: impl Fn(&Path) -> bool,
) -> Result<Vec<Path>, Path> {
    let mut replaces = Vec::new();
    if prior.is_null() {
        return Ok(replaces);
    }
    for path in required {
        let (old, new) = (prior.at(path), planned.at(path));
        if old.is_none() && new.is_none() {
            return Err(path.clone());
        }
        let is_unknown = new.is_some_and(|new| !new.is_wholly_known());
        if old != new || is_unknown || is_write_only(path) {
            replaces.push(path.clone());
        }
    }
    replaces.sort_by_key(ToString::to_string);
    replaces.dedup();
    Ok(replaces)
}

/// How a resource of the configuration repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// Neither `count` nor `for_each`.
    None,
    /// `count`.
    Count,
    /// `for_each`.
    ForEach,
}

/// Returns why an instance is destroyed that its resource in the configuration does not have.
pub fn orphan_reason(key: Option<&InstanceKey>, repetition: Repetition) -> Reason {
    match (key, repetition) {
        (Some(InstanceKey::Number(_)), Repetition::Count) => Reason::DeleteBecauseCountIndex,
        (Some(InstanceKey::String(_)), Repetition::ForEach) => Reason::DeleteBecauseEachKey,
        _ => Reason::DeleteBecauseWrongRepetition,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_path_of_the_provider_does_not_replace_and_a_missing_one_is_an_error() {
        let old = Value::object([("a", "1"), ("b", "1")]);
        let new = Value::object([("a", "1"), ("b", "2")]);
        let [a, b, c] = ["a", "b", "c"].map(|name| Path::root().attribute(name));
        let never = |_: &Path| false;
        let both = [a.clone(), b.clone()];
        assert_eq!(replaces(&old, &new, &both, never), Ok(vec![b]));
        let [only_a, only_c] = [[a.clone()], [c.clone()]];
        assert_eq!(replaces(&old, &new, &only_c, never), Err(c));
        assert_eq!(replaces(&Value::Null, &new, &only_a, never), Ok(vec![]));
        assert_eq!(replaces(&old, &new, &only_a, |_| true), Ok(vec![a]));
    }

    #[test]
    fn sensitivity_alone_is_an_update_and_a_request_replaces() {
        let value = Value::object([("a", "1")]);
        let facts = Facts {
            prior: &value,
            planned: &value,
            replaces: &[],
            forced: None,
            create_before_destroy: true,
            marks_differ: false,
        };
        assert_eq!(action(facts), (Action::NoOp, None));
        let marked = Facts {
            marks_differ: true,
            ..facts
        };
        assert_eq!(action(marked), (Action::Update, None));
        let forced = Facts {
            forced: Some(Reason::ReplaceByRequest),
            ..facts
        };
        let replaced = (Action::CreateThenDelete, Some(Reason::ReplaceByRequest));
        assert_eq!(action(forced), replaced);
    }

    #[test]
    fn reason_of_an_orphan_follows_from_its_key() {
        let (number, text) = (InstanceKey::Number(1), InstanceKey::String("a".into()));
        for (key, repetition, reason) in [
            (
                None,
                Repetition::Count,
                Reason::DeleteBecauseWrongRepetition,
            ),
            (
                Some(&number),
                Repetition::ForEach,
                Reason::DeleteBecauseWrongRepetition,
            ),
            (
                Some(&number),
                Repetition::Count,
                Reason::DeleteBecauseCountIndex,
            ),
            (
                Some(&text),
                Repetition::ForEach,
                Reason::DeleteBecauseEachKey,
            ),
        ] {
            assert_eq!(orphan_reason(key, repetition), reason);
        }
    }
}
