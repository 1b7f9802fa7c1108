//! Whether a relation is true, false, or depends on unknown values.

use super::arithmetic;
use super::operand::Operand;
use crate::schema::{Relation, RelationKind};

/// Whether a relation is true for its operands. `None` if that depends on unknown values.
pub(super) fn of(relation: &Relation, operands: &[Operand<'_>]) -> Option<bool> {
    use RelationKind::{
        AllOf, AllOrNone, AnyOf, AtLeastOneOf, AtLeastSumOf, AtMostOneOf, AtMostSumOf, Equals,
        ExactlyOneOf, Not, PreferWriteOnly, ProductOf, Requires, Set, SumOf, When,
    };

    let count = |state: Option<bool>| {
        let states = operands.iter().filter(|operand| operand.is_set() == state);
        states.count()
    };
    let (all, set, missing) = (operands.len(), count(Some(true)), count(Some(false)));
    let decided = |is_false: bool, is_true: bool| match (is_false, is_true) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    };
    match relation.kind() {
        ExactlyOneOf => decided(set > 1 || missing == all, set == 1 && missing + 1 == all),
        AtLeastOneOf => decided(missing == all, set > 0),
        AtMostOneOf => decided(set > 1, missing + 1 >= all),
        AllOrNone => decided(set > 0 && missing > 0, set == all || missing == all),
        Requires => {
            let (first, others) = operands.split_first()?;
            let others = |state| {
                others
                    .iter()
                    .filter(|it| it.is_set() == Some(state))
                    .count()
            };
            decided(
                first.is_set() == Some(true) && others(false) > 0,
                first.is_set() == Some(false) || others(true) + 1 == all,
            )
        }
        SumOf | AtLeastSumOf | AtMostSumOf | ProductOf => arithmetic::truth(relation, operands),
        PreferWriteOnly => Some(true),
        Set => operands.first()?.is_set(),
        Equals => operands.first()?.equals(relation.value()?),
        AllOf => {
            let parts: Vec<_> = parts(relation, operands)
                .map(|(part, it)| of(part, it))
                .collect();
            decided(
                parts.contains(&Some(false)),
                parts.iter().all(|part| *part == Some(true)),
            )
        }
        AnyOf => {
            let parts: Vec<_> = parts(relation, operands)
                .map(|(part, it)| of(part, it))
                .collect();
            decided(
                parts.iter().all(|part| *part == Some(false)),
                parts.contains(&Some(true)),
            )
        }
        Not => {
            let (part, operands) = parts(relation, operands).next()?;
            of(part, operands).map(|truth| !truth)
        }
        When => {
            let mut parts = parts(relation, operands).map(|(part, it)| of(part, it));
            let (condition, then) = (parts.next()?, parts.next()?);
            decided(
                condition == Some(true) && then == Some(false),
                condition == Some(false) || then == Some(true),
            )
        }
    }
}

/// The parts of a combination, with the operands of each.
pub(super) fn parts<'r, 'o, 'a>(
    relation: &'r Relation,
    operands: &'o [Operand<'a>],
) -> impl Iterator<Item = (&'r Relation, &'o [Operand<'a>])> {
    let mut rest = operands;
    relation.parts().iter().map(move |part| {
        let (own, others) = rest.split_at(part.member_count().min(rest.len()));
        rest = others;
        (part, own)
    })
}
