//! What the attributes of one object demand of each other.
//!
//! The words are those of the well-known validators for Go, because users search for them.

use terrane_protocol::Diagnostic;
use terrane_value::{Data, Object, Path, Text, Value};

use crate::schema::{Block, Member, Relation, RelationKind, Shape};

const SUMMARY: &str = "Invalid Attribute Combination";

/// Checks one object against the relations of its block.
pub(super) fn check(block: &Block, object: &Object, path: &Path, found: &mut Vec<Diagnostic>) {
    for relation in block.relations() {
        let Some(set) = which_are_set(block, object, relation) else {
            continue;
        };
        for (name, detail) in violations(relation, &set, path) {
            let at = path.clone().attribute(name.clone());
            found.push(Diagnostic::error(SUMMARY, detail).at(at));
        }
    }
}

/// Which members of a relation are set; nothing while that is not known of all of them.
fn which_are_set(block: &Block, object: &Object, relation: &Relation) -> Option<Vec<bool>> {
    let members = relation.members().iter();
    members
        .map(|name| match (block.member(name), object.get(name)) {
            (Some(member), Some(value)) => is_set(member, value),
            _ => Some(false),
        })
        .collect()
}

/// Whether a member is configured, once that is known; a collection of blocks is where there is a block.
pub(super) fn is_set(member: &Member, value: &Value) -> Option<bool> {
    let block = matches!(member.shape(), Shape::Block { .. });
    match value {
        Value::Unknown(_) => None,
        Value::Known(Data::Dynamic(typed)) if typed.value.is_unknown() => None,
        Value::Known(Data::List(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Set(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Map(blocks)) if block => Some(!blocks.is_empty()),
        value => Some(!value.is_absent()),
    }
}

/// Whom a violation is told, and how: an attribute below another is named by its whole path, so that it is clear which element it is of.
fn violations<'a>(relation: &'a Relation, set: &[bool], path: &Path) -> Vec<(&'a Text, String)> {
    let members = relation.members();
    let shown = |name: &Text| path.clone().attribute(name.clone()).to_string();
    let of = |wanted: bool| {
        members
            .iter()
            .zip(set)
            .filter(move |(_, set)| **set == wanted)
    };
    let together = |name: &Text, missing: &Text| {
        let (name, missing) = (shown(name), shown(missing));
        format!("Attribute \"{missing}\" must be specified when \"{name}\" is specified")
    };
    let count = of(true).count();
    match relation.kind() {
        RelationKind::ExactlyOneOf if count != 1 => {
            let specified = match count {
                0 => "No attribute".to_owned(),
                count => format!("{count} attributes"),
            };
            let told = members.iter().map(|name| {
                let others = others(members, name).map(shown);
                let others = others.collect::<Vec<_>>().join(",");
                let detail = format!(
                    "{specified} specified when one (and only one) of [{others}] is required"
                );
                (name, detail)
            });
            told.collect()
        }
        RelationKind::AtLeastOneOf if count == 0 => {
            let told = members.iter().map(|name| {
                let all = others(members, name).chain([name]).map(shown);
                let all = all.collect::<Vec<_>>().join(",");
                let detail = format!("At least one attribute out of [{all}] must be specified");
                (name, detail)
            });
            told.collect()
        }
        RelationKind::AtMostOneOf if count > 1 => pairs(of(true), of(true), |name, other| {
            let (name, other) = (shown(name), shown(other));
            format!("Attribute \"{other}\" cannot be specified when \"{name}\" is specified")
        }),
        RelationKind::AllOrNone if count > 0 => pairs(of(true), of(false), together),
        RelationKind::Requires if set.first() == Some(&true) => {
            pairs(of(true).take(1), of(false), together)
        }
        _ => Vec::new(),
    }
}

/// The members of a relation beside one of them.
fn others<'a>(members: &'a [Text], name: &'a Text) -> impl Iterator<Item = &'a Text> {
    members.iter().filter(move |other| *other != name)
}

/// One violation for each pair of a member that is told and another one.
fn pairs<'a, 'b>(
    told: impl Iterator<Item = (&'a Text, &'b bool)>,
    others: impl Iterator<Item = (&'a Text, &'b bool)> + Clone,
    detail: impl Fn(&Text, &Text) -> String,
) -> Vec<(&'a Text, String)> {
    let mut all = Vec::new();
    for (name, _) in told {
        for (other, _) in others.clone().filter(|(other, _)| *other != name) {
            all.push((name, detail(name, other)));
        }
    }
    all
}
