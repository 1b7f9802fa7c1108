//! Functions on numbers.

use dashu_int::UBig;

use crate::value::{Mark, Number, Value, text_steps};

use super::call::{Call, CallError, whole};
use super::float;
use super::messages;
use super::signature::{ArgumentType, Function, Parameter, Returns, any, number};

const NUMBER: Returns = Returns::ArgumentType(ArgumentType::Number);
const NUM: &[Parameter] = &[number("num")];

/// The steps of a power of floats, and of its exact value.
const POWER: u64 = 1000;

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "abs",
        "Returns a number without its sign.",
        &[number("num").dynamic().marks()],
        NUMBER,
        |call| {
            let absolute = Value::from(call.number(0).absolute());
            Ok(absolute.with_marks(call.value(0).marks()))
        },
    ),
    Function::new(
        "ceil",
        "Returns the least whole number that is not less than a number.",
        NUM,
        NUMBER,
        |call| call.number(0).ceil().map(Value::from).map_err(undefined),
    ),
    Function::new(
        "floor",
        "Returns the greatest whole number that is not greater than a number.",
        NUM,
        NUMBER,
        |call| call.number(0).floor().map(Value::from).map_err(undefined),
    ),
    Function::new(
        "log",
        "Returns the logarithm of a number to a base.",
        &[number("num"), number("base")],
        NUMBER,
        |call| {
            let (number, base) = (float_argument(call, 0)?, float_argument(call, 1)?);
            from_float(float::log(number) / float::log(base))
        },
    ),
    Function::new("max", "Returns the greatest of numbers.", &[], NUMBER, max)
        .and_more(number("numbers").dynamic()),
    Function::new("min", "Returns the least of numbers.", &[], NUMBER, min)
        .and_more(number("numbers").dynamic()),
    Function::new(
        "parseint",
        "Reads a whole number in a base from 2 to 62.",
        &[
            any("number").unknowns().marks(),
            number("base").unknowns().marks(),
        ],
        Returns::By(parse_int_type),
        parse_int,
    )
    .since((0, 12, 10)),
    Function::new(
        "pow",
        "Raises a number to a power.",
        &[number("num"), number("power")],
        NUMBER,
        |call| {
            call.spend(POWER)?;
            let (number, power) = (float_argument(call, 0)?, float_argument(call, 1)?);
            from_float(float::pow(number, power))
        },
    ),
    Function::new(
        "signum",
        "Returns -1, 0 or 1 for the sign of a whole number.",
        NUM,
        NUMBER,
        |call| Ok(call.whole(0)?.signum().into()),
    ),
]];

fn undefined(error: crate::value::NotANumber) -> CallError {
    CallError::new(error.to_string())
}

/// Returns an argument as a 64-bit float. Hosts refuse a finite number that would become infinite.
fn float_argument(call: &Call<'_>, index: usize) -> Result<f64, CallError> {
    let number = call.number(index);
    let float = number.to_f64();
    if float.is_infinite() && number.is_finite() {
        return Err(CallError::new("the number is too large for a 64-bit float"));
    }
    Ok(float)
}

fn from_float(float: f64) -> Result<Value, CallError> {
    let number = Number::from_f64(float);
    number
        .map(Value::from)
        .ok_or_else(|| CallError::new("the result is not a number"))
}

fn max(call: &Call<'_>) -> Result<Value, CallError> {
    best(call, |number, best| number > best)
}

fn min(call: &Call<'_>) -> Result<Value, CallError> {
    best(call, |number, best| number < best)
}

fn best(call: &Call<'_>, is_better: fn(&Number, &Number) -> bool) -> Result<Value, CallError> {
    let mut numbers = call.arguments.iter().filter_map(Value::as_number);
    let Some(first) = numbers.next() else {
        return Err(CallError::new("must pass at least one number"));
    };
    let best = numbers.fold(first, |best, number| {
        if is_better(number, best) {
            number
        } else {
            best
        }
    });
    Ok(best.clone().into())
}

fn parse_int_type(arguments: &[Value]) -> Result<terrane_value::Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(terrane_value::Type::String) => Ok(terrane_value::Type::Number),
        other => {
            let kind = other.map_or("no value", terrane_value::Type::kind);
            let message = format!("first argument must be a string, not {kind}");
            Err(CallError::argument(0, message))
        }
    }
}

fn parse_int(call: &Call<'_>) -> Result<Value, CallError> {
    let (text, base) = (call.value(0), call.value(1));
    let mut marks = text.marks().clone();
    marks.merge(base.marks());
    if text.is_unknown() || base.is_unknown() {
        return Ok(call.unknown().with_marks(&marks));
    }
    let digits = whole(base).and_then(|base| u32::try_from(base).ok());
    let Some(radix) = digits.filter(|radix| (2..=62).contains(radix)) else {
        let message = "base must be a whole number between 2 and 62 inclusive";
        return Err(CallError::argument(1, message));
    };
    call.spend(text_steps(call.text(0).len()))?;
    let parsed = integer(call.text(0), radix).ok_or_else(|| {
        let is_secret = |value: &Value| value.marks().contains(&Mark::Sensitive);
        let shown = messages::unless_secret(format!("\"{}\"", call.text(0)), is_secret(text));
        let visible_base = messages::unless_secret(radix, is_secret(base));
        CallError::argument(
            0,
            format!("cannot parse {shown} as a base {visible_base} integer"),
        )
    })?;
    Ok(Value::from(parsed).with_marks(&marks))
}

/// Reads a whole number. Up to base 36 the case of letters has no meaning, above it lower-case letters are less than upper-case ones.
fn integer(text: &str, radix: u32) -> Option<Number> {
    let (is_negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = |byte: u8| {
        let value = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if radix <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            _ => return None,
        };
        (u32::from(value) < radix).then_some(value)
    };
    let values: Vec<u8> = digits.bytes().map(value).collect::<Option<_>>()?;
    if values.is_empty() {
        return None;
    }
    Some(Number::from_integer(is_negative, join(&values, radix)))
}

/// Joins digits to a number. Halves are joined first, so that long texts take little time.
fn join(digits: &[u8], radix: u32) -> UBig {
    if digits.len() <= 16 {
        let big_radix = UBig::from(radix);
        return digits
            .iter()
            .fold(UBig::ZERO, |sum, digit| sum * &big_radix + *digit);
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    join(high, radix) * UBig::from(radix).pow(low.len()) + join(low, radix)
}
