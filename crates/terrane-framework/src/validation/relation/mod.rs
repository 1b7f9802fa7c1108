//! Relations between the attributes of an object.

mod arithmetic;
mod choice;
mod detail;
mod operand;
mod place;
mod prefer;
mod truth;

use terrane_protocol::{Diagnostic, Severity};
use terrane_value::{Object, Path};

use self::operand::Operand;
pub(super) use self::operand::is_set;
use self::place::Place;
use super::known::Known;
use crate::messages::relations::{from_variable, invalid_combination};
use crate::messages::validation::invalid_value;
use crate::schema::{Block, Member, Relation, RelationKind};

/// Checks one object against a relation of its block, for each choice of elements.
///
/// The relation is violated if it is not true, whatever the unknown values become. `config` is the object without values from the environment.
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
    choice::each_choice(relation, block, seen, path, &mut |operands, place| {
        let found = match is_hint {
            true => prefer::check(relation, operands),
            false => violation(relation, operands, place),
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

/// A relation that an object violates, for one choice of elements.
pub(super) struct Broken {
    /// The position of the relation in its block.
    pub(super) number: usize,
    pub(super) detail: String,
    /// The path of the innermost chosen element or object.
    pub(super) chosen: Path,
    /// The paths of the members, in the order of the relation. Where no value exists, the path ends before the member.
    pub(super) members: Vec<Path>,
}

/// Returns the violated relations of a block, without warnings. Paths do not enter sets.
pub(super) fn broken(block: &Block, object: &Object, path: &Path) -> Vec<Broken> {
    let mut all = Vec::new();
    for (number, relation) in block.relations().iter().enumerate() {
        if relation.is_warning() || relation.kind() == RelationKind::PreferWriteOnly {
            continue;
        }
        choice::each_choice(relation, block, object, path, &mut |operands, place| {
            let Some(found) = violation(relation, operands, place) else {
                return;
            };
            let mut members = Vec::new();
            for operand in operands {
                let values = operand.values.iter().map(|(place, _)| place);
                let places = values.chain([&operand.place]);
                members.extend(places.map(|place| place.address().clone()));
            }
            all.push(Broken {
                number,
                detail: found.detail,
                chosen: place.address().clone(),
                members,
            });
        });
    }
    all
}

fn violation(relation: &Relation, operands: &[Operand<'_>], place: &Place) -> Option<Diagnostic> {
    if truth::of(relation, operands) != Some(false) {
        return None;
    }
    let detail = detail::of(relation, operands);
    let (diagnostic, at) = match relation.kind().is_arithmetic() {
        true => (invalid_value(detail), operands.first().map(|it| &it.place)),
        false => (
            invalid_combination(detail),
            operands.iter().find_map(Operand::set_at),
        ),
    };
    let at = at.unwrap_or(place).address();
    Some(match at.is_root() {
        true => diagnostic,
        false => diagnostic.at(at.clone()),
    })
}

/// Lists the members that come from environment variables.
fn sources(relation: &Relation, block: &Block, config: &Object, seen: &Object) -> String {
    let members = relation.members().into_iter();
    let sources = members.filter_map(|path| match path.names() {
        [name] if config.get(name) != seen.get(name) => {
            let variables = block.member(name).map_or(&[][..], Member::variables);
            (!variables.is_empty()).then(|| from_variable(name, variables))
        }
        _ => None,
    });
    sources.collect()
}
