//! Refinements of unknown values of computed attributes.

use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

use terrane_value::Number;

use crate::attr::{Attr, Element, Sensitive, Set};
use crate::schema::Refinement;

/// A text attribute, whose prefix may be known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no prefix",
    label = "not text",
    note = "`unknown(prefix = \"..\")` is for a `Computed<String>`"
)]
pub trait TextAttr: Attr {}

impl TextAttr for String {}
impl<T: TextAttr> TextAttr for Sensitive<T> {}

/// A collection attribute, whose length may be known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no number of elements",
    label = "not a collection",
    note = "`unknown(len(..))` is for a computed `Vec`, `Set` or `BTreeMap`"
)]
pub trait HasLength: Attr {}

impl<T: Element> HasLength for Vec<T> {}
impl<T: Element> HasLength for Set<T> {}
impl<T: Element> HasLength for BTreeMap<String, T> {}
impl<T: HasLength> HasLength for Sensitive<T> {}

/// A number attribute, whose range may be known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no range",
    label = "not a number",
    note = "`unknown(range(..))` is for a computed number"
)]
pub trait HasRange: Attr {}

impl<T: HasRange> HasRange for Sensitive<T> {}

macro_rules! numbers {
    ($($number:ty),*) => {$(impl HasRange for $number {})*};
}

numbers!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Number);

/// Promises that the unknown text has a prefix.
#[must_use]
pub fn prefix<T: TextAttr>(text: &'static str) -> Refinement {
    Refinement::new(move |unknown| unknown.with_string_prefix(text))
}

/// Promises that the number of elements of the unknown collection is in a range.
#[must_use]
pub fn len<T: HasLength>(range: impl RangeBounds<u64>) -> Refinement {
    let lower = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let upper = match range.end_bound() {
        Bound::Included(most) => Some(*most),
        Bound::Excluded(above) => Some(above.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    Refinement::new(move |unknown| {
        let unknown = unknown.with_length_lower(lower)?;
        match upper {
            Some(upper) => unknown.with_length_upper(upper),
            None => Ok(unknown),
        }
    })
}

/// Promises that the unknown number is in a range.
#[must_use]
pub fn range<T: HasRange, N: Into<Number> + Clone>(range: impl RangeBounds<N>) -> Refinement {
    let number = |bound: Bound<&N>| match bound {
        Bound::Included(number) => Some((number.clone().into(), true)),
        Bound::Excluded(number) => Some((number.clone().into(), false)),
        Bound::Unbounded => None,
    };
    let (lower, upper) = (number(range.start_bound()), number(range.end_bound()));
    Refinement::new(move |mut unknown| {
        if let Some((number, inclusive)) = lower.clone() {
            unknown = unknown.with_number_lower(number, inclusive)?;
        }
        match upper.clone() {
            Some((number, inclusive)) => unknown.with_number_upper(number, inclusive),
            None => Ok(unknown),
        }
    })
}
