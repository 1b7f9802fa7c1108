//! The details of violated relations.

use super::operand::Operand;
use super::{arithmetic, truth};
use crate::messages::relations as messages;
use crate::schema::{Relation, RelationKind};

/// The detail of a relation that its operands violate.
pub(super) fn of(relation: &Relation, operands: &[Operand<'_>]) -> String {
    use RelationKind::{
        AllOf, AllOrNone, AnyOf, AtLeastOneOf, AtLeastSumOf, AtMostOneOf, AtMostSumOf, Equals,
        ExactlyOneOf, Not, PreferWriteOnly, ProductOf, Requires, Set, SumOf, When,
    };

    let all = names(operands, |_| true);
    let set = names(operands, |it| it.is_set() == Some(true));
    let missing = names(operands, |it| it.is_set() == Some(false));
    match relation.kind() {
        ExactlyOneOf => messages::exactly_one_of(&all, &set),
        AtLeastOneOf => messages::at_least_one_of(&all),
        AtMostOneOf => messages::at_most_one_of(&all, &set),
        AllOrNone => messages::all_or_none(&all, &set, &missing),
        Requires => messages::requires(&all, &missing),
        SumOf | AtLeastSumOf | AtMostSumOf | ProductOf => arithmetic::detail(relation, operands),
        PreferWriteOnly => String::new(),
        Set => messages::must_be_set(&all),
        Equals => messages::must_be(&all, &relation.shown_value()),
        AllOf => {
            let violated = truth::parts(relation, operands)
                .filter(|(part, operands)| truth::of(part, operands) == Some(false));
            let details: Vec<String> = violated.map(|(part, it)| of(part, it)).collect();
            details.join(" ")
        }
        AnyOf => {
            let parts = truth::parts(relation, operands);
            let parts: Vec<String> = parts.map(|(part, it)| described(part, it)).collect();
            messages::none_is_true(&parts, &all)
        }
        Not => match relation.parts().first() {
            Some(part) if part.kind() == Set => messages::must_not_be_set(&all),
            Some(part) if part.kind() == Equals => messages::must_not_be(&all, &part.shown_value()),
            Some(part) => messages::must_not_be_true(&described(part, operands), &all),
            None => String::new(),
        },
        When => {
            let mut parts = truth::parts(relation, operands);
            match (parts.next(), parts.next()) {
                (Some((condition, of_condition)), Some((then, of_then))) => {
                    messages::because(&described(condition, of_condition), &of(then, of_then))
                }
                _ => String::new(),
            }
        }
    }
}

fn described(relation: &Relation, operands: &[Operand<'_>]) -> String {
    relation.described(&names(operands, |_| true))
}

/// The complete paths of members, which distinguish the elements of a collection.
fn names(operands: &[Operand<'_>], wanted: impl Fn(&Operand<'_>) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for operand in operands.iter().filter(|operand| wanted(operand)) {
        let name = operand.place.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
