//! Relations between whole numbers of one object: sums and products.
//!
//! The texts are those of HashiCorp's validators, because users search for them.

use terrane_value::{Bound, Nullness, Number, Unknown, Value};

use super::operand::Operand;
use crate::messages::relations as messages;
use crate::schema::{Member, Relation, RelationKind};

/// Whether the numbers satisfy a sum or product. `None` if that depends on unknown numbers.
///
/// An unknown number has a range. The relation is violated if no numbers of these ranges satisfy it.
pub(super) fn truth(relation: &Relation, operands: &[Operand<'_>]) -> Option<bool> {
    use RelationKind::{AtLeastSumOf, AtMostSumOf, ProductOf};

    let kind = relation.kind();
    let (first, parts) = operands.split_first()?;
    let result = numbers(first)?;
    let parts: Vec<Vec<Summand>> = parts.iter().map(numbers).collect::<Option<_>>()?;
    let parts: Vec<Summand> = parts.into_iter().flatten().collect();
    let [result] = result.as_slice() else {
        return None;
    };
    let is_absent = |number: &Summand| number.may_be_missing && number.range.is_none();
    if is_absent(result) || parts.iter().all(is_absent) {
        // Nothing is compared.
        return Some(true);
    }
    // If the result may be missing, or all parts may be missing, nothing can be compared.
    if result.may_be_missing || parts.iter().all(|part| part.may_be_missing) {
        return None;
    }
    let result = result.range?;
    let (neutral, join): (_, fn(Range, Range) -> Range) = match kind {
        ProductOf => (Range::of(1), Range::times),
        _ => (Range::of(0), Range::plus),
    };
    let ranges = parts
        .iter()
        .map(|part| match (part.range, part.may_be_missing) {
            (Some(range), true) => range.or(neutral),
            (Some(range), false) => range,
            (None, _) => neutral,
        });
    let expected = ranges.fold(neutral, join);
    let (below, above) = (result.high < expected.low, result.low > expected.high);
    let (violated, satisfied) = match kind {
        AtLeastSumOf => (below, result.low >= expected.high),
        AtMostSumOf => (above, result.high <= expected.low),
        _ => (below || above, result.is_one() && expected.is_one()),
    };
    match (violated, satisfied) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}

/// The detail of a violated sum or product. A quoted number would reveal a secret, because short numbers are not hidden automatically.
pub(super) fn detail(relation: &Relation, operands: &[Operand<'_>]) -> String {
    let phrase = match relation.kind() {
        RelationKind::AtLeastSumOf => "at least sum of",
        RelationKind::AtMostSumOf => "at most sum of",
        RelationKind::ProductOf => "equal to the product of",
        _ => "equal to the sum of",
    };
    let members = relation.members();
    let parts = members.iter().skip(1).map(ToString::to_string);
    let parts = parts.collect::<Vec<_>>().join(" + ");
    let first = operands.first();
    let result = first.map_or_else(String::new, |it| it.place.to_string());
    let range = first.and_then(numbers).and_then(|it| it.first()?.range);
    let is_secret = operands.iter().any(|operand| operand.is_secret);
    let quoted = range.filter(|range| range.is_one() && !is_secret);
    messages::arithmetic(
        &result,
        phrase,
        &parts,
        quoted.map(|range| range.low.to_string()),
    )
}

/// The possible values of one number of a relation.
struct Summand {
    /// Whether the number may be missing, without a default.
    may_be_missing: bool,
    /// The range of the number, unless it is certainly missing.
    range: Option<Range>,
}

/// Reads the numbers of a member: one, or one for each element of a collection. `None` if a known number is not whole, which its own validator
/// reports.
fn numbers(operand: &Operand<'_>) -> Option<Vec<Summand>> {
    let values = operand.values.iter().map(|(_, value)| *value);
    let mut numbers: Vec<Summand> = values
        .chain(&operand.defaults)
        .map(|value| number(operand.member, value))
        .collect::<Option<_>>()?;
    if operand.is_partial {
        numbers.push(Summand {
            may_be_missing: true,
            range: Some(Range::ANY),
        });
    } else if numbers.is_empty() {
        numbers.push(Summand {
            may_be_missing: true,
            range: None,
        });
    }
    Some(numbers)
}

fn number(member: &Member, value: &Value) -> Option<Summand> {
    let default = match member.default_value() {
        Some(default) if !default.is_absent() => Some(Range::of(whole(default.as_number()?)?)),
        _ => None,
    };
    Some(match value {
        Value::Unknown(unknown) => {
            let range = Range::of_unknown(unknown, member);
            let set = unknown.nullness() == Nullness::NotNull;
            Summand {
                may_be_missing: !set && default.is_none(),
                range: Some(match default {
                    Some(default) if !set => range.or(default),
                    _ => range,
                }),
            }
        }
        value if value.is_absent() => Summand {
            may_be_missing: default.is_none(),
            range: default,
        },
        value => Summand {
            may_be_missing: false,
            range: Some(Range::of(whole(value.as_number()?)?)),
        },
    })
}

/// The numbers from `low` to `high`. The limits of `i128`, which no attribute reaches, mean no limit.
#[derive(Debug, Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    const ANY: Self = Self {
        low: i128::MIN,
        high: i128::MAX,
    };

    fn is_one(self) -> bool {
        self.low == self.high
    }

    fn of(number: i128) -> Self {
        Self {
            low: number,
            high: number,
        }
    }

    fn of_unknown(unknown: &Unknown, member: &Member) -> Self {
        let end = |bound: Option<&Bound>| bound.and_then(|bound| whole(&bound.number));
        let (low, high) = member.whole().unwrap_or((i128::MIN, i128::MAX));
        Self {
            low: end(unknown.number_lower()).map_or(low, |end| end.max(low)),
            high: end(unknown.number_upper()).map_or(high, |end| end.min(high)),
        }
    }

    /// The smallest range that contains both.
    fn or(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
        }
    }

    fn times(self, other: Self) -> Self {
        let corners = [
            (self.low, other.low),
            (self.low, other.high),
            (self.high, other.low),
            (self.high, other.high),
        ];
        let products = corners.map(|(one, other)| Self::of(one.saturating_mul(other)));
        products.into_iter().reduce(Self::or).unwrap_or(self)
    }
}

fn whole(number: &Number) -> Option<i128> {
    let unsigned = || number.to_u64().map(i128::from);
    number.to_i64().map(i128::from).or_else(unsigned)
}

#[cfg(test)]
mod tests {
    use terrane_value::{Object, Path, Type};

    use super::*;
    use crate::schema::Block;
    use crate::testing::{optional, required};
    use crate::validation::known::Known;
    use crate::validation::relation::check;

    fn total_of(values: [(&str, Value); 3], first: Member, relation: Relation) -> Option<String> {
        let members = [
            required("total", Type::Number),
            first,
            required("rest", Type::Number),
        ];
        let block = Block::new(members);
        let mut object = Object::new(block.object_type());
        for (name, value) in values {
            object.set(name, value);
        }
        let (mut found, known) = (Vec::new(), Known::NONE);
        let objects = [&object; 2];
        check(&relation, &block, objects, &Path::root(), known, &mut found);
        found.pop().map(|found| found.detail)
    }

    fn first() -> Member {
        optional("first", Type::Number)
    }

    #[test]
    fn a_sum_of_secrets_is_not_quoted() {
        let sum = || Relation::sum_of("total", ["first", "rest"]);
        let values = || [("total", 9.into()), ("first", 1.into()), ("rest", 2.into())];
        let detail = "Attribute total value must be equal to the sum of first + rest";
        let quoted = format!("{detail}, got: 9");
        assert_eq!(total_of(values(), first(), sum()), Some(quoted));
        assert_eq!(
            total_of(values(), first().sensitive(), sum()).as_deref(),
            Some(detail)
        );
    }

    #[test]
    fn an_unknown_number_is_compared_by_its_range() {
        let at_least = |low: i64| {
            let bound = Unknown::new().not_null().with_number_lower(low, true);
            Value::Unknown(bound.unwrap())
        };
        let sum = || Relation::at_least_sum_of("total", ["first", "rest"]);
        let total = |total: Value, first_value: Value| {
            total_of(
                [("total", total), ("first", first_value), ("rest", 3.into())],
                first(),
                sum(),
            )
        };
        assert!(total(4.into(), at_least(2)).is_some());
        assert!(total(5.into(), at_least(2)).is_none());
        assert!(total(2.into(), Value::unknown()).is_none());
    }

    #[test]
    fn a_factor_of_zero_decides_a_product() {
        let product = || Relation::product_of("total", ["first", "rest"]);
        let total = |total: i64| {
            let unknown = Value::Unknown(Unknown::new().not_null());
            total_of(
                [
                    ("total", total.into()),
                    ("first", unknown),
                    ("rest", 0.into()),
                ],
                first(),
                product(),
            )
        };
        assert!(total(1).is_some());
        assert!(total(0).is_none());
    }
}
