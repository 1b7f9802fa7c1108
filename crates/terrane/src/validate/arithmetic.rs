//! Whole numbers of one object that add up, or multiply, to another one.
//!
//! The words are those of the well-known validators for Go, because users search for them.

use std::fmt::Write as _;

use terrane_protocol::Diagnostic;
use terrane_value::{Object, Path, Text, Value};

use crate::schema::{Block, Relation, RelationKind};

/// Checks one object against the sums and products of its block.
pub(super) fn check(block: &Block, object: &Object, path: &Path, found: &mut Vec<Diagnostic>) {
    for relation in block.relations() {
        let Some((first, others)) = relation.members().split_first() else {
            continue;
        };
        let Some((result, fits, expected)) = demanded(relation, block, object) else {
            continue;
        };
        if !fits {
            let at = path.clone().attribute(first.clone());
            let others: Vec<&str> = others.iter().map(Text::as_str).collect();
            let others = others.join(" + ");
            let mut detail = format!("Attribute {at} value must be {expected} {others}");
            if !tells_a_secret(block, relation) {
                let _ = write!(detail, ", got: {result}");
            }
            found.push(Diagnostic::error("Invalid Attribute Value", detail).at(at));
        }
    }
}

/// Whether to quote a number of a relation would tell something of one that is a secret: few digits are not hidden by themselves.
fn tells_a_secret(block: &Block, relation: &Relation) -> bool {
    let members = relation.members().iter();
    let mut members = members.filter_map(|name| block.member(name));
    members.any(|member| member.is_sensitive() || member.is_write_only())
}

/// The number that a relation is about, whether it is right, and what it must be; nothing while a number is unknown, where it or all the
/// others are left out, or for another relation.
fn demanded(
    relation: &Relation,
    block: &Block,
    object: &Object,
) -> Option<(i128, bool, &'static str)> {
    use RelationKind::{AtLeastSumOf, AtMostSumOf, ProductOf, SumOf};

    let kind = relation.kind();
    if !matches!(kind, SumOf | AtLeastSumOf | AtMostSumOf | ProductOf) {
        return None;
    }
    let mut numbers = Vec::with_capacity(relation.members().len());
    for name in relation.members() {
        numbers.push(match object.get(name)? {
            value if value.is_absent() => {
                let default = block.member(name)?.default_value();
                default.as_ref().and_then(whole)
            }
            value => Some(whole(value)?),
        });
    }
    let mut numbers = numbers.into_iter();
    let result = numbers.next()??;
    let others: Vec<i128> = numbers.flatten().collect();
    if others.is_empty() {
        return None;
    }
    let sum: i128 = others.iter().sum();
    Some(match kind {
        SumOf => (result, result == sum, "equal to the sum of"),
        AtLeastSumOf => (result, result >= sum, "at least sum of"),
        AtMostSumOf => (result, result <= sum, "at most sum of"),
        _ => {
            // A product beyond this size is that of no whole number that an attribute can have.
            let product = others
                .iter()
                .try_fold(1_i128, |all, one| all.checked_mul(*one));
            (result, product == Some(result), "equal to the product of")
        }
    })
}

fn whole(value: &Value) -> Option<i128> {
    let number = value.as_number()?;
    let unsigned = || number.to_u64().map(i128::from);
    number.to_i64().map(i128::from).or_else(unsigned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Member;

    #[test]
    fn a_sum_of_secrets_is_not_quoted() {
        let told = |first: Member| {
            let members = [Member::of::<i64>("total"), first, Member::of::<i64>("rest")];
            let sum = Relation::sum_of("total", ["first", "rest"]);
            let block = Block::new(members).relation(sum);
            let mut object = Object::new(block.object_type());
            for (name, number) in [("total", 9), ("first", 1), ("rest", 2)] {
                object.set(name, Value::from(number));
            }
            let mut found = Vec::new();
            check(&block, &object, &Path::root(), &mut found);
            found.pop().unwrap().detail
        };
        let first = || Member::of::<i64>("first");
        let detail = "Attribute total value must be equal to the sum of first + rest";
        assert_eq!(told(first()), format!("{detail}, got: 9"));
        assert_eq!(told(first().sensitive()), detail);
    }
}
