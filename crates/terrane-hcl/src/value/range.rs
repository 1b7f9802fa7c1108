//! Refinements: ranges, prefixes and other known properties of unknown values.

use terrane_value::{Bound, Type, Unknown};

use super::exchange;
use super::number::Number;
use super::tree::{Content, Value};

/// The greatest estimated number of digits at which [`Number::to_exchange`] computes the digits to count them.
const MAX_EXCHANGE: u64 = 100_000;

impl Value {
    /// Creates an unknown value with a refinement. The value is known if the refinement allows only one value.
    pub(crate) fn refined(ty: Type, unknown: Unknown) -> Self {
        match unknown.clone().resolve(&ty) {
            known @ terrane_value::Value::Known(_) => exchange::import(&known, &ty)
                .unwrap_or_else(|_| Self::new(ty, Content::Unknown(unknown))),
            terrane_value::Value::Null | terrane_value::Value::Unknown(_) => {
                Self::new(ty, Content::Unknown(unknown))
            }
        }
    }

    /// Returns whether the value is not null, and will not be null when it is known.
    pub(crate) fn is_definitely_not_null(&self) -> bool {
        match self.as_unknown() {
            Some(unknown) => unknown.is_not_null(),
            None => !self.is_null(),
        }
    }

    /// Promises that an unknown value will not be null. Other values are returned unchanged.
    #[must_use]
    pub(crate) fn refine_not_null(self) -> Self {
        match self.as_unknown() {
            Some(unknown) if *self.ty() != Type::Dynamic => {
                let refined = Self::refined(self.ty().clone(), unknown.clone().not_null());
                refined.with_marks(self.marks())
            }
            _ => self,
        }
    }

    /// Returns the smallest and the greatest number of elements that a collection will have. There may be no greatest one.
    pub(crate) fn length_range(&self) -> (u64, Option<u64>) {
        let exactly = |length: usize| {
            let length = u64::try_from(length).unwrap_or(u64::MAX);
            (length, Some(length))
        };
        match (self.ty(), self.elements()) {
            (Type::Set(_), Some(elements)) if !self.is_wholly_known() => {
                // Unknown elements may turn out to be equal to others.
                let known = elements.iter().filter(|element| element.is_wholly_known());
                let min = known.count().max(1);
                (exactly(min).0, exactly(elements.len()).1)
            }
            (_, Some(elements)) => exactly(elements.len()),
            (Type::Tuple(types), None) => exactly(types.len()),
            (Type::Object(object), None) => exactly(object.len()),
            (_, None) => match self.as_unknown() {
                Some(unknown) => (unknown.length_lower(), unknown.length_upper()),
                None => (0, None),
            },
        }
    }

    /// Returns the range of the number of elements that is promised for the value. None is for a set that contains unknown elements, as in hosts.
    pub(crate) fn promised_length_range(&self) -> (u64, Option<u64>) {
        match (self.ty(), self.length_range()) {
            (Type::Set(_), (min, Some(max))) if self.elements().is_some() && min < max => (0, None),
            (_, range) => range,
        }
    }

    /// Returns the least and the greatest number that the value may have.
    pub(crate) fn number_range(&self) -> (Option<Bound>, Option<Bound>) {
        if let Some(number) = self.as_number() {
            let bound = number.to_exchange().ok().map(|number| Bound {
                number,
                inclusive: true,
            });
            return (bound.clone(), bound);
        }
        match self.as_unknown() {
            Some(unknown) => (
                unknown.number_lower().cloned(),
                unknown.number_upper().cloned(),
            ),
            None => (None, None),
        }
    }

    /// Returns whether an unknown value cannot become a known one.
    pub(super) fn excludes(&self, known: &Self) -> bool {
        let Some(unknown) = self.as_unknown() else {
            return false;
        };
        if !unknown.is_refined() {
            return false;
        }
        if known.is_null() {
            return unknown.is_not_null();
        }
        if let (Some(prefix), Some(text)) = (unknown.string_prefix(), known.as_str()) {
            return !text.starts_with(prefix.as_str());
        }
        if let Some(number) = known.as_number() {
            let number = number.to_exchange().ok();
            return number.is_some_and(|number| !unknown.admits(&number.into()));
        }
        if known.elements().is_some() {
            let (min, max) = (unknown.length_lower(), unknown.length_upper());
            let (known_min, known_max) = known.length_range();
            return max.is_some_and(|max| known_min > max)
                || known_max.is_some_and(|known_max| known_max < min);
        }
        false
    }
}

impl Number {
    /// Returns the number in the form of the protocol and of state files.
    ///
    /// # Errors
    ///
    /// Fails if the number has more than 10 000 digits on one side of the point.
    pub fn to_exchange(&self) -> Result<terrane_value::Number, terrane_value::Error> {
        if let Some(integer) = self.to_i64() {
            return Ok(integer.into());
        }
        if !self.is_finite() {
            return Ok(if self.is_negative() {
                terrane_value::Number::NEGATIVE_INFINITY
            } else {
                terrane_value::Number::INFINITY
            });
        }
        // The digits of such a number would fill the memory.
        if self.text_len() > MAX_EXCHANGE {
            return Err(terrane_value::Error::new(
                terrane_value::ErrorKind::Limit,
                "expected a number of at most 10000 digits on each side of the point, found a longer one",
            ));
        }
        self.shortest().scientific(None).parse()
    }

    /// Reads a number from the form of the protocol and of state files.
    pub fn from_exchange(number: &terrane_value::Number) -> Self {
        match number.to_i64() {
            Some(integer) => Self::from(integer),
            None => number.to_string().parse().unwrap_or_default(),
        }
    }
}
