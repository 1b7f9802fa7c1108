//! Relations between whole numbers of one object: sums and products.
//!
//! The texts are those of HashiCorp's validators, because users search for them.

use std::fmt::Write as _;

use terrane_protocol::Diagnostic;
use terrane_value::{Bound, Nullness, Number, Object, Path, Text, Unknown, Value};

use crate::messages::validation::invalid_value;
use crate::schema::{Block, Member, Relation, RelationKind};

/// Checks one object against a sum or product of its block.
///
/// An unknown number has a range. The relation is violated if no numbers of these ranges satisfy it.
pub(super) fn check(
    relation: &Relation,
    block: &Block,
    object: &Object,
    path: &Path,
) -> Option<Diagnostic> {
    use RelationKind::{AtLeastSumOf, AtMostSumOf, ProductOf, SumOf};

    let kind = relation.kind();
    if !matches!(kind, SumOf | AtLeastSumOf | AtMostSumOf | ProductOf) {
        return None;
    }
    let (first, parts) = relation.members().split_first()?;
    let result = operand(block, object, first)?;
    let operands: Vec<Operand> = parts
        .iter()
        .map(|name| operand(block, object, name))
        .collect::<Option<_>>()?;
    // If the result may be missing, or all parts may be missing, nothing can be compared.
    if result.may_be_missing || operands.iter().all(|part| part.may_be_missing) {
        return None;
    }
    let result = result.range?;
    let (neutral, join): (_, fn(Range, Range) -> Range) = match kind {
        ProductOf => (Range::of(1), Range::times),
        _ => (Range::of(0), Range::plus),
    };
    let ranges = operands
        .iter()
        .map(|part| match (part.range, part.may_be_missing) {
            (Some(range), true) => range.or(neutral),
            (Some(range), false) => range,
            (None, _) => neutral,
        });
    let expected = ranges.fold(neutral, join);
    let (below, above) = (result.high < expected.low, result.low > expected.high);
    let (violated, phrase) = match kind {
        AtLeastSumOf => (below, "at least sum of"),
        AtMostSumOf => (above, "at most sum of"),
        SumOf => (below || above, "equal to the sum of"),
        _ => (below || above, "equal to the product of"),
    };
    if !violated {
        return None;
    }
    let at = path.clone().attribute(first.clone());
    let parts: Vec<&str> = parts.iter().map(Text::as_str).collect();
    let parts = parts.join(" + ");
    let mut detail = format!("Attribute {at} value must be {phrase} {parts}");
    if result.low == result.high && !quotes_a_secret(block, relation) {
        let _ = write!(detail, ", got: {}", result.low);
    }
    Some(invalid_value(detail).at(at))
}

/// Whether a quoted number would reveal a secret, because short numbers are not hidden automatically.
fn quotes_a_secret(block: &Block, relation: &Relation) -> bool {
    let members = relation.members().iter();
    let mut members = members.filter_map(|name| block.member(name));
    members.any(|member| member.is_sensitive() || member.is_write_only())
}

/// The possible values of one number of a relation.
struct Operand {
    /// Whether the number may be missing, without a default.
    may_be_missing: bool,
    /// The range of the number, unless it is certainly missing.
    range: Option<Range>,
}

/// Reads one number. A known number that is not whole is skipped, because its own validator reports it.
fn operand(block: &Block, object: &Object, name: &Text) -> Option<Operand> {
    let (value, member) = (object.get(name)?, block.member(name)?);
    let default = match member.default_value() {
        Some(default) if !default.is_absent() => Some(Range::of(whole(default.as_number()?)?)),
        _ => None,
    };
    Some(match value {
        Value::Unknown(unknown) => {
            let range = Range::of_unknown(unknown, member);
            let set = unknown.nullness() == Nullness::NotNull;
            Operand {
                may_be_missing: !set && default.is_none(),
                range: Some(match default {
                    Some(default) if !set => range.or(default),
                    _ => range,
                }),
            }
        }
        value if value.is_absent() => Operand {
            may_be_missing: default.is_none(),
            range: default,
        },
        value => Operand {
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
    use terrane_value::Type;

    use super::*;
    use crate::testing::{optional, required};

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
        check(&relation, &block, &object, &Path::root()).map(|found| found.detail)
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
