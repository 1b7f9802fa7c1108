//! Decimal digits of numbers, and the notations in which they are written.

use std::fmt::Write as _;

/// The decimal digits of a number: `0.d1d2d3.. * 10^point`.
///
/// Rounding goes to the nearest decimal, and of two equally near ones to the even one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decimal {
    negative: bool,
    is_finite: bool,
    /// ASCII digits without zeros at the end. Zero has none.
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    pub(super) fn new(negative: bool, digits: Vec<u8>, point: i64) -> Self {
        let mut decimal = Self {
            negative,
            is_finite: true,
            digits,
            point,
        };
        decimal.trim();
        decimal
    }

    pub(super) fn infinite_or_zero(negative: bool, is_finite: bool) -> Self {
        Self {
            negative,
            is_finite,
            digits: Vec::new(),
            point: 0,
        }
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    fn digit(&self, index: i64) -> u8 {
        let position = usize::try_from(index).ok();
        let digit = position.and_then(|position| self.digits.get(position));
        digit.copied().unwrap_or(b'0')
    }

    fn len(&self) -> i64 {
        i64::try_from(self.digits.len()).unwrap_or(i64::MAX)
    }

    /// Rounds to this many digits.
    fn round(&mut self, digits: i64) {
        if digits < 0 || digits >= self.len() {
            return;
        }
        let next = self.digit(digits);
        let is_half = next == b'5' && digits + 1 == self.len();
        let up = if is_half {
            digits > 0 && self.digit(digits - 1) % 2 == 1
        } else {
            next >= b'5'
        };
        if up {
            self.round_up(digits);
        } else {
            self.round_down(digits);
        }
    }

    fn round_down(&mut self, digits: i64) {
        if let Ok(digits) = usize::try_from(digits) {
            self.digits.truncate(digits);
            self.trim();
        }
    }

    fn round_up(&mut self, digits: i64) {
        let Ok(digits) = usize::try_from(digits) else {
            return;
        };
        if digits >= self.digits.len() {
            return;
        }
        self.digits.truncate(digits);
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
    }

    /// Removes digits at the end, as long as the decimal stays between the bounds.
    pub(super) fn shortened(mut self, lower: &Self, upper: &Self, is_inclusive: bool) -> Self {
        for index in 0..self.len() {
            let (own, low, high) = (self.digit(index), lower.digit(index), upper.digit(index));
            let down = low != own || is_inclusive && index + 1 == lower.len();
            let up = own != high && (is_inclusive || own + 1 < high || index + 1 < upper.len());
            match (down, up) {
                (true, true) => self.round(index + 1),
                (true, false) => self.round_down(index + 1),
                (false, true) => self.round_up(index + 1),
                (false, false) => continue,
            }
            break;
        }
        self
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    fn infinity(&self) -> String {
        if self.negative { "-Inf" } else { "+Inf" }.to_owned()
    }

    /// Writes the decimal without an exponent: `1230`, `0.00123`. `places` are the digits after the point, else there are as many as needed.
    pub(crate) fn plain(mut self, places: Option<u32>) -> String {
        if !self.is_finite {
            return self.infinity();
        }
        let decimals = match places {
            Some(places) => {
                self.round(self.point + i64::from(places));
                i64::from(places)
            }
            None => (self.len() - self.point).max(0),
        };
        let mut text = String::from(self.sign());
        if self.point > 0 {
            (0..self.point).for_each(|index| text.push(char::from(self.digit(index))));
        } else {
            text.push('0');
        }
        if decimals > 0 {
            text.push('.');
            let range = self.point..self.point + decimals;
            range.for_each(|index| text.push(char::from(self.digit(index))));
        }
        text
    }

    /// Writes the decimal with an exponent: `1.23e+03`. `places` are the digits after the point, else there are as many as needed.
    pub(crate) fn scientific(mut self, places: Option<u32>) -> String {
        if !self.is_finite {
            return self.infinity();
        }
        let decimals = match places {
            Some(places) => {
                self.round(i64::from(places) + 1);
                i64::from(places)
            }
            None => self.len() - 1,
        };
        self.with_exponent(decimals)
    }

    fn with_exponent(&self, places: i64) -> String {
        let mut text = String::from(self.sign());
        text.push(char::from(self.digit(0)));
        if places > 0 {
            text.push('.');
            (1..=places).for_each(|index| text.push(char::from(self.digit(index))));
        }
        let exponent = if self.digits.is_empty() {
            0
        } else {
            self.point - 1
        };
        let sign = if exponent < 0 { '-' } else { '+' };
        // Writing to a string does not fail.
        let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
        text
    }

    /// Writes the decimal with an exponent where that is shorter: `1e+30`. `digits` is the number of digits, else there are as many as needed.
    pub(crate) fn general(mut self, digits: Option<u32>) -> String {
        if !self.is_finite {
            return self.infinity();
        }
        let mut digit_count = match digits {
            Some(digits) => {
                let precision = i64::from(digits.max(1));
                self.round(precision);
                precision
            }
            None => self.len(),
        };
        let threshold = match digits {
            None => 6,
            Some(_) if digit_count > self.len() && self.len() >= self.point => self.len(),
            Some(_) => digit_count,
        };
        let exponent = self.point - 1;
        if exponent < -4 || exponent >= threshold {
            digit_count = digit_count.min(self.len());
            return self.with_exponent(digit_count - 1);
        }
        if digit_count > self.point {
            digit_count = self.len();
        }
        let places = u32::try_from((digit_count - self.point).max(0)).unwrap_or(u32::MAX);
        self.plain(Some(places))
    }
}
