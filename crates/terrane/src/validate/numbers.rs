//! Sums and products of the numbers of a draft.

use terrane_value::Value;

/// Adds whole numbers of a draft, for a `validate` hook. A number that is null counts as 0.
///
/// Returns `None` while a number is unknown.
///
/// # Examples
///
/// ```
/// use terrane::Value;
/// use terrane::validate::sum;
///
/// let (forks, knives, spoons) = (Value::Known(6_i64), Value::Known(4), Value::Null);
/// assert_eq!(sum([&forks, &knives, &spoons]), Some(10));
/// assert_eq!(sum([&forks, &Value::unknown()]), None);
/// ```
pub fn sum<'a, N: Copy + Into<i128> + 'a>(
    numbers: impl IntoIterator<Item = &'a Value<N>>,
) -> Option<i128> {
    fold(numbers, 0, i128::saturating_add)
}

/// Multiplies whole numbers of a draft, for a `validate` hook. A number that is null counts as 1.
///
/// Returns `None` while a number is unknown.
///
/// # Examples
///
/// ```
/// use terrane::Value;
/// use terrane::validate::product;
///
/// let (rows, columns) = (Value::Known(3_u64), Value::Known(4));
/// assert_eq!(product([&rows, &columns, &Value::Null]), Some(12));
/// assert_eq!(product([&rows, &Value::unknown()]), None);
/// ```
pub fn product<'a, N: Copy + Into<i128> + 'a>(
    numbers: impl IntoIterator<Item = &'a Value<N>>,
) -> Option<i128> {
    fold(numbers, 1, i128::saturating_mul)
}

fn fold<'a, N: Copy + Into<i128> + 'a>(
    numbers: impl IntoIterator<Item = &'a Value<N>>,
    neutral: i128,
    join: fn(i128, i128) -> i128,
) -> Option<i128> {
    let mut numbers = numbers.into_iter();
    numbers.try_fold(neutral, |result, number| match number {
        Value::Known(number) => Some(join(result, (*number).into())),
        Value::Null => Some(result),
        Value::Unknown(_) => None,
    })
}
