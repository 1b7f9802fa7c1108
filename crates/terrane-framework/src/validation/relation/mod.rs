//! Relations between the attributes of an object.

mod members;
mod place;

use terrane_protocol::{Diagnostic, Severity};
use terrane_value::{Object, Path};

pub(super) use self::members::is_set;
use self::members::{Operand, each_choice};
use super::known::Known;
use crate::messages::relations as messages;
use crate::messages::validation::prefer_write_only;
use crate::schema::{Block, Member, Relation, RelationKind};

/// Checks one object against a relation of its block, for each choice of elements.
///
/// `config` is the object without values from the environment.
pub(super) fn check(
    relation: &Relation,
    block: &Block,
    [config, seen]: [&Object; 2],
    path: &Path,
    known: Known,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let is_hint = relation.kind() == RelationKind::PreferWriteOnly;
    if is_hint && !known.write_only {
        return;
    }
    each_choice(relation, block, seen, path, &mut |operands, place| {
        let found = if is_hint {
            hint(relation, operands)
        } else {
            violation(relation, operands).map(|detail| {
                let at = operands.iter().find_map(Operand::set_at).unwrap_or(place);
                let diagnostic = messages::invalid_combination(detail);
                if at.address().is_root() {
                    diagnostic
                } else {
                    diagnostic.at(at.address().clone())
                }
            })
        };
        if let Some(mut diagnostic) = found {
            diagnostic.detail += &sources(relation, block, config, seen);
            if relation.is_warning() {
                diagnostic.severity = Severity::Warning;
            }
            diagnostics.push(diagnostic);
        }
    });
}

/// Returns the detail of a violated relation. A relation is violated if it is not true, whatever the unknown values become.
fn violation(relation: &Relation, operands: &[Operand<'_>]) -> Option<String> {
    use RelationKind::{
        AllOrNone, AtLeastOneOf, AtMostOneOf, ExactlyOneOf, PreferWriteOnly, Requires,
    };

    let names = |state: Option<bool>| -> Vec<String> {
        let found = operands.iter().filter(|it| it.is_set() == state);
        found.map(|it| it.place.to_string()).collect()
    };
    let all: Vec<String> = operands.iter().map(|it| it.place.to_string()).collect();
    let (set, missing) = (names(Some(true)), names(Some(false)));
    let (several, none) = (set.len() > 1, missing.len() == all.len());
    let detail = match relation.kind() {
        ExactlyOneOf if several || none => messages::exactly_one_of(&all, &set),
        AtLeastOneOf if none => messages::at_least_one_of(&all),
        AtMostOneOf if several => messages::at_most_one_of(&all, &set),
        AllOrNone if !set.is_empty() && !missing.is_empty() => {
            messages::all_or_none(&all, &set, &missing)
        }
        Requires if set.first() == all.first() && !missing.is_empty() => {
            messages::requires(&all, &missing)
        }
        ExactlyOneOf | AtLeastOneOf | AtMostOneOf | AllOrNone | Requires | PreferWriteOnly => {
            return None;
        }
    };
    Some(detail)
}

/// Suggests the write-only alternative of a configured attribute.
fn hint(relation: &Relation, operands: &[Operand<'_>]) -> Option<Diagnostic> {
    let [plain, twin] = relation.members() else {
        return None;
    };
    let mut values = operands.first()?.values.iter();
    let (place, _) = values.find(|(_, value)| !value.is_absent() && !value.is_unknown())?;
    let warning = prefer_write_only(&plain.to_string(), &twin.to_string());
    Some(warning.at(place.address().clone()))
}

/// A relation that an object violates, for one choice of elements.
pub(super) struct Broken<'a> {
    pub(super) detail: String,
    /// The path of the innermost chosen element, or of the object.
    pub(super) place: Path,
    /// The members that are set, with the paths of their values. Paths do not enter sets.
    pub(super) set: Vec<(&'a Member, Vec<Path>)>,
}

/// Returns where an object violates a relation of its block.
pub(super) fn broken<'a>(
    relation: &'a Relation,
    block: &'a Block,
    object: &'a Object,
) -> Vec<Broken<'a>> {
    let mut all = Vec::new();
    each_choice(
        relation,
        block,
        object,
        &Path::root(),
        &mut |operands, place| {
            let Some(detail) = violation(relation, operands) else {
                return;
            };
            let set = operands
                .iter()
                .filter(|it| it.is_set() == Some(true))
                .map(|operand| {
                    let values = operand
                        .values
                        .iter()
                        .map(|(place, _)| place.address().clone());
                    (operand.member, values.collect())
                });
            all.push(Broken {
                detail,
                place: place.address().clone(),
                set: set.collect(),
            });
        },
    );
    all
}

/// Lists the members that come from environment variables.
fn sources(relation: &Relation, block: &Block, config: &Object, seen: &Object) -> String {
    let members = relation.members().iter();
    let sources = members.filter_map(|path| match path.names() {
        [name] if config.get(name) != seen.get(name) => {
            let variables = block.member(name).map_or(&[][..], Member::variables);
            (!variables.is_empty()).then(|| messages::from_variable(name, variables))
        }
        _ => None,
    });
    sources.collect()
}
