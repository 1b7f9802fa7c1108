//! The values that a validator allows, as data.

use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

use serde_json::{Number, Value, json};
use terrane_value::Type;

/// The values that a [`Validator`](super::Validator) allows, as data for documentation and editors.
///
/// A constraint may allow more values than its validator, never fewer. Numbers and bools are texts, such as `"0.5"` and `"true"`.
///
/// # Examples
///
/// ```
/// use std::ops::Bound;
/// use terrane_framework::schema::{Constraint, Validator};
///
/// let port = Constraint::range(Bound::Included("1".to_owned()), Bound::Excluded("65536".to_owned()));
/// let port = Validator::new("a port", |_| Ok(())).with_constraint(Some(port));
/// assert!(port.constraint().is_some());
/// ```
#[derive(Clone)]
pub struct Constraint(Arc<Form>);

/// Returns the constraint of values of a type as JSON.
type Form = dyn Fn(&Type) -> Option<Value> + Send + Sync;

impl Constraint {
    fn new(form: impl Fn(&Type) -> Option<Value> + Send + Sync + 'static) -> Self {
        Self(Arc::new(form))
    }

    /// The constraint with the same form for all types.
    fn of_any_type(form: Value) -> Self {
        Self::new(move |_| Some(form.clone()))
    }

    /// One of certain values. Texts may be compared without regard to case.
    #[must_use]
    pub fn one_of(values: Vec<String>, ignore_case: bool) -> Self {
        Self::new(move |ty| of_values("one_of", &values, ignore_case, ty))
    }

    /// None of certain values. Texts may be compared without regard to case.
    #[must_use]
    pub fn none_of(values: Vec<String>, ignore_case: bool) -> Self {
        Self::new(move |ty| of_values("none_of", &values, ignore_case, ty))
    }

    /// A number in a range.
    #[must_use]
    pub fn range(start: Bound<String>, end: Bound<String>) -> Self {
        Self::new(move |_| of_range(&start, &end))
    }

    /// A text with a certain number of characters.
    #[must_use]
    pub fn characters(minimum: Option<u64>, maximum: Option<u64>) -> Self {
        of_length("characters", minimum, maximum)
    }

    /// A text with a certain number of bytes.
    #[must_use]
    pub fn bytes(minimum: Option<u64>, maximum: Option<u64>) -> Self {
        of_length("bytes", minimum, maximum)
    }

    /// A collection with a certain number of elements.
    #[must_use]
    pub fn elements(minimum: Option<u64>, maximum: Option<u64>) -> Self {
        of_length("elements", minimum, maximum)
    }

    /// A text in which a regular expression matches.
    #[must_use]
    pub fn matches(pattern: &str) -> Self {
        Self::of_any_type(json!({ "kind": "matches", "pattern": pattern }))
    }

    /// A text in which a regular expression does not match.
    #[must_use]
    pub fn does_not_match(pattern: &str) -> Self {
        Self::of_any_type(json!({ "kind": "does_not_match", "pattern": pattern }))
    }

    /// A multiple of a number.
    #[must_use]
    pub fn multiple_of(divisor: String) -> Self {
        Self::new(move |_| Some(json!({ "kind": "multiple_of", "divisor": number(&divisor)? })))
    }

    /// A list whose elements are unique.
    #[must_use]
    pub fn unique() -> Self {
        Self::of_any_type(json!({ "kind": "unique" }))
    }

    /// A collection whose elements satisfy a constraint.
    #[must_use]
    pub fn each(of: Self) -> Self {
        Self::new(move |ty| {
            Some(json!({ "kind": "each", "constraint": of.to_json(element(ty)?)? }))
        })
    }

    /// A map whose keys satisfy a constraint.
    #[must_use]
    pub fn keys(of: Self) -> Self {
        Self::new(move |_| {
            Some(json!({ "kind": "keys", "constraint": of.to_json(&Type::String)? }))
        })
    }

    /// A value that satisfies all constraints.
    #[must_use]
    pub fn all_of(all: Vec<Self>) -> Self {
        // A constraint without a JSON form is omitted, so the readers of the document allow more values.
        Self::new(move |ty| {
            let all: Vec<Value> = all.iter().filter_map(|it| it.to_json(ty)).collect();
            Some(json!({ "kind": "all_of", "constraints": all }))
        })
    }

    /// A value that satisfies at least one constraint.
    #[must_use]
    pub fn any_of(all: Vec<Self>) -> Self {
        Self::new(move |ty| {
            let all: Option<Vec<Value>> = all.iter().map(|it| it.to_json(ty)).collect();
            Some(json!({ "kind": "any_of", "constraints": all? }))
        })
    }

    /// Returns the range of a whole number, without the bounds that only the greatest integers of Rust have.
    pub(super) fn of_whole(start: i128, end: i128) -> Option<Self> {
        let bound = |number: i128, everyday: bool| {
            if everyday {
                Bound::Included(number.to_string())
            } else {
                Bound::Unbounded
            }
        };
        let start = bound(start, start > i64::MIN.into());
        let end = bound(end, end < i64::MAX.into());
        match (&start, &end) {
            (Bound::Unbounded, Bound::Unbounded) => None,
            _ => Some(Self::range(start, end)),
        }
    }

    /// Returns the constraint of values of a type as JSON. `None` if a value is not one of the type.
    pub(super) fn to_json(&self, ty: &Type) -> Option<Value> {
        (self.0)(ty)
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Constraint(..)")
    }
}

fn of_length(unit: &str, minimum: Option<u64>, maximum: Option<u64>) -> Constraint {
    Constraint::of_any_type(without_blanks(json!({
        "kind": "length",
        "unit": unit,
        "minimum": minimum,
        "maximum": maximum,
    })))
}

fn of_values(kind: &str, values: &[String], ignore_case: bool, ty: &Type) -> Option<Value> {
    let values = values.iter().map(|text| match ty {
        Type::String => Some(Value::from(text.as_str())),
        Type::Number => number(text).map(Value::Number),
        Type::Bool => text.parse::<bool>().ok().map(Value::Bool),
        _ => None,
    });
    // A list without values allows nothing, so it says something.
    let mut found = without_blanks(json!({ "kind": kind, "ignore_case": ignore_case }));
    found["values"] = values.collect::<Option<_>>()?;
    Some(found)
}

fn of_range(start: &Bound<String>, end: &Bound<String>) -> Option<Value> {
    let limits = |bound: &Bound<String>| {
        Some(match bound {
            Bound::Included(limit) => (Some(number(limit)?), None),
            Bound::Excluded(limit) => (None, Some(number(limit)?)),
            Bound::Unbounded => (None, None),
        })
    };
    let (minimum, exclusive_minimum) = limits(start)?;
    let (maximum, exclusive_maximum) = limits(end)?;
    Some(without_blanks(json!({
        "kind": "range",
        "minimum": minimum,
        "exclusive_minimum": exclusive_minimum,
        "maximum": maximum,
        "exclusive_maximum": exclusive_maximum,
    })))
}

fn number(text: &str) -> Option<Number> {
    serde_json::from_str(text).ok()
}

/// Returns the type of a collection's elements.
fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
        _ => None,
    }
}

/// Removes the entries of an object whose values are null, false or empty.
pub(crate) fn without_blanks(mut object: Value) -> Value {
    if let Value::Object(entries) = &mut object {
        entries.retain(|_, value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(elements) => !elements.is_empty(),
            Value::Object(entries) => !entries.is_empty(),
            Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
        });
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_of(values: &[&str]) -> Constraint {
        let values = values.iter().map(|it| (*it).to_owned());
        Constraint::one_of(values.collect(), false)
    }

    #[test]
    fn values_have_the_type_of_the_attribute() {
        let written = |values: &[&str], ty| one_of(values).to_json(&ty);
        let expected = |values: Value| Some(json!({ "kind": "one_of", "values": values }));
        assert_eq!(
            written(&["1", "true"], Type::String),
            expected(json!(["1", "true"]))
        );
        assert_eq!(
            written(&["1", "0.5"], Type::Number),
            expected(json!([1, 0.5]))
        );
        assert_eq!(written(&["true"], Type::Bool), expected(json!([true])));
        assert_eq!(written(&["a"], Type::Number), None);
        assert_eq!(written(&["a"], Type::Dynamic), None);
    }

    #[test]
    fn a_constraint_without_a_json_form_is_omitted() {
        let each = Constraint::each(one_of(&["a"]));
        assert_eq!(each.to_json(&Type::String), None);
        let both = [each, Constraint::multiple_of("8".to_owned())];
        assert_eq!(
            Constraint::all_of(both.to_vec()).to_json(&Type::Number),
            Some(
                json!({ "kind": "all_of", "constraints": [{ "kind": "multiple_of", "divisor": 8 }] })
            )
        );
        assert_eq!(
            Constraint::any_of(both.to_vec()).to_json(&Type::Number),
            None
        );
    }

    #[test]
    fn integers_have_the_bounds_of_their_type() {
        let range =
            |start: i128, end: i128| Constraint::of_whole(start, end)?.to_json(&Type::Number);
        assert_eq!(
            range(0, u8::MAX.into()),
            Some(json!({ "kind": "range", "minimum": 0, "maximum": 255 }))
        );
        assert_eq!(
            range(0, u64::MAX.into()),
            Some(json!({ "kind": "range", "minimum": 0 }))
        );
        assert_eq!(range(i64::MIN.into(), i64::MAX.into()), None);
    }
}
