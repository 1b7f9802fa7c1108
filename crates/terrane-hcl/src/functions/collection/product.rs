//! `setproduct`.

use terrane_value::{Type, Unknown};

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{Cost, Function, Returns, any};
use crate::value::{Marks, Value, unify_lossy};

use super::kind::element_type;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "setproduct",
    "Returns all combinations of elements of sets or lists.",
    &[],
    Returns::By(product_type),
    product,
)
.cost(Cost::Nested(20))
.and_more(any("sets").unknowns().marks())];

/// The greatest number of combinations that is promised for unknown sets.
const MAX_PROMISE: u64 = 2048;

/// The greatest number of elements of one set for which a number of combinations is promised.
const MAX_LENGTH: u64 = 1024;

fn product_type(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.len() < 2 {
        return Err(CallError::new("at least two arguments are required"));
    }
    let mut has_only_lists = true;
    let mut elements = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        elements.push(match argument.ty() {
            ty @ Type::Set(_) => {
                has_only_lists = false;
                element_type(ty)
            }
            ty @ Type::List(_) => element_type(ty),
            Type::Tuple(types) if types.is_empty() => Type::Dynamic,
            Type::Tuple(types) => unify_lossy(types.iter()).ok_or_else(|| {
                CallError::argument(index, "all elements must be of the same type")
            })?,
            _ => return Err(CallError::argument(index, "a set or a list is required")),
        });
    }
    let combination = Type::tuple(elements);
    Ok(if has_only_lists {
        Type::list(combination)
    } else {
        Type::set(combination)
    })
}

fn product(call: &Call<'_>) -> Result<Value, CallError> {
    let mut marks = Marks::new();
    let mut total: usize = 1;
    let mut is_known = true;
    for argument in &call.arguments {
        marks.merge(argument.marks());
        let (min, max) = argument.length_range();
        match argument.elements() {
            Some(elements) if max == Some(min) => {
                total = total.saturating_mul(elements.len());
            }
            _ => is_known = false,
        }
    }
    if !is_known {
        return Ok(promised(call).with_marks(&marks));
    }
    call.check_elements(total.saturating_mul(call.arguments.len()))?;
    let combination = element_type(&call.ty);
    let types = match &combination {
        Type::Tuple(types) => types.as_ref(),
        _ => &[],
    };
    let mut lists = Vec::with_capacity(types.len());
    for (argument, ty) in call.arguments.iter().zip(types) {
        let elements = argument.elements().unwrap_or_default().iter();
        let converted = elements
            .map(|element| element.convert(ty))
            .collect::<Result<Vec<_>, _>>();
        lists.push(converted.map_err(|error| CallError::new(error.to_string()))?);
    }
    let combinations = (0..total).map(|index| {
        let mut rest = index;
        let mut parts: Vec<Value> = Vec::with_capacity(lists.len());
        for list in lists.iter().rev() {
            parts.push(list[rest % list.len()].clone());
            rest /= list.len();
        }
        parts.reverse();
        Value::tuple(parts)
    });
    let tuples = combinations.collect();
    let product = match call.ty {
        Type::List(_) => Value::list_of(combination, tuples),
        _ => Value::set_of(combination, tuples),
    };
    Ok(product.with_marks(&marks))
}

/// Returns an unknown result with the range of its number of elements.
fn promised(call: &Call<'_>) -> Value {
    let mut total: u64 = 1;
    for argument in &call.arguments {
        match argument.promised_length_range().1 {
            Some(max) if max <= MAX_LENGTH => total = total.saturating_mul(max),
            _ => return call.unknown(),
        }
        if total > MAX_PROMISE {
            return call.unknown();
        }
    }
    let refined = Unknown::new().not_null().with_length_upper(total);
    let not_empty = match total {
        0 => refined,
        _ => refined.and_then(|it| it.with_length_lower(1)),
    };
    match not_empty {
        Ok(unknown) => Value::refined(call.ty.clone(), unknown),
        Err(_) => call.unknown(),
    }
}
