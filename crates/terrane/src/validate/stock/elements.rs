//! Elements of collections.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use terrane_value::Step;

use super::form::Form;
use crate::attr::{Attr, Set};
use crate::messages;
use crate::schema::{Constraint, ValidationContext, Violation};
use crate::validate::Check;

/// Validates each element of a list, set or map.
///
/// A violation has the path of the element. Null elements are not checked.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, each, len};
///
/// let tags = ["zoo".to_owned(), "".to_owned()];
/// let violation = each(len(1..)).check(&tags[..]).unwrap_err();
/// assert_eq!(violation.to_string(), "`[1]`: expected at least 1 characters, found 0");
/// ```
pub fn each<V>(validator: V) -> Each<V> {
    Each(validator)
}

/// Validates each key of a map.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use terrane::validate::{Check, keys, one_of};
///
/// let labels = BTreeMap::from([("colour".to_owned(), "red".to_owned())]);
/// assert!(keys(one_of(["size"])).check(&labels).is_err());
/// ```
pub fn keys<T, V>(validator: V) -> Form<BTreeMap<String, T>>
where
    V: Check<str> + Send + Sync + 'static,
{
    let description = match validator.describe() {
        one if one.is_empty() => one,
        one => format!("keys of {one}"),
    };
    let constraint = validator.constraint().map(Constraint::keys);
    let schema_error = validator.schema_error();
    let form = Form::new(description, move |value: &BTreeMap<String, T>, context| {
        Violation::all(value.keys().map(|key| {
            check_element(context, Some(&|| step(key)), |context| {
                validator.check_in(key, context)
            })
        }))
    });
    Form {
        constraint,
        schema_error,
        ..form
    }
}

/// Requires that the elements of a list are unique.
///
/// # Examples
///
/// ```
/// use terrane::validate::{Check, unique};
///
/// assert!(unique().check(&[1i64, 2, 1][..]).is_err());
/// ```
pub fn unique<T: Hash + Eq + Debug>() -> Form<[T]> {
    let form = Form::new("elements that differ from each other", |value: &[T], _| {
        let mut seen = HashSet::with_capacity(value.len());
        Violation::all(value.iter().enumerate().map(|(at, element)| {
            if seen.insert(element) {
                return Ok(());
            }
            Err(messages::duplicate_element(element).prepend(Step::Index(at)))
        }))
    });
    form.with_constraint(Constraint::unique())
}

/// The validator of [`each`].
#[derive(Debug)]
pub struct Each<V>(V);

impl<V> Each<V> {
    fn describe_with<T: Attr>(&self) -> String
    where
        V: Check<T::Checked>,
    {
        match self.0.describe() {
            one if one.is_empty() => one,
            one => format!("each {one}"),
        }
    }
}

macro_rules! each {
    ($(|$value:ident: $ty:ty, $key:ident| $step:expr, $elements:expr;)*) => {$(
        impl<T: Attr, V: Check<T::Checked>> Check<$ty> for Each<V> {
            fn describe(&self) -> String {
                self.describe_with::<T>()
            }

            fn constraint(&self) -> Option<Constraint> {
                let element = Check::<T::Checked>::constraint(&self.0)?;
                Some(Constraint::each(element))
            }

            fn check(&self, value: &$ty) -> Result<(), Violation> {
                self.check_in(value, &ValidationContext::none())
            }

            fn check_in(
                &self,
                $value: &$ty,
                context: &ValidationContext<'_>,
            ) -> Result<(), Violation> {
                Violation::all($elements.map(|($key, element)| {
                    let element: &T = element;
                    check_element(context, $step, |context| {
                        self.0.check_in(element.checked(), context)
                    })
                }))
            }

            fn schema_error(&self) -> Option<String> {
                self.0.schema_error()
            }
        }
    )*};
}

each! {
    |value: [T], at| Some(&|| Step::Index(at)), value.iter().enumerate();
    |value: [Option<T>], at| Some(&|| Step::Index(at)), value.iter().enumerate().filter_map(|(at, element)| Some((at, element.as_ref()?)));
    |value: Set<T>, _at| None, value.iter().map(|element| ((), element));
    |value: Set<Option<T>>, _at| None, value.iter().filter_map(|element| Some(((), element.as_ref()?)));
    |value: BTreeMap<String, T>, key| Some(&|| step(key)), value.iter();
    |value: BTreeMap<String, Option<T>>, key| Some(&|| step(key)), value.iter().filter_map(|(key, element)| Some((key, element.as_ref()?)));
}

/// Validates an element. Elements of a set have no step.
fn check_element(
    context: &ValidationContext<'_>,
    step: Option<&dyn Fn() -> Step>,
    check: impl FnOnce(&ValidationContext<'_>) -> Result<(), Violation>,
) -> Result<(), Violation> {
    match step {
        Some(step) => check(&context.below(step)).map_err(|violation| violation.prepend(step())),
        None => check(&context.in_set()),
    }
}

fn step(key: &str) -> Step {
    Step::Key(key.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{len, one_of, range};

    fn problems(found: Result<(), Violation>) -> Vec<String> {
        let violation = found.unwrap_err();
        violation.each().map(|one| one.to_string()).collect()
    }

    #[test]
    fn every_bad_element_is_reported_at_its_path() {
        let list = [Some(1i64), None, Some(9), Some(8)];
        assert_eq!(
            problems(each(range(..5i64)).check(&list[..])),
            [
                "`[2]`: expected a number below 5, found 9",
                "`[3]`: expected a number below 5, found 8"
            ]
        );
        let map = BTreeMap::from([("a".to_owned(), "x".to_owned())]);
        assert_eq!(
            problems(each(len(2..)).check(&map)),
            ["`[\"a\"]`: expected at least 2 characters, found 1"]
        );
        let set: Set<String> = Set::from(vec!["x".to_owned()]);
        assert_eq!(
            problems(each(len(2..)).check(&set)),
            ["expected at least 2 characters, found 1"]
        );
        assert_eq!(each(len(1..)).check(&set), Ok(()));
    }

    #[test]
    fn lists_inside_lists_keep_both_places() {
        let lists = [vec!["ok".to_owned()], vec!["ok".to_owned(), "x".to_owned()]];
        assert_eq!(
            problems(each(each(len(2..))).check(&lists[..])),
            ["`[1][1]`: expected at least 2 characters, found 1"]
        );
    }

    #[test]
    fn bad_keys_and_repeated_elements_are_reported() {
        let map = BTreeMap::from([("a".to_owned(), 1i64), ("b".to_owned(), 2)]);
        assert_eq!(
            problems(keys(one_of(["a"])).check(&map)),
            ["`[\"b\"]`: expected one of \"a\", found \"b\""]
        );
        assert_eq!(
            problems(unique().check(&["a", "b", "a"][..])),
            ["`[2]`: expected elements that differ from each other, found \"a\" again"]
        );
        assert_eq!(unique().check(&["a", "b"][..]), Ok(()));
    }
}
