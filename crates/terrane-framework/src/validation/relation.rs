//! Relations between the attributes of one object that define which of them may or must be set.

use terrane_protocol::Diagnostic;
use terrane_value::{Data, Nullness, Object, Path, Text, Value};

use crate::messages::validation::invalid_combination;
use crate::schema::{Block, Member, Relation, RelationKind, Shape};

/// Checks one object against a relation of its block.
///
/// An unknown member may be set or missing. The relation is violated if it is violated in both cases.
pub(super) fn check(
    relation: &Relation,
    block: &Block,
    object: &Object,
    path: &Path,
) -> Option<Diagnostic> {
    let members = relation.members();
    let states: Vec<_> = members
        .iter()
        .map(|name| match (block.member(name), object.get(name)) {
            (Some(member), Some(value)) => is_set(member, value),
            _ => Some(false),
        })
        .collect();
    let of = |wanted: bool| -> Vec<&Text> {
        let both = members.iter().zip(&states);
        let wanted = both.filter(|(_, state)| **state == Some(wanted));
        wanted.map(|(name, _)| name).collect()
    };
    let violation = violation(relation, &of(true), &of(false), path)?;
    let diagnostic = invalid_combination(violation.detail);
    let at = match violation.at {
        Some(name) => path.clone().attribute(name.clone()),
        None => path.clone(),
    };
    Some(match at.is_root() {
        true => diagnostic,
        false => diagnostic.at(at),
    })
}

/// Whether a member is configured, once that is certain. A collection of blocks is set if it has a block.
pub(super) fn is_set(member: &Member, value: &Value) -> Option<bool> {
    let block = matches!(member.shape(), Shape::Block { .. });
    match value {
        Value::Unknown(unknown) if block => (unknown.length_lower() > 0).then_some(true),
        Value::Unknown(unknown) => (unknown.nullness() == Nullness::NotNull).then_some(true),
        Value::Known(Data::Dynamic(typed)) if typed.value.is_unknown() => {
            is_set(member, &typed.value)
        }
        Value::Known(Data::List(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Set(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Map(blocks)) if block => Some(!blocks.is_empty()),
        value => Some(!value.is_absent()),
    }
}

struct Violation<'a> {
    /// The member at which the error is reported. `None` for the object.
    at: Option<&'a Text>,
    detail: String,
}

/// Compares a relation with the members that are certainly set and those that are certainly missing.
fn violation<'a>(
    relation: &'a Relation,
    set: &[&'a Text],
    missing: &[&'a Text],
    path: &Path,
) -> Option<Violation<'a>> {
    let members: Vec<&Text> = relation.members().iter().collect();
    let shown = |names: &[&Text], last: &str| enumerate(names, path, last);
    let none_set = || {
        let none = missing.len() == members.len();
        none.then(|| "but none of them is set. Set one of them.".to_owned())
    };
    let several_set = || {
        let several = shown(set, "and");
        let detail =
            || format!("but {several} are set. Keep one of them and remove the other ones.");
        (set.len() > 1).then(detail)
    };
    let violation = |set: &[&Text]| {
        let (set_names, missing_names) = (shown(set, "and"), shown(missing, "and"));
        let (is, are) = (verb(missing), verb(set));
        format!(
            "but {missing_names} {is} missing and {set_names} {are} set. Set {missing_names}, or remove {set_names}."
        )
    };
    let all = shown(&members, "and");
    let (at, detail) = match relation.kind() {
        RelationKind::ExactlyOneOf => {
            let found = several_set().or_else(none_set)?;
            (
                set.first(),
                format!("Exactly one of {all} must be set, {found}"),
            )
        }
        RelationKind::AtLeastOneOf => (
            None,
            format!("At least one of {all} must be set, {}", none_set()?),
        ),
        RelationKind::AtMostOneOf => {
            let found = several_set()?;
            (
                set.first(),
                format!("At most one of {all} can be set, {found}"),
            )
        }
        RelationKind::AllOrNone if !set.is_empty() && !missing.is_empty() => {
            let found = violation(set);
            (
                set.first(),
                format!("Either all of {all} must be set or none, {found}"),
            )
        }
        RelationKind::Requires if !missing.is_empty() => {
            let (first, required) = members.split_first()?;
            let configured = set.first().filter(|name| *name == first)?;
            let required = shown(required, "and");
            let found = violation(&[configured]);
            let first = shown(&[first], "and");
            (
                Some(configured),
                format!("{first} can only be set together with {required}, {found}"),
            )
        }
        _ => return None,
    };
    Some(Violation {
        at: at.copied(),
        detail,
    })
}

fn verb(names: &[&Text]) -> &'static str {
    if names.len() == 1 { "is" } else { "are" }
}

/// Lists members with complete paths, which distinguish the elements of a collection.
pub(super) fn enumerate(names: &[&Text], path: &Path, last: &str) -> String {
    let mut shown: Vec<String> = names
        .iter()
        .map(|name| format!("`{}`", path.clone().attribute((*name).clone())))
        .collect();
    match shown.pop() {
        Some(end) if shown.is_empty() => end,
        Some(end) => format!("{} {last} {end}", shown.join(", ")),
        None => String::new(),
    }
}
