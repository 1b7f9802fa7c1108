//! How the report writes numbers.

use std::fmt;

/// A number with about three digits.
pub(crate) struct Figure(pub(crate) Option<f64>);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(number) if number.abs() >= 100.0 => write!(f, "{number:.0}"),
            Some(number) if number.abs() >= 10.0 => write!(f, "{number:.1}"),
            Some(number) if number.abs() >= 0.1 => write!(f, "{number:.2}"),
            Some(number) => write!(f, "{number:.5}"),
        }
    }
}
