use std::cmp::Ordering;

use num_bigint::BigInt;

use super::{Number, Repr};

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Int(a), Repr::Int(b)) = (&self.0, &other.0) {
            return a.cmp(b);
        }
        let (a, b) = match (self.decimal(), other.decimal()) {
            (Some(a), Some(b)) => (a, b),
            (a, b) => return rank(self, a.is_some()).cmp(&rank(other, b.is_some())),
        };
        let lower = a.1.min(b.1);
        let scaled = |(coefficient, exponent): (BigInt, i32)| {
            coefficient * BigInt::from(10).pow((exponent - lower).unsigned_abs())
        };
        scaled(a).cmp(&scaled(b))
    }
}

/// Returns a rank that orders infinities before and after the finite numbers.
fn rank(number: &Number, finite: bool) -> i8 {
    match (finite, number == &Number::INFINITY) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => -1,
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_by_value() {
        let ascending = [
            "-Inf",
            "-1e9999",
            "-1e30",
            "-2.5",
            "-1",
            "-1e-9999",
            "0",
            "1e-10000",
            "0.1",
            "0.5",
            "1",
            "9",
            "10",
            "1e20",
            "123456789012345678901e1",
            "1e9999",
            "+Inf",
        ];
        let numbers: Vec<Number> = ascending.iter().map(|text| text.parse().unwrap()).collect();
        for (i, a) in numbers.iter().enumerate() {
            for (j, b) in numbers.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
